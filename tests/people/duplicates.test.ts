import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, userSites, users } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const taken = {
  email: 'This email address already exists',
  number: 'An employee with this employee number already exists',
  name: 'An employee with this exact name already exists',
};

async function fixture() {
  const scene = await clientFixture();
  const check = async (query: Record<string, string | number>, by: Caller = scene.admin) => {
    const { status, body } = await by.get(
      `/api/check-user-name?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    );
    return status === 200 ? body : status;
  };
  return { ...scene, check, office: await scene.as('super') };
}

describe('the check whether a person exists already', () => {
  test('finds people of the company by email address, number and exact name, in this order', async () => {
    const { check, person, elsewhere } = await fixture();
    const ann = await person('employee', { forenames: 'Ann', surname: 'Check-Lee', employee_number: 'C-1', email: 'ann.check@northgate.test' });
    const bob = await person('employee', { forenames: 'Bob', surname: 'Check-Lee', employee_number: 'C-2', email: 'bob.check@northgate.test' });
    const cy = await person('employee', { forenames: 'Cy', surname: 'Check-Lee', employee_number: 'C-3' });
    const named = (one: { id: number; forenames: string }) => ({
      id: one.id,
      name: `${one.forenames} Check-Lee`,
      is_trashed: false,
      can_open: true,
      can_restore: false,
      can_pull: true,
      pull_sites: [elsewhere.id],
    });
    expect(await check({ email: ' Ann.Check@Northgate.test' })).toEqual({ problems: [taken.email], user: named(ann), can_add: false });
    expect(await check({ number: 'c-2' })).toEqual({ problems: [taken.number], user: named(bob), can_add: false });
    expect(await check({ forenames: 'cy', surname: 'CHECK-LEE' })).toEqual({ problems: [taken.name], user: named(cy), can_add: true });
    expect(await check({ forenames: 'Cy', surname: 'Check-Lee', number: 'C-2', email: ann.email ?? '' })).toEqual({
      problems: [taken.email, taken.number, taken.name],
      user: named(ann),
      can_add: false,
    });
    expect(await check({ forenames: 'Cy', surname: 'Check-Lee', number: 'C-2' })).toMatchObject({
      problems: [taken.number, taken.name],
      user: { id: bob.id },
    });
    const partial: Record<string, string>[] = [
      {},
      { forenames: 'Cy' },
      { surname: 'Check-Lee' },
      { forenames: 'Cyr', surname: 'Check-Lee' },
      { number: 'C-' },
      { email: '' },
    ];
    for (const none of partial) expect(await check(none), JSON.stringify(none)).toEqual({ problems: [], user: null, can_add: true });
  });

  test('treats every kind of apostrophe as the same', async () => {
    const { check, person } = await fixture();
    const shaun = await person('employee', { forenames: 'Shaun', surname: 'O’Check' });
    const dara = await person('employee', { forenames: 'Dara', surname: "O'Check" });
    for (const surname of ["O'Check", 'O’Check'])
      for (const one of [shaun, dara])
        expect(await check({ forenames: one.forenames, surname }), surname).toMatchObject({ problems: [taken.name], user: { id: one.id } });
  });

  test('does not find the person who is being edited', async () => {
    const { check, wearer } = await fixture();
    const { forenames, surname, email } = wearer;
    const typed = { forenames, surname, email: email ?? '' };
    expect((await check(typed)).problems).toHaveLength(2);
    expect(await check({ ...typed, id: wearer.id })).toEqual({ problems: [], user: null, can_add: true });
  });

  test('does not name people of another company: it says only that the email address is taken', async () => {
    const { check, user, account, now } = await fixture();
    const other = await account();
    const about = { account_id: other.id, forenames: 'Far', surname: 'Check-Away', employee_number: 'FAR-1' };
    const far = await user('employee', { ...about, email: 'far.check@elsewhere.test' });
    const leaver = await user('employee', { ...about, email: 'left.check@elsewhere.test', deleted_at: now() });
    expect(await check({ forenames: far.forenames, surname: far.surname, number: 'FAR-1', email: far.email ?? '' })).toEqual({
      problems: [taken.email],
      user: null,
      can_add: false,
    });
    expect(await check({ email: leaver.email ?? '' })).toEqual({ problems: [], user: null, can_add: true });
  });

  test('offers restoring an archived person only to callers who may restore the person', async () => {
    const { check, admin, person, signed, now, office, client, elsewhere } = await fixture();
    const email = 'archived.check@northgate.test';
    const leaver = await person('manager', { forenames: 'Left', surname: 'Check-Gone', email, deleted_at: now() });
    const match = { id: leaver.id, name: 'Left Check-Gone', is_trashed: true, can_open: true, can_pull: false, pull_sites: [] };
    expect(await check({ email })).toEqual({ problems: [taken.email], user: { ...match, can_restore: true }, can_add: true });
    expect(await check({ email, account_id: client.id }, office)).toMatchObject({ user: { can_restore: true } });
    // A site manager cannot restore a person of another site, and no client can restore a person whom the office deleted.
    expect(await check({ email }, await signed('site_admin', { sites: [elsewhere.id] }))).toMatchObject({
      user: { ...match, can_open: false, can_restore: false },
    });
    const deleted = await person('manager', { forenames: 'Deleted', surname: 'Check-Gone', deleted_at: now(), is_deleted_by_super: true });
    expect(await check({ forenames: 'Deleted', surname: 'Check-Gone' })).toMatchObject({ user: { id: deleted.id, can_restore: false } });
    // If an active and an archived person have the email address, the active person is named.
    expect((await admin.post(`/api/employees/${leaver.id}/restore`)).status).toBe(200);
    await person('employee', { email: 'twice.check@northgate.test', deleted_at: now() });
    const live = await person('employee', { email: 'twice.check@northgate.test' });
    expect(await check({ email: 'twice.check@northgate.test' })).toMatchObject({ user: { id: live.id, is_trashed: false } });
  });

  test('is allowed to callers who may edit people; the office names the company whose people are searched', async () => {
    const { check, office, client, account, wearer, admin, as, signed, user } = await fixture();
    const typed = { forenames: wearer.forenames, surname: wearer.surname };
    const other = await account();
    expect(await check({ ...typed, account_id: client.id }, office)).toMatchObject({ user: { id: wearer.id } });
    expect(await check({ ...typed, account_id: other.id }, office)).toEqual({ problems: [], user: null, can_add: true });
    expect(await check({ ...typed, account_id: client.id }, admin)).toMatchObject({ user: { id: wearer.id } });
    expect(await check({ ...typed, account_id: other.id }, admin)).toBe(404);
    expect(await check(typed, await as('warehouse'))).toBe(403);
    expect(await check(typed, await signed('employee'))).toBe(403);
    // Without a company the office searches the provider's own people.
    const picker = await user('warehouse', { forenames: 'Pia', surname: 'Check-Picker' });
    expect(await check({ forenames: 'Pia', surname: 'Check-Picker' }, office)).toEqual({
      problems: [taken.name],
      user: { id: picker.id, name: 'Pia Check-Picker', is_trashed: false, can_open: true, can_restore: false, can_pull: false, pull_sites: [] },
      can_add: true,
    });
    expect(await check(typed, office)).toEqual({ problems: [], user: null, can_add: true });
  });
});

describe('pulling a person to a site', () => {
  test('gives a person of the same company one of the caller’s sites, once, and is audited', async () => {
    const { person, signed, site, elsewhere, check, database, key } = await fixture();
    const far = await person('employee', { forenames: 'Far', surname: 'Pulled', sites: [elsewhere.id] });
    const manager = await signed('manager');
    const path = `/api/employees/${far.id}`;
    expect((await manager.get(path)).status).toBe(404);
    expect(await check({ forenames: 'Far', surname: 'Pulled' }, manager)).toMatchObject({ user: { id: far.id, can_pull: true } });
    const headers = key();
    const pulled = await manager.post(`${path}/pull`, { site_id: site.id }, headers);
    expect(pulled).toMatchObject({ status: 200, body: { id: far.id, version: 2, can: { edit: true } } });
    expect(pulled.body.sites.map(({ id }: { id: number }) => id).sort()).toEqual([site.id, elsewhere.id].sort());
    expect((await manager.post(`${path}/pull`, { site_id: site.id }, headers)).body).toEqual(pulled.body);
    expect(await manager.post(`${path}/pull`, { site_id: site.id })).toMatchObject({
      status: 422,
      body: { errors: { site_id: [`Far Pulled works at ${site.name} already.`] } },
    });
    expect((await manager.get(path)).body).toMatchObject(pulled.body);
    expect(await check({ forenames: 'Far', surname: 'Pulled' }, manager)).toMatchObject({ user: { can_pull: false, pull_sites: [] } });
    const events = await database.reader
      .select()
      .from(auditRows)
      .where(and(eq(auditRows.what, 'employee.pulled'), eq(auditRows.on_id, far.id)));
    expect(events).toMatchObject([{ who_id: manager.id, after: { site_id: site.id } }]);
  });

  test('is refused for a person or site of another company, a person with a higher role, an archived person, and oneself', async () => {
    const { person, signed, signIn, site, elsewhere, admin, account, newSite, user, now, office, wearer } = await fixture();
    const other = await account();
    const theirs = await newSite(other.id);
    const stranger = await user('employee', { account_id: other.id, sites: [theirs.id] });
    const boss = await person('client_admin', { sites: [elsewhere.id] });
    const far = await person('employee', { sites: [elsewhere.id] });
    const leaver = await person('employee', { sites: [elsewhere.id], deleted_at: now() });
    const manager = await signed('manager');
    const pull = (id: number, site_id: number, by: Caller = manager) => by.post(`/api/employees/${id}/pull`, { site_id });
    expect((await pull(stranger.id, site.id)).status).toBe(404);
    expect((await pull(leaver.id, site.id)).status).toBe(404);
    expect((await pull(boss.id, site.id)).status).toBe(403);
    expect((await pull(manager.id, site.id)).status).toBe(403);
    expect((await pull(far.id, site.id, await signIn(wearer))).status).toBe(403);
    const refusal = { site_id: ['This site does not exist, or you do not have access to it.'] };
    for (const wrong of [theirs.id, elsewhere.id, 999_999]) expect((await pull(far.id, wrong)).body.errors).toEqual(refusal);
    expect((await pull(far.id, theirs.id, admin)).body.errors).toEqual(refusal);
    expect((await pull(stranger.id, site.id, office)).body.errors).toEqual(refusal);
    expect((await manager.post(`/api/employees/${far.id}/pull`, {})).body.errors).toEqual({ site_id: [expect.any(String)] });
    expect((await pull(far.id, site.id, office)).status).toBe(200);
  });

  test('adds each site once if two people each send their request twice at the same time', async () => {
    const { person, signed, site, elsewhere, newSite, client, database } = await fixture();
    const third = await newSite(client.id);
    const far = await person('employee', { sites: [elsewhere.id] });
    const [one, other] = [await signed('site_admin'), await signed('manager', { sites: [third.id] })];
    const calls = [one, one, other, other].map((by) => by.post(`/api/employees/${far.id}/pull`, { site_id: by === one ? site.id : third.id }));
    expect((await Promise.all(calls)).map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    expect(await database.reader.$count(userSites, eq(userSites.user_id, far.id))).toBe(3);
    expect(await database.reader.$count(auditRows, and(eq(auditRows.what, 'employee.pulled'), eq(auditRows.on_id, far.id)))).toBe(2);
    const [row] = await database.reader.select({ version: users.version }).from(users).where(eq(users.id, far.id));
    expect(row?.version).toBe(3);
  });
});

describe('an employee number', () => {
  const taken422 = { status: 422, body: { errors: { employee_number: [taken.number] } } };

  test('can belong to only one person of a company; capitals make no difference', async () => {
    const { admin, office, client, site, person, account, newSite, check } = await fixture();
    const ann = await person('employee', { forenames: 'Ann', surname: 'Numbered', employee_number: 'N-1' });
    const bob = await person('employee', { forenames: 'Bob', surname: 'Numbered', employee_number: 'N-2' });
    const body = { forenames: 'Cy', surname: 'Numbered', roles: ['employee'], sites: [site.id] };
    expect(await check({ number: 'n-1' })).toMatchObject({ user: { id: ann.id }, can_add: false });
    expect(await admin.post('/api/employees', { ...body, employee_number: ' n-1 ' })).toMatchObject(taken422);
    expect(await office.post(`/api/admin/accounts/${client.id}/employees`, { ...body, employee_number: 'N-1' })).toMatchObject(taken422);
    expect(await admin.put(`/api/employees/${bob.id}`, { employee_number: 'n-1' })).toMatchObject(taken422);
    expect((await admin.put(`/api/employees/${bob.id}`, { employee_number: 'n-2' })).status).toBe(200);
    const other = await account();
    const theirs = await newSite(other.id);
    const elsewhere = { ...body, sites: [theirs.id], employee_number: 'N-1' };
    expect((await office.post(`/api/admin/accounts/${other.id}/employees`, elsewhere)).status).toBe(201);
  });

  test('is free once its holder is archived; the holder can be restored only while nobody else has the number', async () => {
    const { admin, site, person, check } = await fixture();
    const leaver = await person('employee', { forenames: 'Lee', surname: 'Numbered', employee_number: 'N-3' });
    expect((await admin.post(`/api/employees/${leaver.id}/archive`)).status).toBe(200);
    expect(await check({ number: 'N-3' })).toMatchObject({ user: { id: leaver.id, can_restore: true }, can_add: true });
    const body = { forenames: 'Dee', surname: 'Numbered', roles: ['employee'], sites: [site.id], employee_number: 'n-3' };
    const added = await admin.post('/api/employees', body);
    expect(added.status).toBe(201);
    expect(await admin.post(`/api/employees/${leaver.id}/restore`)).toMatchObject(taken422);
    expect((await admin.put(`/api/employees/${added.body.id}`, { employee_number: null })).status).toBe(200);
    expect((await admin.post(`/api/employees/${leaver.id}/restore`)).status).toBe(200);
  });

  test('that is given to several people at the same time is stored for only one of them', async () => {
    const { admin, site, person, now } = await fixture();
    const leaver = await person('employee', { employee_number: 'N-4', deleted_at: now() });
    const other = await person('employee');
    const body = { forenames: 'Eve', surname: 'Numbered', roles: ['employee'], sites: [site.id], employee_number: 'N-4' };
    const calls = [
      admin.post('/api/employees', body),
      admin.post('/api/employees', { ...body, forenames: 'Flo' }),
      admin.put(`/api/employees/${other.id}`, { employee_number: 'n-4' }),
      admin.post(`/api/employees/${leaver.id}/restore`),
    ];
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status >= 300)) expect(refused).toMatchObject(taken422);
  });

  test('of one of the provider’s people cannot be given to another of the provider’s people', async () => {
    const { office } = await fixture();
    const body = { forenames: 'Gil', surname: 'Numbered', roles: ['warehouse'], employee_number: 'P-1' };
    const made = await office.post('/api/admin/users', { ...body, email: 'gil.numbered@kitroom.test' });
    expect(made.status).toBe(201);
    expect(await office.post('/api/admin/users', { ...body, email: 'hal.numbered@kitroom.test' })).toMatchObject(taken422);
  });
});
