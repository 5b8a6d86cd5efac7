import { and, asc, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { auditRows, notifications, outbox, passwordResets, sessions, sizeLinks, users } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

const password = 'violet harbour lamp';

async function fixture() {
  const scene = await clientFixture();
  const { database, anyone, person, signIn } = scene;
  const one = (id: number) => `/api/employees/${id}`;
  const events = async (id: number) =>
    (
      await database.reader
        .select({ what: auditRows.what })
        .from(auditRows)
        .where(and(eq(auditRows.on_type, 'user'), eq(auditRows.on_id, id)))
        .orderBy(asc(auditRows.id))
    ).map(({ what }) => what);
  const login = (email: string) => anyone.post('/api/auth/login', { email, password });
  /** Inserts a person with a password. Returns the person with a signed-in caller. */
  const member = async (role: Parameters<typeof person>[0], values: Parameters<typeof person>[1] = {}) => {
    const row = await person(role, { password_hash: await hashPassword(password), ...values });
    return { ...row, email: row.email ?? '', caller: await signIn(row) };
  };
  const noticesTo = async (id: number) =>
    (await database.reader.select().from(notifications).where(eq(notifications.user_id, id))).map(({ data }) => data);
  const mails = (to: string, kind: string) =>
    database.reader
      .select()
      .from(outbox)
      .where(and(eq(outbox.to, to), eq(outbox.kind, kind)));
  return { ...scene, one, events, login, member, noticesTo, mails, office: await scene.as('super') };
}

describe('archiving a person', () => {
  test('the person’s sessions and links end at once, the email address becomes free, and the record of the person is kept', async () => {
    const { admin, member, one, login, events, database, now, wearer, draft, anyone, key } = await fixture();
    const leaver = await member('manager');
    const uuid = await draft(leaver.caller, [wearer.id]);
    const order_id = (await leaver.caller.get(`/api/orders/${uuid}`)).body.id;
    await admin.post(`${one(leaver.id)}/invite`);
    await database.unitOfWork(async (db) => {
      const expires_at = '2027-01-01T00:00:00.000Z';
      await db.insert(sizeLinks).values({ order_id, employee_id: leaver.id, token_hash: `link ${leaver.id}`, created_at: now(), expires_at });
    });
    expect((await admin.get(one(leaver.id))).body).toMatchObject({ is_archived: false, can: { archive: true, delete: false, restore: false } });

    const headers = key();
    const archived = await admin.post(`${one(leaver.id)}/archive`, undefined, headers);
    expect(archived.status).toBe(200);
    expect(archived.body).toMatchObject({
      id: leaver.id,
      is_archived: true,
      version: 2,
      can: { edit: false, archive: false, restore: true },
      open: { drafts: [{ uuid }], orders: [], requests: [], returns: [] },
    });
    expect((await admin.post(`${one(leaver.id)}/archive`, undefined, headers)).body).toEqual(archived.body);
    expect((await admin.post(`${one(leaver.id)}/archive`)).body).toEqual(archived.body);
    expect(await events(leaver.id)).toEqual(['employee.invited', 'employee.archived']);

    expect((await leaver.caller.get('/api/auth/me')).status).toBe(401);
    expect(await database.reader.$count(sessions, eq(sessions.user_id, leaver.id))).toBe(0);
    expect((await login(leaver.email)).status).toBe(422);
    const [link] = await database.reader.select().from(sizeLinks).where(eq(sizeLinks.employee_id, leaver.id));
    expect(link?.expires_at).toBe(now());
    const [reset] = await database.reader.select().from(passwordResets).where(eq(passwordResets.user_id, leaver.id));
    expect(reset?.used_at).toBe(now());
    expect((await anyone.post('/api/auth/forgot-password', { email: leaver.email })).status).toBe(202);
    expect(await database.reader.$count(passwordResets, eq(passwordResets.user_id, leaver.id))).toBe(1);

    expect((await admin.get(`/api/employees?search=${leaver.email}`)).body.items).toEqual([]);
    expect((await admin.get(one(leaver.id))).body).toMatchObject({ id: leaver.id, is_archived: true });
    expect((await admin.put(one(leaver.id), { surname: 'Other' })).status).toBe(404);
    expect((await admin.get(`/api/orders/${uuid}`)).body.is_submitted).toBe(false);
    const again = { forenames: 'New', surname: 'Person', roles: ['employee'], sites: [(await admin.get(one(wearer.id))).body.sites[0].id] };
    expect((await admin.post('/api/employees', { ...again, email: leaver.email })).status).toBe(201);
  });

  test('a restored person can sign in with their password again, and cannot use an old session', async () => {
    const { admin, member, one, login, events } = await fixture();
    const leaver = await member('employee_with_order');
    await admin.post(`${one(leaver.id)}/archive`);
    const restored = await admin.post(`${one(leaver.id)}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { is_archived: false, version: 3, can: { edit: true, archive: true, restore: false } } });
    expect((await admin.post(`${one(leaver.id)}/restore`)).body).toEqual(restored.body);
    expect((await leaver.caller.get('/api/auth/me')).status).toBe(401);
    expect((await login(leaver.email)).status).toBe(200);
    await admin.post(`${one(leaver.id)}/archive`);
    expect((await admin.get(`/api/employees/restore/${leaver.id}`)).body).toMatchObject({ is_archived: false, version: 5 });
    expect(await events(leaver.id)).toEqual(['employee.archived', 'employee.restored', 'employee.archived', 'employee.restored']);
  });

  test('a HEAD request to the address for restoring does not restore the person', async () => {
    const { admin, member, one } = await fixture();
    const leaver = await member('employee');
    await admin.post(`${one(leaver.id)}/archive`);
    expect((await admin.raw(`/api/employees/restore/${leaver.id}`, { method: 'HEAD' })).status).toBe(405);
    expect((await admin.get(one(leaver.id))).body.is_archived).toBe(true);
  });

  test('a person cannot be restored while somebody else has their email address', async () => {
    const { admin, member, one, site } = await fixture();
    const leaver = await member('manager');
    await admin.post(`${one(leaver.id)}/archive`);
    const starter = { forenames: 'New', surname: 'Person', roles: ['manager'], sites: [site.id], email: leaver.email };
    const { body: successor } = await admin.post('/api/employees', starter);
    expect(await admin.post(`${one(leaver.id)}/restore`)).toMatchObject({
      status: 422,
      body: { errors: { email: ['This email address already exists'] } },
    });
    await admin.put(one(successor.id), { email: 'another@northgate.test' });
    expect((await admin.post(`${one(leaver.id)}/restore`)).status).toBe(200);
  });

  test('callers can archive a person whom they may edit, and cannot archive themselves', async () => {
    const { admin, member, one, signed, as, account, newSite } = await fixture();
    const leaver = await member('site_admin');
    const boss = await member('client_admin');
    const path = `${one(leaver.id)}/archive`;
    expect((await boss.caller.post(`${one(boss.id)}/archive`)).body.message).toBe('You cannot archive or delete yourself.');
    expect((await boss.caller.get(one(boss.id))).body.can).toMatchObject({ archive: false, delete: false });
    expect((await (await signed('manager')).post(path)).status).toBe(404);
    expect((await (await signed('employee')).post(path)).status).toBe(404);
    expect((await leaver.caller.post(path)).status).toBe(403);
    for (const role of ['warehouse', 'embroiderer'] as const) expect((await (await as(role)).post(path)).status).toBe(404);
    const other = await account();
    const stranger = await as('client_admin', { account_id: other.id, sites: [(await newSite(other.id)).id] });
    for (const address of [path, `${one(leaver.id)}/restore`]) expect((await stranger.post(address)).status).toBe(404);
    expect((await stranger.get(`${one(leaver.id)}/open`)).status).toBe(404);
    expect((await admin.post(path)).status).toBe(200);
  });

  test('the list of the person’s open orders, drafts and requests contains only what the caller can see', async () => {
    const { admin, member, one, wearer, draft, order, submit, submitted, signed, elsewhere, medium, dress } = await fixture();
    const leaver = await member('manager');
    const theirs = await draft(leaver.caller, [wearer.id]);
    const requester = await member('employee');
    await dress(requester.id);
    const requested = await draft(requester.caller, [requester.id]);
    await order(requested, medium.id, 1, requester.caller, requester.id);
    await submit(requested, {}, requester.caller);
    const worn = await submitted();
    expect((await admin.get(`${one(leaver.id)}/open`)).body).toMatchObject({ drafts: [{ uuid: theirs }], requests: [] });
    expect((await admin.get(`${one(requester.id)}/open`)).body).toMatchObject({ drafts: [], requests: [{ uuid: requested }] });
    const { body } = await admin.get(`${one(wearer.id)}/open`);
    expect(body.orders).toEqual([{ uuid: worn, number: expect.stringMatching(/^\d{5}$/) }]);
    // A manager of one of the wearer's two sites sees only the orders for this site.
    await admin.put(one(wearer.id), { sites: [(await admin.get(one(leaver.id))).body.sites[0].id, elsewhere.id] });
    const far = await signed('manager', { sites: [elsewhere.id] });
    expect((await far.get(`${one(wearer.id)}/open`)).body).toMatchObject({ orders: [], drafts: [] });
  });
});

describe('deleting a person', () => {
  test('is possible only for supers, keeps the record of the person, and can be undone only by a super', async () => {
    const { admin, office, member, one, client, account, events, draft, wearer } = await fixture();
    const leaver = await member('manager');
    const uuid = await draft(leaver.caller, [wearer.id]);
    expect((await admin.delete(one(leaver.id))).status).toBe(403);
    const elsewhere = await account();
    expect((await office.delete(`/api/admin/accounts/${elsewhere.id}/employees/${leaver.id}`)).status).toBe(404);
    expect((await office.delete(`/api/admin/users/${leaver.id}`)).status).toBe(404);
    const deleted = await office.delete(`/api/admin/accounts/${client.id}/employees/${leaver.id}`);
    expect(deleted).toMatchObject({ status: 200, body: { is_archived: true, can: { restore: true, delete: false }, open: { drafts: [{ uuid }] } } });
    expect((await office.delete(one(leaver.id))).body).toEqual(deleted.body);
    expect((await leaver.caller.get('/api/auth/me')).status).toBe(401);
    expect((await admin.get(one(leaver.id))).body.can).toMatchObject({ restore: false });
    expect((await admin.post(`${one(leaver.id)}/restore`)).status).toBe(403);
    expect((await admin.get(`/api/employees/restore/${leaver.id}`)).status).toBe(403);
    expect((await office.post(`${one(leaver.id)}/restore`)).status).toBe(200);
    expect(await events(leaver.id)).toEqual(['employee.deleted', 'employee.restored']);
    await admin.post(`${one(leaver.id)}/archive`);
    await office.delete(one(leaver.id));
    expect((await admin.post(`${one(leaver.id)}/restore`)).status).toBe(403);
    expect((await admin.post(`${one(leaver.id)}/archive`)).status).toBe(200);
    expect((await admin.post(`${one(leaver.id)}/restore`)).status).toBe(403);
  });

  test('who belongs to the provider also ends the sessions in which this person acts as somebody else', async () => {
    const { office, as, signIn, user, wearer, one, database, now } = await fixture();
    const leaver = await as('super');
    const [own] = await database.reader.select().from(sessions).where(eq(sessions.user_id, leaver.id));
    await database.unitOfWork(async (db) => {
      const about = { created_at: now(), last_seen_at: now(), expires_at: '2027-01-01T00:00:00.000Z' };
      await db
        .insert(sessions)
        .values({ user_id: wearer.id, token_hash: `acting ${leaver.id}`, impersonator_id: leaver.id, parent_id: own?.id ?? 0, ...about });
    });
    const acting = eq(sessions.token_hash, `acting ${leaver.id}`);
    expect(await database.reader.$count(sessions, acting)).toBe(1);
    expect((await office.delete(`/api/admin/users/${leaver.id}`)).body).toMatchObject({ is_archived: true, primary_role: 'super', account_id: null });
    expect(await database.reader.$count(sessions, acting)).toBe(0);
    const picker = await user('warehouse');
    const tablet = await signIn(picker);
    expect((await office.post(`${one(picker.id)}/archive`)).status).toBe(200);
    expect((await tablet.get('/api/auth/me')).status).toBe(401);
    expect((await office.post(`${one(picker.id)}/restore`)).body).toMatchObject({ is_archived: false, primary_role: 'warehouse' });
  });

  test('is refused if the person is the caller, and gets 409 if the person is the last super', async () => {
    const { office, as, database, services, signIn } = await fixture();
    expect((await office.delete(`/api/admin/users/${office.id}`)).body.message).toBe('You cannot archive or delete yourself.');
    const other = await as('super');
    const others = await database.reader.select({ id: users.id }).from(users).where(eq(users.role, 'super'));
    const rest = others.map(({ id }) => id).filter((id) => id !== office.id && id !== other.id);
    await services.database.unitOfWork(async (db) => {
      if (rest.length) await db.update(users).set({ is_disabled: true }).where(inArray(users.id, rest));
    });
    // If two supers delete each other at the same moment, one of them stays.
    const answers = await Promise.all([office.delete(`/api/admin/users/${other.id}`), other.delete(`/api/admin/users/${office.id}`)]);
    const kinds = answers.map(({ status, body }) => (status === 409 ? body.code : status)).sort();
    expect([
      [200, 'last_super'],
      [200, 401],
    ]).toContainEqual(kinds);
    await services.database.unitOfWork(async (db) => {
      if (rest.length) await db.update(users).set({ is_disabled: false }).where(inArray(users.id, rest));
      await db
        .update(users)
        .set({ deleted_at: null, is_deleted_by_super: false })
        .where(inArray(users.id, [office.id, other.id]));
    });
    await signIn({ id: office.id, role: 'super' });
  });
});

describe('requests that wait for approval', () => {
  async function waiting() {
    const scene = await fixture();
    const requester = await scene.member('employee');
    await scene.dress(requester.id);
    const uuids: string[] = [];
    const ask = async () => {
      const uuid = await scene.draft(requester.caller, [requester.id]);
      await scene.order(uuid, scene.medium.id, 1, requester.caller, requester.id);
      expect((await scene.submit(uuid, {}, requester.caller)).status).toBe(200);
      uuids.push(uuid);
    };
    return { ...scene, requester, ask, uuids };
  }

  test('are passed to the client managers if the only manager of the site is archived', async () => {
    const { member, ask, uuids, admin, one, noticesTo, mails, database } = await waiting();
    const [boss] = await database.reader.select().from(users).where(eq(users.id, admin.id));
    const manager = await member('manager');
    await ask();
    await ask();
    expect(await noticesTo(admin.id)).toEqual([]);
    await admin.post(`${one(manager.id)}/archive`);
    expect((await noticesTo(admin.id)).map(({ url }) => url)).toEqual(uuids.map((uuid) => `/orders/${uuid}`));
    const [mail, ...more] = await mails(boss?.email ?? '', 'approvals_handed_over');
    expect(mail).toMatchObject({ subject: '2 orders need your approval', account_id: manager.account_id });
    expect(more).toEqual([]);
  });

  test('are not passed on while the site has another manager', async () => {
    const { member, ask, admin, one, noticesTo } = await waiting();
    const manager = await member('manager');
    await member('site_admin');
    await ask();
    await admin.post(`${one(manager.id)}/archive`);
    expect(await noticesTo(admin.id)).toEqual([]);
  });

  test('are passed to the client managers once if all managers of the site are archived together', async () => {
    const { member, ask, uuids, admin, noticesTo, mails, database } = await waiting();
    const [boss] = await database.reader.select().from(users).where(eq(users.id, admin.id));
    const ids = [(await member('manager')).id, (await member('site_admin')).id];
    await ask();
    expect((await admin.post('/api/employees/bulk', { ids, archive: true })).status).toBe(200);
    expect((await noticesTo(admin.id)).map(({ url }) => url)).toEqual(uuids.map((uuid) => `/orders/${uuid}`));
    expect(await mails(boss?.email ?? '', 'approvals_handed_over')).toHaveLength(1);
  });

  test('are passed to the provider if the only client manager is archived', async () => {
    const { ask, admin, office, one, noticesTo, uuids } = await waiting();
    await ask();
    expect(await noticesTo(admin.id)).toHaveLength(1);
    await office.post(`${one(admin.id)}/archive`);
    expect(await noticesTo(office.id)).toMatchObject([{ url: `/orders/${uuids[0]}` }]);
  });

  test('are not passed on if the archived manager was supervised and could not approve them', async () => {
    const { ask, admin, office, one, member, noticesTo } = await waiting();
    const manager = await member('manager', { is_supervised_orderer: true });
    await ask();
    await office.post(`${one(manager.id)}/archive`);
    expect(await noticesTo(admin.id)).toHaveLength(1);
  });
});
