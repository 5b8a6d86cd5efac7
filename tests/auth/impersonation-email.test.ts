import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { endImpersonationsJob } from '../../server/auth/end-impersonations.ts';
import { hashPassword } from '../../server/auth/password.ts';
import { openDatabase } from '../../server/db/db.ts';
import { auditRows, impersonations, jobs, outbox, sessions } from '../../server/db/tables/index.ts';
import { expire } from '../../server/jobs/expire.ts';
import { JOB_LEASE, runDueJobs } from '../../server/jobs/run-jobs.ts';
import { openPokes } from '../../server/sync/pokes.ts';
import { world } from '../world.ts';
import { superPassword, take } from './impersonating.ts';

const reason = 'Asked on the phone why the fleece is missing';
const signal = new AbortController().signal;

/** A super who has acted as a client's manager since nine o'clock; the client is new. */
async function acting({ email, notify_impersonated = true }: { email?: null; notify_impersonated?: boolean } = {}) {
  const base = await world();
  const { user, account, signIn, caller, database, services, setClock } = base;
  setClock('2026-11-20T09:00:00.000Z');
  const company = await account({ notify_impersonated });
  const person = await user('manager', { account_id: company.id, forenames: 'Sam', ...(email === null && { email, role: 'employee' }) });
  const boss = await user('super', { forenames: 'Ola', surname: 'Reyes', password_hash: await hashPassword(superPassword) });
  const own = await signIn(boss);
  const taken = await take(own, person.id, { reason });
  expect(taken.status).toBe(200);
  const mails = () =>
    database.reader
      .select()
      .from(outbox)
      .where(and(eq(outbox.account_id, company.id), eq(outbox.kind, 'impersonated')));
  const ends = () =>
    database.reader
      .select({ who_id: auditRows.who_id, after: auditRows.after })
      .from(auditRows)
      .where(and(eq(auditRows.what, 'user.impersonation_ended'), eq(auditRows.on_type, 'user'), eq(auditRows.on_id, person.id)));
  const runJob = () => runDueJobs(services, [endImpersonationsJob], signal);
  return { ...base, company, person, boss, own, other: caller(taken.body.token, person.id), expires_at: taken.body.expires_at, mails, ends, runJob };
}
type Scene = Awaited<ReturnType<typeof acting>>;

const currentSession = async ({ get }: Scene['own']): Promise<number> =>
  (await get('/api/auth/sessions')).body.items.find(({ is_current }: { is_current: boolean }) => is_current).id;

const ways: [how: string, end: (scene: Scene) => Promise<{ status: number }>][] = [
  ['the super ends the impersonation', ({ other }) => other.post('/api/auth/logout')],
  ['the super signs out of their own session', ({ own }) => own.post('/api/auth/logout')],
  ['the super signs out all other sessions from another device', async ({ signIn, boss }) => (await signIn(boss)).delete('/api/auth/sessions')],
  [
    'the super changes their password on another device',
    async ({ signIn, boss }) => {
      const password = 'quite another password';
      return (await signIn(boss)).post('/api/auth/change-password', { current_password: superPassword, password, password_confirmation: password });
    },
  ],
  ['the super is deleted', async ({ as, boss }) => (await as('super')).delete(`/api/admin/users/${boss.id}`)],
  [
    'the person signs out the session of the super',
    async ({ signIn, person, other }) => (await signIn(person)).delete(`/api/auth/sessions/${await currentSession(other)}`),
  ],
  ['the person is archived', async ({ as, person }) => (await as('super')).post(`/api/employees/${person.id}/archive`)],
  ['the company of the person is archived', async ({ as, company }) => (await as('super')).delete(`/api/admin/accounts/${company.id}`)],
];

test.each(ways)('a person as whom a super acts gets one email if %s', async (_, end) => {
  const scene = await acting();
  const { setClock, other, person, boss, mails, ends, runJob } = scene;
  setClock(34);
  expect(await mails()).toEqual([]);
  expect((await end(scene)).status).toBe(200);
  expect((await other.get('/api/auth/me')).status).toBe(401);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: person.email, subject: 'Ola Reyes of Kitroom has used your account' });
  for (const fact of ['Hello Sam,', 'Who: Ola Reyes, Kitroom', 'From: 20/11/2026 09:00', 'To: 20/11/2026 09:34', `Why: ${reason}`])
    expect(mail?.text).toContain(fact);
  expect(mail?.text.toLowerCase()).not.toContain('impersonat');
  const after = { began_at: '2026-11-20T09:00:00.000Z', ended_at: '2026-11-20T09:34:00.000Z', is_notified: true };
  expect(await ends()).toEqual([{ who_id: boss.id, after }]);

  // The job due after the hour runs, but sends no second email.
  setClock(60);
  expect(await runJob()).toBe(1);
  expect(await mails()).toHaveLength(1);
  expect(await ends()).toHaveLength(1);
});

describe('acting as somebody else', () => {
  test('ends after an hour in every server process, and the person gets one email', async () => {
    const { services, setClock, other, mails, ends, runJob } = await acting();
    const { database, settings, log } = services;
    const elsewhere = database.engine === 'sqlite' ? database : await openDatabase(settings.database_url, settings.postgres);
    const pokes = openPokes(elsewhere, log);
    try {
      const second = createApp({ ...services, database: elsewhere, pokes });
      const me = async () => (await second.request('/api/auth/me', { headers: { Authorization: `Bearer ${other.token}` } })).status;
      setClock(59);
      expect([(await other.get('/api/auth/me')).status, await me(), await runJob(), (await mails()).length]).toEqual([200, 200, 0, 0]);
      setClock(1);
      expect([(await other.get('/api/auth/me')).status, await me()]).toEqual([401, 401]);
    } finally {
      await pokes.close();
      if (elsewhere !== database) await elsewhere.close();
    }
    // The job runs late, but the recorded end is the end of the hour.
    setClock(7);
    expect(await runJob()).toBe(1);
    expect(await mails()).toMatchObject([{ text: expect.stringContaining('To: 20/11/2026 10:00') }]);
    expect(await ends()).toMatchObject([{ after: { ended_at: '2026-11-20T10:00:00.000Z' } }]);
  });

  test('sends the email even if expired sessions are deleted before the job runs', async () => {
    const { services, setClock, mails, runJob, database, person } = await acting();
    setClock(80);
    await expire.run(services, {}, signal);
    expect(await database.reader.$count(sessions, eq(sessions.user_id, person.id))).toBe(0);
    await runJob();
    expect(await mails()).toMatchObject([{ text: expect.stringContaining('To: 20/11/2026 10:00') }]);
    setClock(8 * 24 * 60);
    await expire.run(services, {}, signal);
    expect(await database.reader.$count(impersonations, eq(impersonations.user_id, person.id))).toBe(0);
  });

  test('sends one email even if the process dies before or after it queues the email', async () => {
    const { services, setClock, mails, runJob, database } = await acting();
    setClock(61);
    const leased_until = new Date(Date.parse('2026-11-20T10:01:00.000Z') + JOB_LEASE).toISOString();
    const waiting = and(eq(jobs.kind, endImpersonationsJob.kind), eq(jobs.due_at, '2026-11-20T10:00:00.000Z'));
    await database.unitOfWork((db) => db.update(jobs).set({ leased_until }).where(waiting));
    expect([await runJob(), (await mails()).length]).toEqual([0, 0]);
    setClock(JOB_LEASE / 60_000);
    await endImpersonationsJob.run(services, {}, signal);
    expect(await mails()).toHaveLength(1);
    // The result of the job was not recorded, so the job runs again.
    expect(await runJob()).toBeGreaterThan(0);
    expect(await mails()).toHaveLength(1);
  });

  test('ends before the hour is over if the super’s own session expires earlier', async () => {
    const { user, signIn, database, now } = await world();
    const boss = await user('super', { password_hash: await hashPassword(superPassword) });
    const own = await signIn(boss);
    const expires_at = new Date(Date.parse(now()) + 10 * 60_000).toISOString();
    await database.unitOfWork((db) => db.update(sessions).set({ expires_at }).where(eq(sessions.user_id, boss.id)));
    expect((await take(own, (await user('manager')).id)).body.expires_at).toBe(expires_at);
  });
});

test('an impersonation that ends in several ways at once sends one email', async () => {
  const { own, other, services, setClock, mails } = await acting();
  setClock(60);
  await Promise.all([
    other.post('/api/auth/logout'),
    own.post('/api/auth/logout'),
    endImpersonationsJob.run(services, {}, signal),
    endImpersonationsJob.run(services, {}, signal),
  ]);
  expect(await mails()).toHaveLength(1);
});

test('if the company has turned these emails off or the person has no address, no email is sent, and the audit records this', async () => {
  for (const off of [{ notify_impersonated: false }, { email: null }]) {
    const { other, mails, ends } = await acting(off);
    await other.post('/api/auth/logout');
    expect(await mails()).toEqual([]);
    expect(await ends()).toMatchObject([{ after: { is_notified: false } }]);
  }
});

test('a person of the provider, such as a picker, also gets an email after a super has acted as them', async () => {
  const { user, as, caller, database } = await world();
  const picker = await user('warehouse');
  const own = await as('super', { password_hash: await hashPassword(superPassword) });
  await caller((await take(own, picker.id)).body.token, picker.id).post('/api/auth/logout');
  expect(
    await database.reader
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.to, picker.email ?? '')),
  ).toEqual([{ kind: 'impersonated' }]);
});

test('only a super can act as somebody else; acting as a super or as somebody who may not sign in is refused', async () => {
  const { user, account, as, own, database } = await acting();
  const before = await database.reader.$count(impersonations);
  const gone = { deleted_at: '2026-11-20T09:00:00.000Z' };
  const closed = await account(gone);
  const manager = await user('manager');
  expect((await take(own, (await user('super')).id)).status).toBe(403);
  expect((await take(own, own.id)).status).toBe(403);
  for (const unknown of [await user('manager', gone), await user('manager', { is_disabled: true }), await user('manager', { account_id: closed.id })])
    expect((await take(own, unknown.id)).status).toBe(404);
  for (const role of ['warehouse', 'embroiderer', 'client_admin', 'site_admin'] as const)
    expect((await take(await as(role, { password_hash: await hashPassword(superPassword) }), manager.id)).status).toBe(403);
  expect(await database.reader.$count(impersonations)).toBe(before);
});
