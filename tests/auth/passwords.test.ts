import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { idempotencyKeys, outbox } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

const password = 'a good password';

test.each([
  // From the list of leaked passwords, and longer passwords that consist of a listed one with digits and signs around it.
  'spongebob1',
  'iloveyou123',
  'Qwertyuiop',
  'Liverpool1892!',
  '#dragonball99',
  '07700900123456',
  'ababababababab',
  // Sequences, common words repeated, and signs that replace letters.
  'abcdefghij',
  'Zyxwvutsrq1',
  'qwertyuiopasdf',
  'monkeymonkey',
  'Password-Password',
  'letmein letmein letmein',
  'abcabcabcabc',
  'P@$$w0rd2026',
  // The person's own name and address, and the name Kitroom.
  'ashworth1987',
  'Beatrix.Ashworth',
  'b.ashworth@acme',
  'kitroom-2026',
])('the password %s is too easy to guess', async (easy) => {
  const { user, signIn } = await world();
  const who = { forenames: 'Beatrix', surname: 'Ashworth', email: `b.ashworth.${Math.random()}@acme.test` };
  const here = await signIn(await user('manager', { ...who, password_hash: await hashPassword(password) }));
  const { status, body } = await here.post('/api/auth/change-password', { current_password: password, password: easy, password_confirmation: easy });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['password']);
});

test.each([
  'correct horse battery',
  'Ashworth under grey slates',
  'kitroom opens at seven',
  'tulip-Marble-49',
  'slate-tulip-9 slate-tulip-9',
  'abcdef-orchard',
])('the password %s may be chosen', async (good) => {
  const { user, signIn } = await world();
  const here = await signIn(await user('manager', { surname: 'Ashworth', password_hash: await hashPassword(password) }));
  const passwordChange = { current_password: password, password: good, password_confirmation: good };
  expect((await here.post('/api/auth/change-password', passwordChange)).status).toBe(200);
});

test('the stored hash of a request with a password is no plain SHA-256, from which the password could be guessed', async () => {
  const { user, signIn, database, key } = await world();
  const here = await signIn(await user('manager', { password_hash: await hashPassword(password) }));
  const body = { current_password: password, password: 'tulip-Marble-49', password_confirmation: 'tulip-Marble-49' };
  const once = key();
  expect((await here.post('/api/auth/change-password', body, once)).status).toBe(200);
  const [storedKey] = await database.reader.select().from(idempotencyKeys).where(eq(idempotencyKeys.user_id, here.id));
  const guessed = createHash('sha256')
    .update(`POST /api/auth/change-password\n${JSON.stringify(body)}`)
    .digest();
  expect([guessed.toString('hex'), guessed.toString('base64url').slice(0, 22)]).not.toContain(storedKey?.request_hash);
  expect(JSON.stringify(storedKey)).not.toContain(password);
});

test('a reset link refuses a password that is too easy to guess, and stays valid for a better one', async () => {
  const { user, anyone, database } = await world();
  const person = await user('manager', { surname: 'Ashworth' });
  await anyone.post('/api/auth/forgot-password', { email: person.email });
  const mails = await database.reader.select({ to: outbox.to, text: outbox.text }).from(outbox);
  const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === person.email)?.text ?? '')?.[1];
  const reset = (newPassword: string) => anyone.post('/api/auth/reset-password', { token, password: newPassword });
  expect((await reset('spongebob1')).body.errors).toHaveProperty('password');
  expect((await reset('Ashworth-99')).body.errors).toHaveProperty('password');
  expect((await reset('correct horse battery')).status).toBe(200);
});
