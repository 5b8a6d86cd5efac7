import { and, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setEmail } from '../../server/auth/change-email.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { auditRows, outbox } from '../../server/db/tables/index.ts';
import { world } from '../world.ts';

const password = 'a good password';

/** A person who is signed in, and the emails that they get. */
async function person() {
  const w = await world();
  const user = await w.user('manager', { forenames: 'Nell', password_hash: await hashPassword(password) });
  const old = user.email ?? '';
  const next = old.replace('person', 'new');
  const self = await w.signIn(user);
  const change = (body: object = {}) => self.post('/api/profile', { email: next, current_password: password, ...body });
  const mailsTo = async (to: string) => w.database.reader.select({ kind: outbox.kind, text: outbox.text }).from(outbox).where(eq(outbox.to, to));
  const kindsTo = async (to: string) => (await mailsTo(to)).map(({ kind }) => kind);
  const tokenTo = async (to: string) => /token=([\w-]+)/.exec((await mailsTo(to)).at(-1)?.text ?? '')?.[1];
  const confirm = (token: string | undefined) => w.anyone.post('/api/auth/confirm-email', { token });
  const login = async (email: string) => (await w.anyone.post('/api/auth/login', { email, password })).status;
  return { ...w, user, old, next, self, change, kindsTo, tokenTo, confirm, login };
}

test('a new email address takes effect when its link is opened; the link works once, and both addresses are notified of both steps', async () => {
  const { user, old, next, self, change, kindsTo, tokenTo, confirm, login, database } = await person();
  expect(await change({ email: next.toUpperCase(), surname: 'Reed' })).toMatchObject({
    status: 200,
    body: { email: old, pending_email: next, surname: 'Reed' },
  });
  expect(await kindsTo(next)).toEqual(['confirm_email']);
  expect(await kindsTo(old)).toEqual(['email_change_requested']);
  expect([await login(next), await login(old)]).toEqual([422, 200]);

  const token = await tokenTo(next);
  expect(await confirm(token)).toMatchObject({ status: 200, body: { email: next } });
  expect((await self.get('/api/profile')).body).toMatchObject({ email: next, pending_email: null });
  expect([await login(next), await login(old)]).toEqual([200, 422]);
  expect(await kindsTo(next)).toEqual(['confirm_email', 'email_in_use']);
  expect(await kindsTo(old)).toEqual(['email_change_requested', 'email_changed']);
  expect((await confirm(token)).body.errors).toHaveProperty('token');

  const audited = await database.reader
    .select({ what: auditRows.what, before: auditRows.before, after: auditRows.after })
    .from(auditRows)
    .where(and(eq(auditRows.on_id, user.id), like(auditRows.what, 'email.%')))
    .orderBy(auditRows.id);
  const both = { before: { email: old }, after: { email: next } };
  expect(audited).toEqual([
    { what: 'email.change_requested', ...both },
    { what: 'email.changed', ...both },
  ]);
});

test('a new address can be confirmed for a day, unless another address is requested or the password is changed', async () => {
  const { old, next, change, tokenTo, confirm, setClock, login } = await person();
  await change();
  const first = await tokenTo(next);
  await change({ email: `b.${next}` });
  expect((await confirm(first)).status).toBe(422);
  setClock(24 * 60 + 1);
  expect((await confirm(await tokenTo(`b.${next}`))).status).toBe(422);
  expect(await login(old)).toBe(200);

  const other = await person();
  await other.change();
  const passwordChange = { current_password: password, password: 'another good one', password_confirmation: 'another good one' };
  expect((await other.self.post('/api/auth/change-password', passwordChange)).status).toBe(200);
  expect((await other.confirm(await other.tokenTo(other.next))).status).toBe(422);
});

test('a new address cannot be confirmed if somebody else has it by then', async () => {
  const { user, next, change, tokenTo, confirm, self, old } = await person();
  await change();
  await (await world()).user('manager', { email: next });
  expect((await confirm(await tokenTo(next))).body.errors).toHaveProperty('token');
  expect((await self.get('/api/profile')).body).toMatchObject({ id: user.id, email: old });
});

test('a person can request at most five new addresses an hour; a sixth gets no email', async () => {
  const { next, change, kindsTo } = await person();
  for (let n = 1; n <= 5; n++) expect((await change({ email: `${n}.${next}` })).status).toBe(200);
  expect((await change({ email: `6.${next}` })).status).toBe(429);
  expect(await kindsTo(`6.${next}`)).toEqual([]);
});

test('a password reset link becomes invalid when the person changes their email address', async () => {
  const { old, next, change, tokenTo, confirm, anyone } = await person();
  await anyone.post('/api/auth/forgot-password', { email: old });
  const reset = await tokenTo(old);
  await change();
  await confirm(await tokenTo(next));
  expect((await anyone.post('/api/auth/reset-password', { token: reset, password: 'a brand new one' })).body.errors).toHaveProperty('token');
});

test('if the office changes somebody’s email address, the change takes effect at once and both addresses are notified', async () => {
  const { user, old, next, kindsTo, login, database, services, now } = await person();
  const office = await (await world()).user('super');
  await database.unitOfWork((db) =>
    setEmail({ db, now: now(), actor: { id: office.id, impersonator_id: null }, request_id: null }, services.settings, user, next),
  );
  expect([await login(next), await login(old)]).toEqual([200, 422]);
  expect([await kindsTo(next), await kindsTo(old)]).toEqual([['email_in_use'], ['email_changed']]);
});
