import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, notifications, orders, sessions, users } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Answer } from '../world.ts';

const statuses = (answers: Answer[]): number[] => answers.map(({ status }) => status).sort();
const TURNS = 8;

test('ten simultaneous requests to archive one person are recorded once and get the same answer', async () => {
  const { admin, signed, database } = await clientFixture();
  const leaver = await signed('manager');
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.post(`/api/employees/${leaver.id}/archive`)));
  expect(statuses(answers)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ body }) => body.version))).toEqual(new Set([2]));
  expect(await database.reader.$count(auditRows, and(eq(auditRows.what, 'employee.archived'), eq(auditRows.on_id, leaver.id)))).toBe(1);
});

test('a person who is archived while they submit an order has no session afterwards; the order is submitted or refused', async () => {
  const { admin, person, signIn, wearer, order, draft, submit, database } = await clientFixture();
  for (let turn = 0; turn < TURNS; turn++) {
    const leaver = await person('manager');
    const caller = await signIn(leaver);
    const uuid = await draft(caller, [wearer.id]);
    await order(uuid, undefined, 1, caller);
    const [archived, submitted] = await Promise.all([admin.post(`/api/employees/${leaver.id}/archive`), submit(uuid, {}, caller)]);
    expect(archived.status).toBe(200);
    expect([200, 401]).toContain(submitted.status);
    const [row] = await database.reader.select({ submitted_at: orders.submitted_at }).from(orders).where(eq(orders.uuid, uuid));
    expect(row?.submitted_at !== null).toBe(submitted.status === 200);
    expect(await database.reader.$count(sessions, eq(sessions.user_id, leaver.id))).toBe(0);
    expect((await caller.get('/api/auth/me')).status).toBe(401);
  }
});

test('a request that is sent while its only approver is archived reaches somebody who can approve it', async () => {
  const { admin, person, signIn, dress, order, draft, submit, database, medium } = await clientFixture();
  for (let turn = 0; turn < TURNS; turn++) {
    const manager = await person('manager');
    const requester = await person('employee');
    await dress(requester.id);
    const caller = await signIn(requester);
    const uuid = await draft(caller, [requester.id]);
    await order(uuid, medium.id, 1, caller, requester.id);
    const [archived, requested] = await Promise.all([admin.post(`/api/employees/${manager.id}/archive`), submit(uuid, {}, caller)]);
    expect(statuses([archived, requested])).toEqual([200, 200]);
    const notices = await database.reader.select().from(notifications).where(eq(notifications.user_id, admin.id));
    expect(notices.filter(({ data }) => data.url === `/orders/${uuid}`)).toHaveLength(1);
  }
});

test('when both managers of a site are archived at once, the requests sent to them go to the client manager', async () => {
  const { admin, person, signIn, dress, order, draft, submit, database, medium } = await clientFixture();
  for (let turn = 0; turn < TURNS; turn++) {
    const managers = [await person('manager'), await person('site_admin')];
    const requester = await person('employee');
    await dress(requester.id);
    const caller = await signIn(requester);
    const uuid = await draft(caller, [requester.id]);
    await order(uuid, medium.id, 1, caller, requester.id);
    await submit(uuid, {}, caller);
    expect(statuses(await Promise.all(managers.map(({ id }) => admin.post(`/api/employees/${id}/archive`))))).toEqual([200, 200]);
    const notices = await database.reader.select().from(notifications).where(eq(notifications.user_id, admin.id));
    expect(notices.filter(({ data }) => data.url === `/orders/${uuid}`)).toHaveLength(1);
  }
});

test('if several archived people with the same email address are restored at once, one gets the address', async () => {
  const { admin, person, site, database, now } = await clientFixture();
  for (let turn = 0; turn < TURNS; turn++) {
    const email = `shared.${site.id}.${turn}@northgate.test`;
    const leavers = [];
    for (let n = 0; n < 3; n++) leavers.push(await person('manager', { email, deleted_at: now() }));
    const starter = { forenames: 'New', surname: 'Person', roles: ['manager'], sites: [site.id], email };
    const restoreAll = leavers.map(({ id }) => admin.post(`/api/employees/${id}/restore`));
    const answers = await Promise.all([...restoreAll, admin.post('/api/employees', starter)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status >= 300)) {
      expect(status).toBe(422);
      expect(body.errors.email).toEqual(['This email address already exists']);
    }
    expect(await database.reader.$count(users, and(eq(users.email, email), isNull(users.deleted_at)))).toBe(1);
  }
});
