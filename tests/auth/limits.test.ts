import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { outbox } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

const password = 'a good password';

/** The product behind a proxy, so that requests have client addresses. */
async function behindProxy() {
  const w = await world();
  const app = createApp({ ...w.services, settings: { ...w.services.settings, TRUST_PROXY: true } });
  const post = async (path: string, body: object, address: string): Promise<Response> =>
    app.request(path, { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address } });
  const login = (email: string, guess: string, address: string) => post('/api/auth/login', { email, password: guess }, address);
  return { ...w, app, post, login };
}
const many = async (n: number, call: (n: number) => Promise<Response> | Response) => Promise.all(Array.from({ length: n }, (_, i) => call(i)));
const count = (answers: readonly Response[], status: number) => answers.filter((answer) => answer.status === status).length;

test('if one network address sends 300 sign-ins at once, 50 are checked and the others are refused with 429 or 503', async () => {
  const { login } = await behindProxy();
  const answers = await many(300, (n) => login(`nobody.${n}@example.test`, 'not it', '10.1.1.1'));
  expect(count(answers, 422)).toBe(50);
  expect(count(answers, 429)).toBeGreaterThan(0);
  const shed = answers.filter(({ status }) => status === 503);
  expect(shed.length).toBeGreaterThan(0);
  expect(shed.every(({ headers }) => headers.get('Retry-After') === '5')).toBe(true);
  expect(count(answers, 422) + count(answers, 429) + shed.length).toBe(300);
  expect((await login('nobody@example.test', 'not it', '10.1.1.1')).status).toBe(429);
  expect((await login('nobody@example.test', 'not it', '10.1.1.2')).status).toBe(422);
});

test('sixty people who sign in from one office and mistype once can all sign in', async () => {
  const { login, user } = await behindProxy();
  const password_hash = await hashPassword(password);
  const people = await Promise.all(Array.from({ length: 60 }, () => user('manager', { password_hash })));
  for (let n = 0; n < 60; n += 20)
    await many(20, async (i) => {
      const email = people[n + i]?.email ?? '';
      expect((await login(email, 'mistyped', '10.2.2.2')).status).toBe(422);
      const answer = await login(email, password, '10.2.2.2');
      expect(answer.status).toBe(200);
      return answer;
    });
});

test('a password reset with an unknown link is refused before the password is hashed', async () => {
  const { post } = await behindProxy();
  const answers = await many(400, (n) => post('/api/auth/reset-password', { token: `junk${n}`, password: 'a brand new one' }, '10.3.3.3'));
  expect(count(answers, 422)).toBe(400);
});

test('another website cannot open size links; many such requests, or many guessed links, do not block a sign-in', async () => {
  const { app, login, user } = await behindProxy();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const open = (headers: Record<string, string>) => app.request('/api/sizes/x', { headers: { 'X-Forwarded-For': '10.4.4.4', ...headers } });
  const elsewhere = await many(60, () => open({ 'Sec-Fetch-Site': 'cross-site' }));
  expect(count(elsewhere, 403)).toBe(60);
  expect((await open({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(404);
  for (let n = 0; n < 60; n++) await open({});
  expect((await open({})).status).toBe(429);
  expect((await login(person.email ?? '', password, '10.4.4.4')).status).toBe(200);
  // The description of the API can be opened from another website.
  expect((await app.request('/api/docs', { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(200);
});

test('resetting or changing a password invalidates all earlier reset links', async () => {
  const { anyone, user, signIn, database } = await world();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const link = async () => {
    await anyone.post('/api/auth/forgot-password', { email: person.email });
    const mails = await database.reader
      .select({ text: outbox.text })
      .from(outbox)
      .where(eq(outbox.to, person.email ?? ''))
      .orderBy(outbox.id);
    return /token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1];
  };
  const reset = async (token: string | undefined, newPassword: string) =>
    (await anyone.post('/api/auth/reset-password', { token, password: newPassword })).status;
  const [first, second] = [await link(), await link()];
  expect(await reset(second, 'a brand new one')).toBe(200);
  expect(await reset(first, 'somebody else’s one')).toBe(422);

  const third = await link();
  const passwordChange = { current_password: 'a brand new one', password: 'another good one', password_confirmation: 'another good one' };
  expect((await (await signIn(person)).post('/api/auth/change-password', passwordChange)).status).toBe(200);
  expect(await reset(third, 'somebody else’s one')).toBe(422);
});

test('one network address can request fifty password reset links in 15 minutes; further requests send no email', async () => {
  const { post, login, user, database, setClock, now } = await behindProxy();
  const before = now();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const ask = (email: string, address: string) => post('/api/auth/forgot-password', { email }, address);
  const answers = await many(60, (n) => ask(`nobody.${n}@example.test`, '10.5.5.5'));
  expect([count(answers, 202), count(answers, 429)]).toEqual([50, 10]);
  const refusal = await ask(person.email ?? '', '10.5.5.5');
  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0);
  const mails = () =>
    database.reader
      .select({ id: outbox.id })
      .from(outbox)
      .where(eq(outbox.to, person.email ?? ''));
  expect(await mails()).toHaveLength(0);
  // From that network address people can still sign in, and from another address they can request a link.
  expect((await login(person.email ?? '', password, '10.5.5.5')).status).toBe(200);
  expect((await ask(person.email ?? '', '10.5.5.6')).status).toBe(202);
  expect(await mails()).toHaveLength(1);
  setClock(16);
  expect((await ask(person.email ?? '', '10.5.5.5')).status).toBe(202);
  setClock(before);
});
