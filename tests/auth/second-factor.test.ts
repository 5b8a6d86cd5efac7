import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { removeTotp } from '../../server/auth/remove-totp.ts';
import { decryptSecret } from '../../server/core/secret-key.ts';
import { auditRows, idempotencyKeys, outbox, totps } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';
import { codeOf } from './code-of.ts';
import { take } from './impersonating.ts';

const password = 'a good password';
const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

/** A super whose second factor is on; the clock is one step after the code that turned it on. */
async function withTotp() {
  const w = await world();
  const person = await w.user('super', { password_hash: await hashPassword(password) });
  const here = await w.signIn(person);
  const { secret, uri } = (await here.post('/api/auth/totp')).body;
  expect((await here.put('/api/auth/totp', { code: codeOf(secret, w.now()) })).body).toEqual({ has_totp: true });
  w.setClock(1);
  const login = (more: object = {}) => w.anyone.post('/api/auth/login', { email: person.email, password, ...more });
  return { ...w, person, here, secret, uri, login, code: (steps = 0) => codeOf(secret, w.now(), steps) };
}

test('signing in with a second factor needs a code, and each code works once', async () => {
  const { login, code, uri, here, person, database } = await withTotp();
  expect(uri).toMatch(/^otpauth:\/\/totp\/Kitroom:/);
  const challenge = await login();
  expect(challenge).toMatchObject({ status: 401, body: { code: 'totp_required' } });
  expect(challenge.body).not.toHaveProperty('token');
  expect(await login({ totp: wrongCode(code()) })).toMatchObject({ status: 422, body: { errors: { totp: [expect.any(String)] } } });
  expect(await login({ totp: 'abcdef' })).toMatchObject({ status: 422, body: { errors: { totp: [expect.any(String)] } } });
  expect((await login({ password: 'not it', totp: code() })).body.errors).toHaveProperty('email');
  const spacedCode = `${code().slice(0, 3)} ${code().slice(3)}`;
  expect((await login({ totp: spacedCode })).status).toBe(200);
  expect((await login({ totp: code() })).body.errors).toHaveProperty('totp');
  // A code from a clock that runs ahead is accepted. From then on, every earlier code is refused.
  expect((await login({ totp: code(1) })).status).toBe(200);
  expect((await login({ totp: code() })).status).toBe(422);
  expect((await here.get('/api/profile')).body).toMatchObject({ has_totp: true, has_password: true });
  const mails = await database.reader
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(eq(outbox.to, person.email ?? ''));
  expect(mails).toEqual([{ kind: 'second_factor_changed' }]);
  const audited = await database.reader.select({ what: auditRows.what }).from(auditRows).where(eq(auditRows.who_id, person.id)).orderBy(auditRows.id);
  expect(audited.map(({ what }) => what)).toEqual(['totp.started', 'totp.turned_on']);
});

test('the same code sent ten times at once signs in once', async () => {
  const { anyone, person, code } = await withTotp();
  const tries = Array.from({ length: 10 }, () => anyone.post('/api/auth/login', { email: person.email, password, totp: code() }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('five wrong codes lock the sign-in, even if the password is right each time', async () => {
  const { login, code, setClock } = await withTotp();
  for (let tries = 1; tries <= 5; tries++) {
    expect((await login()).status).toBe(401);
    expect((await login({ totp: wrongCode(code()) })).status).toBe(422);
  }
  expect((await login({ totp: code() })).status).toBe(429);
  expect((await login()).status).toBe(429);
  setClock(16);
  expect((await login({ totp: code() })).status).toBe(200);
});

test('the first right code turns a second factor on, and only the password turns it off', async () => {
  const { user, signIn, anyone, now } = await world();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const here = await signIn(person);
  const signedIn = async () => (await anyone.post('/api/auth/login', { email: person.email, password })).status;
  expect(await here.put('/api/auth/totp', { code: '123456' })).toMatchObject({ status: 409, body: { code: 'totp_not_started' } });
  const first = (await here.post('/api/auth/totp')).body.secret;
  const { secret } = (await here.post('/api/auth/totp')).body;
  expect(secret).not.toBe(first);
  expect((await here.put('/api/auth/totp', { code: codeOf(first, now()) })).body.errors).toHaveProperty('code');
  expect(await signedIn()).toBe(200);
  expect((await here.put('/api/auth/totp', { code: codeOf(secret, now()) })).status).toBe(200);
  expect(await signedIn()).toBe(401);
  expect(await here.post('/api/auth/totp')).toMatchObject({ status: 409, body: { code: 'totp_active' } });
  expect(await here.put('/api/auth/totp', { code: codeOf(secret, now(), 1) })).toMatchObject({ status: 409, body: { code: 'totp_active' } });
  expect((await here.delete('/api/auth/totp', { password: 'not it' })).body.errors).toHaveProperty('password');
  expect((await here.delete('/api/auth/totp', { password })).body).toEqual({ has_totp: false });
  expect(await signedIn()).toBe(200);
});

test('turning on a second factor requires the password if the sign-in was more than ten minutes ago', async () => {
  const { user, signIn, now, setClock } = await world();
  const here = await signIn(await user('manager', { password_hash: await hashPassword(password) }));
  setClock(11);
  const challenge = { status: 422, body: { errors: { password: [expect.any(String)] } } };
  expect(await here.post('/api/auth/totp')).toMatchObject(challenge);
  expect(await here.post('/api/auth/totp', { password: 'not it' })).toMatchObject(challenge);
  expect(await here.put('/api/auth/totp', { code: '123456' })).toMatchObject({ status: 409, body: { code: 'totp_not_started' } });
  const { secret } = (await here.post('/api/auth/totp', { password })).body;
  expect((await here.put('/api/auth/totp', { code: codeOf(secret, now()) })).status).toBe(200);
});

test('five wrong passwords at the set-up of a second factor also lock the sign-in', async () => {
  const { user, signIn, anyone } = await world();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const here = await signIn(person);
  for (let tries = 1; tries <= 5; tries++) expect((await here.post('/api/auth/totp', { password: `guess ${tries}` })).status).toBe(422);
  expect((await here.post('/api/auth/totp', { password })).status).toBe(429);
  expect((await anyone.post('/api/auth/login', { email: person.email, password })).status).toBe(429);
});

test('a right code does not reset the count of wrong passwords', async () => {
  const { user, signIn, now } = await world();
  const here = await signIn(await user('manager', { password_hash: await hashPassword(password) }));
  const { secret } = (await here.post('/api/auth/totp')).body;
  await here.put('/api/auth/totp', { code: codeOf(secret, now()) });
  for (let tries = 1; tries <= 5; tries++) {
    expect((await here.delete('/api/auth/totp', { password: 'not it' })).status).toBe(422);
    await here.put('/api/auth/totp', { code: codeOf(secret, now()) });
  }
  expect((await here.delete('/api/auth/totp', { password })).status).toBe(429);
});

test('a person without a password cannot set up a second factor, and a super cannot set up one for a person they act as', async () => {
  const { as, caller, user } = await world();
  expect((await (await as('manager')).post('/api/auth/totp')).status).toBe(403);
  const boss = await as('super', { password_hash: await hashPassword(password) });
  const client = await user('manager', { password_hash: await hashPassword(password) });
  const acting = caller((await take(boss, client.id, { password })).body.token, client.id);
  expect((await acting.post('/api/auth/totp')).status).toBe(403);
  expect((await acting.delete('/api/auth/totp', { password })).status).toBe(403);
});

test('the stored secret cannot be read without the key, which is kept outside the database', async () => {
  const { here, person, secret, database, services, key } = await withTotp();
  const [row] = await database.reader.select().from(totps).where(eq(totps.user_id, person.id));
  expect(JSON.stringify(row)).not.toContain(secret);
  const { settings } = services;
  expect(decryptSecret(settings, row?.secret ?? '', `totp of user ${person.id}`)).toBe(secret);
  expect(Buffer.from(readFileSync(join(settings.DATA_DIR, 'secret.key'), 'utf8'), 'base64')).toHaveLength(32);
  // The secret cannot be decrypted with another key or in another person's row.
  const other = { ...settings, SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  expect(() => decryptSecret(other, row?.secret ?? '', `totp of user ${person.id}`)).toThrow(/another key/);
  expect(() => decryptSecret(settings, row?.secret ?? '', 'totp of user 0')).toThrow();

  // The response stored for repeats of the request does not contain the secret.
  await here.delete('/api/auth/totp', { password });
  const again = (await here.post('/api/auth/totp', undefined, key())).body.secret;
  expect(JSON.stringify(await database.reader.select().from(idempotencyKeys))).not.toContain(again);
});

test('a super with a second factor needs a code to act as somebody else', async () => {
  const { here, user, code } = await withTotp();
  const client = await user('manager');
  expect(await take(here, client.id, { password })).toMatchObject({
    status: 422,
    body: { code: 'totp_required', errors: { totp: [expect.any(String)] } },
  });
  expect((await take(here, client.id, { password, totp: wrongCode(code()) })).body.errors).toHaveProperty('totp');
  expect((await take(here, client.id, { password, totp: code() })).status).toBe(200);
});

test('a lost second factor is removed outside the API, and the audit records that', async () => {
  const { person, login, services, database } = await withTotp();
  expect((await login()).status).toBe(401);
  expect(await removeTotp(services, (person.email ?? '').toUpperCase())).toBe(true);
  expect(await removeTotp(services, person.email ?? '')).toBe(false);
  expect((await login()).status).toBe(200);
  const audited = await database.reader.select({ what: auditRows.what }).from(auditRows).where(eq(auditRows.who_id, person.id)).orderBy(auditRows.id);
  expect(audited.at(-1)).toEqual({ what: 'totp.removed' });
});
