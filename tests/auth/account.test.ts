import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addSuper } from '../../server/auth/add-super.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { auditRows, outbox, users } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';
import { superPassword, superWithPassword, take } from './impersonating.ts';

const password = 'a good password';

test('a super can act as a client’s user, and the audit names both people; acting as another super is refused', async () => {
  const { as, user, caller, database } = await world();
  const boss = await superWithPassword({ as });
  const client = await user('client_admin');
  const other = await user('super');

  const impersonation = await take(boss, client.id);
  expect(impersonation).toMatchObject({ status: 200, body: { user: { id: client.id }, impersonator: { id: boss.id } } });
  expect((await take(boss, other.id)).status).toBe(403);
  expect((await take(boss, 999999)).status).toBe(404);

  const asClient = caller(impersonation.body.token, client.id);
  expect((await take(asClient, client.id)).status).toBe(403);
  const me = await asClient.get('/api/auth/me');
  expect(me.body.permissions).not.toContain('use_office');
  const [row] = await database.reader.select().from(auditRows).where(eq(auditRows.what, 'user.impersonated')).orderBy(auditRows.id);
  expect(row).toMatchObject({ who_id: boss.id, on_id: client.id, after: { reason: 'They asked for help by phone' } });
});

test('the details of a session and the response to a reset request show whether a mail server is set up', async () => {
  const { as, anyone, services } = await world();
  const client = await as('client_admin');
  const answers = async () => [
    (await client.get('/api/auth/me')).body.sends_mail,
    (await anyone.post('/api/auth/forgot-password', { email: 'nobody@example.test' })).body.sends_mail,
  ];
  expect(await answers()).toEqual([false, false]);
  const settings = services.settings as { SMTP_URL?: string | undefined };
  settings.SMTP_URL = 'smtp://mail.example.test';
  try {
    expect(await answers()).toEqual([true, true]);
  } finally {
    settings.SMTP_URL = undefined;
  }
});

test('only a super reads the audit', async () => {
  const { as } = await world();
  const boss = await as('super');
  const client = await as('client_admin');
  expect((await client.get('/api/admin/audit')).status).toBe(403);
  expect(await boss.get('/api/admin/audit')).toMatchObject({ status: 200, body: { current_page: 1, per_page: 100 } });
});

test('people see and end only their own sessions', async () => {
  const { user, signIn, as } = await world();
  const person = await user('site_admin');
  const [here, otherDevice] = [await signIn({ id: person.id, role: 'site_admin' }), await signIn({ id: person.id, role: 'site_admin' })];
  const stranger = await signIn(await user('site_admin'));

  const { body } = await here.get('/api/auth/sessions');
  expect(body.items).toHaveLength(2);
  const elsewhere = body.items.find((session: { is_current: boolean }) => !session.is_current);
  expect((await stranger.delete(`/api/auth/sessions/${elsewhere.id}`)).status).toBe(404);
  expect((await here.delete(`/api/auth/sessions/${elsewhere.id}`)).status).toBe(200);
  const office = await as('super');
  expect((await office.get(`/api/admin/audit?per_page=1`)).body.items[0]).toMatchObject({ what: 'session.ended', on: { id: elsewhere.id } });
  expect((await otherDevice.get('/api/auth/me')).status).toBe(401);
  expect((await here.get('/api/auth/me')).status).toBe(200);
});

test('a change of password needs the old password, refuses an easy password, and ends the other sessions', async () => {
  const { user, signIn } = await world();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const [here, otherDevice] = [await signIn({ id: person.id, role: 'manager' }), await signIn({ id: person.id, role: 'manager' })];
  const change = (body: object) =>
    here.post('/api/auth/change-password', {
      current_password: password,
      password_confirmation: 'another good one',
      password: 'another good one',
      ...body,
    });

  expect((await change({ current_password: 'wrong' })).body.errors).toHaveProperty('current_password');
  expect((await change({ password: 'Password123', password_confirmation: 'Password123' })).body.errors).toHaveProperty('password');
  expect((await change({ password: 'short' })).body.errors).toHaveProperty('password');
  expect((await change({ password_confirmation: 'different' })).body.errors).toHaveProperty('password_confirmation');
  expect((await change({})).status).toBe(200);
  expect((await otherDevice.get('/api/auth/me')).status).toBe(401);
  expect((await here.get('/api/auth/me')).status).toBe(200);
});

test('after five wrong passwords at a change of password or email, both changes and the sign-in get 429 for 15 minutes', async () => {
  const { user, signIn, anyone, setClock } = await world();
  const person = await user('manager', { password_hash: await hashPassword(password) });
  const here = await signIn({ id: person.id, role: 'manager' });
  const newPassword = { password: 'another good one', password_confirmation: 'another good one' };
  const change = (current_password: string) => here.post('/api/auth/change-password', { current_password, ...newPassword });
  const move = (current_password: string) => here.post('/api/profile', { email: `moved.${person.email}`, current_password });

  for (let tries = 1; tries <= 3; tries++) expect((await change('not it at all')).status).toBe(422);
  for (let tries = 4; tries <= 5; tries++) expect((await move('not it at all')).body.errors).toHaveProperty('current_password');
  for (const refusal of [await change(password), await move(password), await anyone.post('/api/auth/login', { email: person.email, password })]) {
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get('Retry-After')).toBe('900');
  }
  expect((await here.post('/api/profile', { forenames: 'Still', surname: 'Here' })).status).toBe(200);

  setClock(16);
  expect((await change('not it at all')).status).toBe(422);
  expect((await move(password)).status).toBe(200);
  for (let tries = 1; tries <= 4; tries++) expect((await change('not it at all')).status).toBe(422);
  expect((await change(password)).status).toBe(200);
});

test('a super who changes their password is signed out of the sessions in which they act as somebody else', async () => {
  const { user, signIn, caller } = await world();
  const boss = await user('super', { password_hash: await hashPassword(password) });
  const here = await signIn(boss);
  const client = await user('manager');
  const { token } = (await take(here, client.id, { password })).body;
  const acting = caller(token, client.id);
  expect((await acting.get('/api/auth/me')).status).toBe(200);
  const passwordChange = { current_password: password, password: 'another good one', password_confirmation: 'another good one' };
  expect((await here.post('/api/auth/change-password', passwordChange)).status).toBe(200);
  expect((await acting.get('/api/auth/me')).status).toBe(401);
});

test('a reset link sets a password once, within an hour; a request for an unknown address gets the same response', async () => {
  const { user, anyone, database, setClock } = await world();
  const person = await user('employee', { email: 'forgetful@example.test', password_hash: await hashPassword(password) });
  const answer = await anyone.post('/api/auth/forgot-password', { email: 'Forgetful@example.test' });
  const unknown = await anyone.post('/api/auth/forgot-password', { email: 'nobody.at.all@example.test' });
  expect([answer.status, unknown.status]).toEqual([202, 202]);
  expect(unknown.body).toEqual(answer.body);

  const mail = await database.reader
    .select()
    .from(outbox)
    .where(and(eq(outbox.to, 'forgetful@example.test'), isNull(outbox.sent_at)));
  const token = /token=([\w-]+)/.exec(mail[0]?.text ?? '')?.[1];
  expect((await anyone.post('/api/auth/reset-password', { token, password: 'a brand new one' })).status).toBe(200);
  const events = await database.reader.select().from(auditRows).where(eq(auditRows.who_id, person.id)).orderBy(auditRows.id);
  expect(events).toMatchObject([{ what: 'password.reset', on_type: 'user', on_id: person.id }]);
  expect((await anyone.post('/api/auth/reset-password', { token, password: 'and yet another' })).body.errors).toHaveProperty('token');
  expect((await anyone.post('/api/auth/login', { email: person.email, password: 'a brand new one' })).status).toBe(200);

  await anyone.post('/api/auth/forgot-password', { email: 'forgetful@example.test' });
  const later = await database.reader.select().from(outbox).where(eq(outbox.to, 'forgetful@example.test'));
  setClock(61);
  const stale = /token=([\w-]+)/.exec(later.at(-1)?.text ?? '')?.[1];
  expect((await anyone.post('/api/auth/reset-password', { token: stale, password: 'a brand new one' })).status).toBe(422);
});

test('people of an archived client cannot sign in, and their sessions have ended', async () => {
  const { account, user, signIn, anyone, now } = await world();
  const archived = await account({ deleted_at: now() });
  const person = await user('client_admin', { account_id: archived.id, email: 'gone@example.test', password_hash: await hashPassword(password) });
  expect((await anyone.post('/api/auth/login', { email: 'gone@example.test', password })).status).toBe(422);
  const session = await signIn({ id: person.id, role: 'client_admin' });
  expect((await session.get('/api/auth/me')).status).toBe(401);
});

test('a warehouse tablet stays signed in for 30 days, other devices for 12 hours after their last use', async () => {
  const { user, signIn, setClock } = await world();
  const tablet = await signIn({ id: (await user('warehouse')).id, role: 'warehouse' }, { device_name: 'Tablet 1' });
  const desk = await signIn({ id: (await user('super')).id, role: 'super' });
  setClock(11 * 60);
  expect((await desk.get('/api/auth/me')).status).toBe(200);
  setClock(11 * 60);
  expect((await desk.get('/api/auth/me')).status).toBe(200);
  setClock(13 * 60);
  expect((await desk.get('/api/auth/me')).status).toBe(401);
  setClock(24 * 60 * 27);
  expect((await tablet.get('/api/auth/me')).status).toBe(200);
  setClock(24 * 60 * 4);
  expect((await tablet.get('/api/auth/me')).status).toBe(401);
});

test('a super who is created outside the API sets a password with the link, and then signs in', async () => {
  const { services, anyone } = await world();
  const link = await addSuper(services, { email: 'First@provider.test', forenames: 'Jo', surname: 'Pike' });
  const token = new URL(link).searchParams.get('token');
  expect((await anyone.post('/api/auth/reset-password', { token, password: 'my own good one' })).status).toBe(200);
  const signedIn = await anyone.post('/api/auth/login', { email: 'first@provider.test', password: 'my own good one' });
  expect(signedIn).toMatchObject({ status: 200, body: { user: { primary_role: 'super' } } });
  await expect(addSuper(services, { email: 'first@provider.test', forenames: 'Jo', surname: 'Pike' })).rejects.toThrow();
});

test('a super who may no longer sign in cannot continue to act as somebody else', async () => {
  const { user, signIn, caller, database } = await world();
  const person = await user('super', { password_hash: await hashPassword(superPassword) });
  const boss = await signIn({ id: person.id, role: 'super' });
  const client = await user('client_admin');
  const impersonation = await take(boss, client.id);
  const asClient = caller(impersonation.body.token, client.id);
  expect((await asClient.get('/api/auth/me')).status).toBe(200);
  await database.unitOfWork(async (db) => {
    await db.update(users).set({ is_disabled: true }).where(eq(users.id, person.id));
  });
  expect((await asClient.get('/api/auth/me')).status).toBe(401);
});
