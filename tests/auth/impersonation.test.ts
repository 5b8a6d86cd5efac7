import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { sessions } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';
import { superPassword, superWithPassword, take } from './impersonating.ts';

test('a super who acts as somebody else gives a reason and their own password; after five wrong passwords they get 429', async () => {
  const { as, user, signIn, caller } = await world();
  const person = await user('super', { password_hash: await hashPassword(superPassword) });
  const boss = await signIn(person);
  const client = await user('manager');
  expect((await take(boss, client.id, { reason: undefined })).body.errors).toHaveProperty('reason');
  expect((await take(boss, client.id, { reason: '  ' })).body.errors).toHaveProperty('reason');
  expect((await take(boss, client.id, { password: undefined })).body.errors).toHaveProperty('password');
  expect((await take(await as('super'), client.id)).body.errors).toHaveProperty('password');
  for (let tries = 1; tries <= 4; tries++) expect((await take(boss, client.id, { password: 'not it' })).body.errors).toHaveProperty('password');
  const impersonation = await take(boss, client.id);
  expect(impersonation.status).toBe(200);
  for (let tries = 1; tries <= 5; tries++) expect((await take(boss, client.id, { password: 'not it' })).status).toBe(422);
  expect((await take(boss, client.id)).status).toBe(429);
  // Whoever already acts as somebody else cannot impersonate anybody.
  expect((await take(caller(impersonation.body.token, client.id), client.id)).status).toBe(403);
});

test('acting as somebody else ends after 60 minutes, even if the session is in use', async () => {
  const { as, user, caller, setClock } = await world();
  const client = await user('manager');
  const boss = await superWithPassword({ as });
  const { token, expires_at } = (await take(boss, client.id)).body;
  const acting = caller(token, client.id);
  const [me, start] = [() => acting.get('/api/auth/me'), (await world()).now()];
  expect(Date.parse(expires_at) - Date.parse(start)).toBe(60 * 60_000);
  for (const minutes of [20, 20, 19]) {
    setClock(minutes);
    expect((await me()).status).toBe(200);
  }
  setClock(1);
  expect((await me()).status).toBe(401);
  expect((await boss.get('/api/auth/me')).status).toBe(200);
});

test('acting as somebody else ends when the super’s own session expires or is signed out on this or another device', async () => {
  const { user, signIn, caller, database } = await world();
  const person = await user('super', { password_hash: await hashPassword(superPassword) });
  const client = await user('manager');
  const begin = async () => {
    const boss = await signIn(person);
    const acting = caller((await take(boss, client.id)).body.token, client.id);
    expect((await acting.get('/api/auth/me')).status).toBe(200);
    return { boss, status: async () => (await acting.get('/api/auth/me')).status };
  };

  const out = await begin();
  await out.boss.post('/api/auth/logout');
  expect(await out.status()).toBe(401);

  const endedSession = await begin();
  const elsewhere = await signIn(person);
  const { items } = (await endedSession.boss.get('/api/auth/sessions')).body;
  await elsewhere.delete(`/api/auth/sessions/${items.find((session: { is_current: boolean }) => session.is_current).id}`);
  expect(await endedSession.status()).toBe(401);

  // A session cannot be used once it has expired, even before its row is deleted.
  const expired = await begin();
  await database.unitOfWork(async (db) => {
    await db.update(sessions).set({ expires_at: '2026-01-01T00:00:00.000Z' }).where(eq(sessions.user_id, person.id));
  });
  expect(await expired.status()).toBe(401);
});
