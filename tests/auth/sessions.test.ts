import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { hashToken } from '../../server/core/token.ts';
import { type Db, openDatabase } from '../../server/db/db.ts';
import { accounts, sessions, users } from '../../server/db/tables/index.ts';
import { clearDemo } from '../../server/demo/clear-demo.ts';
import { documentCookies } from '../../server/http/document-cookies.ts';
import { announceSessions } from '../../server/sessions/announce-sessions.ts';
import { openPokes } from '../../server/sync/pokes.ts';
import { documentCookieHeader } from '../document-cookie-header.ts';
import { type Caller, world } from '../world.ts';
import { superPassword, take } from './impersonating.ts';

const password = 'a good password';
const paths = { news: '/api/notifications/stream', pokes: '/api/sync/poke?device=0190a0b0-0000-7000-8000-000000000001' };

/** An open stream; `ended` is resolved once the server closes it. */
async function listen(response: Response | Promise<Response>) {
  const { status, body } = await response;
  expect(status).toBe(200);
  const reader = body?.getReader();
  await reader?.read();
  const drained = async (): Promise<void> => {
    while (reader && !(await reader.read()).done);
  };
  return { ended: drained(), leave: () => reader?.cancel() };
}

/** Whether something happens within two seconds. */
const soon = (happens: Promise<unknown>): Promise<boolean> =>
  Promise.race([happens.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 2_000))]);

test.each(Object.entries(paths))('a stream of %s ends if any device signs its session out or the password changes', async (_, path) => {
  const { user, signIn } = await world();
  const person = await user('super', { password_hash: await hashPassword(password) });
  const [here, otherDevice, third, other] = [await signIn(person), await signIn(person), await signIn(person), await signIn(await user('super'))];
  const [signedOut, endedStream, replaced, untouched] = await Promise.all(
    [here, otherDevice, third, other].map(async (who) => listen(who.raw(path))),
  );
  const { items } = (await otherDevice.get('/api/auth/sessions')).body;

  await here.post('/api/auth/logout');
  expect(await soon(signedOut?.ended ?? Promise.reject())).toBe(true);
  const { id } = items.find((session: { is_current: boolean }) => session.is_current);
  await third.delete(`/api/auth/sessions/${id}`);
  expect(await soon(endedStream?.ended ?? Promise.reject())).toBe(true);
  const fourth = await signIn(person);
  const passwordChange = { current_password: password, password: 'another good one', password_confirmation: 'another good one' };
  expect((await fourth.post('/api/auth/change-password', passwordChange)).status).toBe(200);
  expect(await soon(replaced?.ended ?? Promise.reject())).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 100));
  let isOpen = true;
  void untouched?.ended.then(() => {
    isOpen = false;
  });
  await new Promise(setImmediate);
  expect(isOpen).toBe(true);
  await untouched?.leave();
});

test('a stream ends when its person is disabled, its session expires, or the super who acts as that person signs out', async () => {
  const { user, signIn, caller, database, setClock, now } = await world();
  const person = await user('manager');
  const disabled = await listen((await signIn(person)).raw(paths.news));
  await database.unitOfWork(async (db) => {
    await db.update(users).set({ is_disabled: true }).where(eq(users.id, person.id));
    await announceSessions(db);
  });
  expect(await soon(disabled.ended)).toBe(true);

  const boss = await signIn(await user('super', { password_hash: await hashPassword(superPassword) }));
  const client = await user('manager');
  const acting = caller((await take(boss, client.id)).body.token, client.id);
  const acted = await listen(acting.raw(paths.news));
  await boss.post('/api/auth/logout');
  expect(await soon(acted.ended)).toBe(true);

  const before = now();
  const idle = await listen((await signIn(client)).raw(paths.news));
  setClock(13 * 60);
  await database.unitOfWork((db) => announceSessions(db));
  expect(await soon(idle.ended)).toBe(true);
  setClock(before);
});

const changesOfPeople: [what: string, change: (db: Db, person: { id: number; account_id: number | null }) => Promise<unknown>][] = [
  ['is disabled', (db, { id }) => db.update(users).set({ is_disabled: true }).where(eq(users.id, id))],
  ['is archived', (db, { id }) => db.update(users).set({ deleted_at: '2026-11-20T09:00:00.000Z' }).where(eq(users.id, id))],
  [
    'works for a client that is archived',
    (db, { account_id }) =>
      db
        .update(accounts)
        .set({ deleted_at: '2026-11-20T09:00:00.000Z' })
        .where(eq(accounts.id, account_id ?? 0)),
  ],
  ['gets another role', (db, { id }) => db.update(users).set({ role: 'employee' }).where(eq(users.id, id))],
];
test.each(changesOfPeople)('a stream ends at once when its person %s', async (_, change) => {
  const { user, account, signIn, database } = await world();
  const client = await account();
  const person = await user('manager', { account_id: client.id });
  const stream = await listen((await signIn(person)).raw(paths.news));
  const other = await listen((await signIn(await user('super'))).raw(paths.news));
  await database.unitOfWork(async (db) => {
    await change(db, person);
    await announceSessions(db);
  });
  expect(await soon(stream.ended)).toBe(true);
  expect(await Promise.race([other.ended.then(() => 'ended'), new Promise((resolve) => setTimeout(() => resolve('open'), 50))])).toBe('open');
  await other.leave();
});

test('streams of demo people end at once when the demo is cleared', async () => {
  const { user, signIn, database, now } = await world();
  const stream = await listen((await signIn(await user('manager', { email: `somebody.${Date.now()}@cleared.test` }))).raw(paths.news));
  await clearDemo(database, now());
  expect(await soon(stream.ended)).toBe(true);
});

test('code that disables, archives or moves people, or changes their role, also ends or checks the sessions of these people', () => {
  const server = join(import.meta.dirname, '../../server');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.includes('migrations'));
  const silent = files.filter((file) => {
    const text = readFileSync(join(server, file), 'utf8');
    const isChange = /update\((users|accounts)\)\s*\.set\([^;]*\b(deleted_at|is_disabled|role|account_id)\b\s*[:,}][^;]*?\)\s*\.where/.test(text);
    const isEnd = /\.delete\(sessions\)/.test(text) && file !== join('auth', 'end-sessions.ts');
    return isEnd || (isChange && !/\b(announceSessions|endSessions|endAccess)\(/.test(text));
  });
  expect(silent).toEqual([]);
});

test('a stream ends if another server process ends its session', async () => {
  const { user, signIn, services, app } = await world();
  const { database, settings, log } = services;
  if (database.engine === 'sqlite') return;
  const elsewhere = await openDatabase(settings.database_url);
  const pokes = openPokes(elsewhere, log);
  try {
    const second = createApp({ ...services, database: elsewhere, pokes, changed: pokes.changed });
    const { token } = await signIn(await user('manager'));
    const headers = { Authorization: `Bearer ${token}` };
    const stream = await listen(second.request(paths.news, { headers }));
    // The second process begins to listen to the first when it opens its first stream, and this takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await app.request('/api/auth/logout', { method: 'POST', headers })).status).toBe(200);
    expect(await soon(stream.ended)).toBe(true);
  } finally {
    await pokes.close();
    await elsewhere.close();
  }
});

test('a person has at most ten open streams of any kind; an eleventh gets 429 until one is closed', async () => {
  const { as } = await world();
  const [boss, other] = [await as('super'), await as('super')];
  const open = await Promise.all(Array.from({ length: 10 }, async (_, n) => listen(boss.raw(n % 2 ? paths.news : paths.pokes))));
  const refusal = await boss.raw(paths.news);
  expect(refusal.status).toBe(429);
  expect(refusal.headers.get('Retry-After')).toBe('15');
  const others = await listen(other.raw(paths.news));
  await open[0]?.leave();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const again = await listen(boss.raw(paths.news));
  for (const { leave } of [...open.slice(1), others, again]) await leave();
});

test('a HEAD request opens no stream and does not count towards the limit of ten streams', async () => {
  const boss = await (await world()).as('super');
  for (let n = 0; n < 12; n++) {
    const refusal = await boss.raw(n % 2 ? paths.news : paths.pokes, { method: 'HEAD' });
    expect([refusal.status, refusal.headers.get('Allow')]).toEqual([405, 'GET']);
  }
  await (await listen(boss.raw(paths.news))).leave();
});

test('a session ends 30 days after it began, even when it is in use', async () => {
  const { as, setClock, now } = await world();
  const before = now();
  const person = await as('manager');
  const status = async () => (await person.get('/api/auth/me')).status;
  for (let hours = 0; hours < 30 * 24 - 11; hours += 11) {
    setClock(11 * 60);
    expect(await status()).toBe(200);
  }
  setClock(new Date(Date.parse(before) + 30 * 24 * 60 * 60_000).toISOString());
  expect(await status()).toBe(401);
  setClock(before);
});

test('people see where and when each session was last used and which super acts in it, and sign out all other sessions at once', async () => {
  const { user, signIn, caller, database } = await world();
  const person = await user('manager');
  const [here, otherDevice] = [await signIn(person), await signIn(person, { device_name: 'Desk' })];
  const superUser = await user('super', { forenames: 'Sue', surname: 'Perr', password_hash: await hashPassword(superPassword) });
  const acting: Caller = caller((await take(await signIn(superUser), person.id)).body.token, person.id);
  await database.unitOfWork(async (db) => {
    await db.update(sessions).set({ address: '10.9.9.9' }).where(eq(sessions.device_name, 'Desk'));
  });
  const { items } = (await here.get('/api/auth/sessions')).body;
  expect(items).toHaveLength(3);
  expect(items.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1);
  expect(items.find((session: { device_name: string }) => session.device_name === 'Desk')).toMatchObject({ address: '10.9.9.9', impersonator: null });
  expect(items.map((session: { impersonator: unknown }) => session.impersonator).filter(Boolean)).toEqual([{ id: superUser.id, name: 'Sue Perr' }]);

  expect((await here.delete('/api/auth/sessions')).body).toEqual({ ended: 2 });
  expect((await here.get('/api/auth/sessions')).body.items).toHaveLength(1);
  expect([(await otherDevice.get('/api/auth/me')).status, (await acting.get('/api/auth/me')).status]).toEqual([401, 401]);
});

test('a document opens only with both cookies of the same session, and only until that session is revoked', async () => {
  const { as, anyone, app } = await world();
  const [person, other] = [await as('super'), await as('super')];
  const open = async (cookies: { Cookie: string }) => (await anyone.raw('/admin/reports/stock-holding/export', { headers: cookies })).status;
  const me = await app.request('/api/auth/me', { headers: { Authorization: `Bearer ${person.token}` } });
  const [cookie, key] = me.headers.getSetCookie();
  expect(cookie).toMatch(/^kitroom_documents=(?!.*key).*HttpOnly/);
  expect(key).toMatch(/^kitroom_documents_key=/);
  expect(key, 'a page can delete it').not.toMatch(/HttpOnly/);
  const pair = [cookie, key].map((one) => one?.split(';')[0]);
  expect(pair.join('; ')).toBe(documentCookieHeader(person.token).Cookie);
  expect(pair.join(), 'neither is the token').not.toContain(person.token);

  expect(await open({ Cookie: pair.join('; ') })).toBe(200);
  expect(await open({ Cookie: pair[0] ?? '' })).toBe(401);
  expect(await open({ Cookie: pair[1] ?? '' })).toBe(401);
  expect(await open({ Cookie: `kitroom_documents=${person.token}` })).toBe(401);
  const others = documentCookies(other.token ?? '');
  expect(await open(documentCookieHeader(person.token, { kitroom_documents_key: others.kitroom_documents_key }))).toBe(401);
  expect(await open(documentCookieHeader(person.token, { kitroom_documents_key: '' }))).toBe(401);

  const revoke = (token: string | null) => anyone.post('/api/auth/revoke', { token_hash: hashToken(token ?? '') });
  const answers = [await revoke(person.token), await revoke(person.token)];
  expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2].map(() => [200, { signed_out: true }]));
  expect(await open(documentCookieHeader(person.token))).toBe(401);
  expect((await person.get('/api/auth/me')).status).toBe(401);
  expect((await other.get('/api/auth/me')).status).toBe(200);
  expect((await anyone.post('/api/auth/revoke', { token_hash: other.token })).status, 'the token is not its hash').toBe(422);
  expect((await other.get('/api/auth/me')).status).toBe(200);
});

test('revoking a super’s session ends the impersonation that was begun in it, and the streams of the impersonation', async () => {
  const { user, signIn, caller, anyone } = await world();
  const boss = await signIn(await user('super', { password_hash: await hashPassword(superPassword) }));
  const client = await user('manager');
  const acting = caller((await take(boss, client.id)).body.token, client.id);
  const stream = await listen(acting.raw(paths.news));
  await anyone.post('/api/auth/revoke', { token_hash: hashToken(boss.token ?? '') });
  expect(await soon(stream.ended)).toBe(true);
  expect((await acting.get('/api/auth/me')).status).toBe(401);
});
