import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/auth/password.ts';
import { auditRows, outbox, savedAddresses } from '../../server/db/tables/index.ts';
import { notify } from '../../server/notifications/notify.ts';
import { clientFixture } from '../ordering/fixture.ts';

const ids = (body: { items: { id: number }[] }): number[] => body.items.map(({ id }) => id);

describe('people to choose from', () => {
  test('are all people of the caller’s client or sites, or only the caller, depending on the caller’s role', async () => {
    const { admin, signed, signIn, person, wearer, elsewhere, as, client } = await clientFixture();
    const far = await person('employee', { sites: [elsewhere.id] });
    const list = async (by: typeof admin) => ids((await by.get('/api/employees?per_page=100')).body);
    expect(await list(admin)).toEqual(expect.arrayContaining([wearer.id, far.id, admin.id]));
    const manager = await signed('manager');
    expect(await list(manager)).toEqual(expect.arrayContaining([wearer.id, manager.id]));
    expect(await list(manager)).not.toContain(far.id);
    expect(await list(await signIn(wearer))).toEqual([wearer.id]);
    expect(await list(await as('client_admin'))).not.toContain(wearer.id);
    expect((await (await as('warehouse')).get('/api/employees')).status).toBe(403);
    const office = await as('super');
    expect(ids((await office.get(`/api/admin/accounts/${client.id}/employees`)).body)).toContain(wearer.id);
    expect((await admin.get(`/api/admin/accounts/${client.id}/employees`)).status).toBe(403);
  });

  test('include nobody with a role above the caller’s if the caller is a Department Manager', async () => {
    const { signed, person } = await clientFixture();
    const boss = await person('site_admin');
    expect(ids((await (await signed('manager')).get('/api/employees?per_page=100')).body)).not.toContain(boss.id);
    expect(ids((await (await signed('site_admin')).get('/api/employees?per_page=100')).body)).toContain(boss.id);
  });

  test('are shown in pages, and can be searched by name and number without regard to capitals', async () => {
    const { admin, person } = await clientFixture();
    const anna = await person('employee', { forenames: 'Anna', surname: 'Brówn-Smith', employee_number: 'E%42' });
    const find = async (search: string) => ids((await admin.get(`/api/employees?search=${encodeURIComponent(search)}`)).body);
    expect(await find('ANNA br')).toEqual([anna.id]);
    expect(await find('e%4')).toEqual([anna.id]);
    expect(await find('%')).not.toEqual([]);
    expect(await find('no such person')).toEqual([]);
    const page = (await admin.get('/api/employees?per_page=2&page=2&orderBy=name&sortedBy=desc')).body;
    expect(page).toMatchObject({ current_page: 2, per_page: 2 });
    expect((await admin.get('/api/employees?orderBy=password_hash')).status).toBe(422);
  });
});

test('a Client Manager chooses from all sites of the client, other people from the sites where they work; each site has its address', async () => {
  const { admin, signed, site, elsewhere, as, client, signIn, wearer } = await clientFixture();
  const list = async (by: typeof admin, query = '') => (await by.get(`/api/sites?include=delivery_address&perPage=9999${query}`)).body;
  expect(ids(await list(admin))).toEqual([site.id, elsewhere.id]);
  expect((await list(admin)).items[0]).toMatchObject({ delivery_address: { postcode: 'LS1 4AP' }, version: 1 });
  expect((await list(admin)).per_page).toBe(9999);
  expect((await admin.get('/api/sites')).body.per_page).toBe(10_000);
  expect(ids(await list(admin, '&skip_empty_sites=1'))).toEqual([site.id]);
  expect(ids(await list(admin, `&search=${encodeURIComponent(elsewhere.name)}`))).toEqual([elsewhere.id]);
  const second = (await admin.get('/api/sites?per_page=1&page=2')).body;
  expect(second).toMatchObject({ items: [{ id: elsewhere.id }], per_page: 1, total: 2, last_page: 2 });
  expect(ids(await list(await signed('site_admin')))).toEqual([site.id]);
  expect(ids(await list(await signIn(wearer)))).toEqual([site.id]);
  expect(ids(await list(await as('client_admin'), `&account_id=${client.id}`))).toEqual([]);
  expect(ids(await list(await as('super'), `&account_id=${client.id}`))).toEqual([site.id, elsewhere.id]);
  expect((await (await as('embroiderer')).get('/api/sites')).status).toBe(403);
});

test('only the office chooses from all accounts; a client’s people see only the account of their company', async () => {
  const { admin, as, client, employeeRole, account, now } = await clientFixture();
  const office = await as('super');
  const role = await employeeRole({ account_id: client.id, holders: [admin.id] });
  const archivedAccount = await account({ name: 'Archived Client Ltd', deleted_at: now() });
  expect(ids((await office.get('/api/admin/accounts?search=Archived Client')).body)).toEqual([]);
  expect((await office.get('/api/admin/accounts?search=archived client&archived=1')).body.items).toMatchObject([
    { id: archivedAccount.id, is_archived: true, version: 1 },
  ]);
  expect((await admin.get('/api/admin/accounts')).status).toBe(403);
  expect(ids((await office.get(`/api/admin/accounts/${client.id}/employee-roles?employee_id=${admin.id}`)).body)).toEqual([role.id]);
  expect((await admin.get(`/api/admin/accounts/${client.id}/employee-roles`)).status).toBe(403);
  expect((await admin.get(`/api/accounts/${client.id}`)).body).toMatchObject({
    id: client.id,
    require_po: false,
    terms: expect.any(String),
    version: 1,
  });
  expect((await admin.get(`/api/accounts/${client.id}/employee-roles`)).body).toMatchObject({
    employee_roles: [{ id: role.id }],
    clothing_sets: [{}],
  });
  expect((await (await as('client_admin')).get(`/api/accounts/${client.id}`)).status).toBe(404);
  expect((await (await as('client_admin')).get(`/api/accounts/${client.id}/employee-roles`)).status).toBe(404);
});

test('people can change their own name and phone number; a change of their own role is ignored', async () => {
  const { signed } = await clientFixture();
  const self = await signed('employee');
  const before = (await self.get('/api/profile')).body;
  expect(before).toMatchObject({ id: self.id, primary_role: 'employee', primary_role_label: 'Employee' });
  const after = await self.post('/api/profile', {
    forenames: 'Nell',
    contact_phone: '0113 496 0000',
    role: 'client_admin',
    primary_role: 'client_admin',
  });
  expect(after.body).toMatchObject({ forenames: 'Nell', contact_phone: '0113 496 0000', primary_role: 'employee' });
  expect((await self.post('/api/profile', { contact_phone: '1'.repeat(33) })).status).toBe(422);
  expect(await self.post('/api/profile', { surname: 'Late', version: before.version })).toMatchObject({
    status: 409,
    body: { code: 'stale_version' },
  });
});

test('a change of email address needs the current password, and the old address is notified', async () => {
  const { person, signIn, admin, database } = await clientFixture();
  const password = 'a good password';
  const email = 'nell@old.example.test';
  const someone = await person('manager', { email, forenames: 'Nell', password_hash: await hashPassword(password) });
  const self = await signIn(someone);
  const change = (body: object) => self.post('/api/profile', body);
  const emails = () => database.reader.select().from(outbox).where(eq(outbox.kind, 'email_change_requested'));

  // A change of other fields needs no password.
  expect(await change({ email: email.toUpperCase(), surname: 'Gray' })).toMatchObject({ status: 200, body: { email, surname: 'Gray' } });
  for (const more of [{}, { current_password: '' }])
    expect(await change({ email: 'nell@new.example.test', surname: 'Reed', ...more })).toMatchObject({
      status: 422,
      body: { errors: { current_password: ['Enter your password to change your email address.'] } },
    });
  expect(await change({ email: 'nell@new.example.test', current_password: 'not it' })).toMatchObject({
    status: 422,
    body: { errors: { current_password: ['This is not your current password.'] } },
  });
  const adminEmail = (await admin.get('/api/profile')).body.email;
  expect((await change({ email: adminEmail.toUpperCase(), current_password: password })).body.errors).toEqual({ email: [expect.any(String)] });
  expect((await self.get('/api/profile')).body).toMatchObject({ email, surname: 'Gray' });
  expect(await emails()).toEqual([]);

  expect(await change({ email: 'Nell@new.example.test', current_password: password })).toMatchObject({
    status: 200,
    body: { email, pending_email: 'nell@new.example.test' },
  });
  expect(await emails()).toMatchObject([{ to: email, account_id: someone.account_id, text: expect.stringContaining('nell@new.example.test') }]);
  const auditEvents = await database.reader.select().from(auditRows).where(eq(auditRows.who_id, someone.id)).orderBy(auditRows.id);
  expect(JSON.stringify(auditEvents)).not.toContain(password);

  // A person without a password cannot change the email address, because no current password can be given.
  const without = await signIn(await person('employee', { email: 'ivo@old.example.test' }));
  expect((await without.post('/api/profile', { email: 'ivo@new.example.test', current_password: password })).status).toBe(422);
});

test('a person with a hundred saved addresses loses the oldest when they save another', async () => {
  const { admin, draft, database, now } = await clientFixture();
  const uuid = await draft();
  const addressRows = Array.from({ length: 100 }, (_, n) => ({
    user_id: admin.id,
    address_line_1: `${n + 1} Mill Lane`,
    postcode: 'LS1 4AP',
    created_at: now(),
  }));
  await database.unitOfWork((db) => db.insert(savedAddresses).values(addressRows));
  const keep = (address_line_1: string) =>
    admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, saveAddress: true, delivery_address: { address_line_1, postcode: 'LS1 4AP' } });
  expect((await keep('New Wharf')).status).toBe(200);
  expect((await keep('New Wharf')).status).toBe(200);
  const lines = (await admin.get('/api/addresses')).body.items.map((one: { address_line_1: string }) => one.address_line_1);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([100, 'New Wharf', '2 Mill Lane']);
});

test('saved addresses and notifications are visible only to their owner', async () => {
  const { admin, signed, draft, order, submit, database, now } = await clientFixture();
  const uuid = await draft();
  await order(uuid);
  await submit(uuid, { saveAddress: true });
  const [address] = (await admin.get('/api/addresses')).body.items;
  expect(address).toMatchObject({ postcode: 'LS1 4AP' });
  const other = await signed('client_admin');
  expect((await other.get('/api/addresses')).body.items).toEqual([]);
  expect((await other.delete(`/api/addresses/${address.id}`)).status).toBe(404);
  expect((await admin.get('/api/postcode?postcode=ls14ap')).body).toMatchObject({ postcode: 'LS1 4AP', items: [{ address_line_1: '1 Mill Lane' }] });
  expect((await admin.get('/api/postcode?postcode=nowhere')).status).toBe(422);
  expect((await admin.delete(`/api/addresses/${address.id}`)).body).toEqual({ id: address.id, deleted: true });
  const events = await database.reader.select().from(auditRows).where(eq(auditRows.who_id, admin.id)).orderBy(auditRows.id);
  expect(events.map(({ what }) => what).filter((what) => what.startsWith('address.'))).toEqual(['address.saved', 'address.deleted']);

  for (const title of ['A', 'B']) await database.unitOfWork((db) => notify({ db, now: now() }, [admin.id], { title, message: 'C' }));
  const { items, unread_count } = (await admin.get('/api/notifications?per_page=5')).body;
  expect(unread_count).toBe(2);
  expect(items[0]).toMatchObject({ id: expect.any(Number), data: { title: 'B', message: 'C' }, created_at: now() });
  expect((await admin.get('/api/notifications')).body).toMatchObject({ current_page: 1, pages: 1, per_page: 5 });
  expect((await admin.get('/api/notifications?page=2&per_page=1')).body).toMatchObject({
    current_page: 2,
    pages: 2,
    items: [{ data: { title: 'A' } }],
  });
  expect((await other.put(`/api/notifications/${items[0].id}`, { mark_as_read: true })).status).toBe(404);
  expect((await admin.put(`/api/notifications/${items[0].id}`, { mark_as_read: true })).body).toEqual({ unread_count: 1 });
  expect((await admin.put('/api/notifications/all', { mark_as_read: true })).body).toEqual({ unread_count: 0 });
});
