import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clothingSetSites, orders, sites, userSites } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from '../ordering/fixture.ts';

const path = '/api/sites';
const delivery_address = { address_line_1: 'Unit 4', address_line_2: 'Dock Road', address_line_4: 'Hull', postcode: 'HU1 1AA' };
const depot = {
  name: 'Hull depot',
  cost_centre: 'CC-9',
  contact_name: 'Ida Frost',
  contact_email: 'ida@hull.test',
  contact_phone: '01632 960 551',
  delivery_notification_email: 'goods.in@hull.test',
  delivery_notification_phone: '01632 960 552',
  delivery_address,
  invoice_address: { address_line_1: 'PO Box 7', postcode: 'HU1 1AB' },
};
const references = { reference_1: 'HUL', reference_2: 'H-2', client_references: 'A1, A2' };
const settings = { inverse_po: true, inverse_cc: true, is_account_invoice_consolidation_inversed: true };

/** A client with two sites, the office, and another company with a site of its own. */
async function setUp() {
  const base = await clientFixture();
  const office = await base.as('super');
  const other = await base.account();
  const otherSite = await base.newSite(other.id, { name: 'Elsewhere Yard' });
  const at = (id: number): string => `${path}/${id}`;
  const events = async (id: number) => (await office.get(`/api/admin/audit?on_type=site&on_id=${id}`)).body.items;
  const siteIdsOf = async (user_id: number) => {
    const rows = await base.database.reader.select({ id: userSites.site_id }).from(userSites).where(eq(userSites.user_id, user_id));
    return rows.map(({ id }) => id).toSorted((one, next) => one - next);
  };
  return { ...base, office, other, otherSite, at, events, siteIdsOf };
}

describe('a new site', () => {
  test('added by a client manager belongs to the manager’s account, and needs only a name and an address', async () => {
    const { admin, client, at, office, events } = await setUp();
    const added = await admin.post(path, depot);
    expect(added).toMatchObject({
      status: 201,
      body: {
        ...depot,
        account_id: client.id,
        reference_1: null,
        inverse_po: false,
        counts: { users_count: 0, users_without_another_site: 0 },
        can: { change_office_fields: false, delete: false },
        version: 1,
      },
    });
    expect((await admin.get(at(added.body.id))).body).toEqual(added.body);
    expect((await office.get(at(added.body.id))).body.can).toEqual({ change_office_fields: true, delete: true });
    expect(await events(added.body.id)).toMatchObject([{ what: 'site.created', after: { account_id: client.id, name: 'Hull depot' } }]);
    const least = await admin.post(path, {
      name: ' Least ',
      delivery_address,
      contact_email: ' ',
      account_id: client.id,
      inverse_po: false,
      reference_1: '',
    });
    expect(least).toMatchObject({ status: 201, body: { name: 'Least', contact_email: null, invoice_address: null, reference_1: null } });
    expect((await admin.get(`${path}?search=least`)).body.items).toMatchObject([{ name: 'Least', delivery_address, counts: { users_count: 0 } }]);
  });

  test('added by the office needs an active account, and can have the provider’s references and settings', async () => {
    const { office, client, account, now } = await setUp();
    expect(await office.post(path, { ...depot, ...references, ...settings, account_id: client.id })).toMatchObject({
      status: 201,
      body: { ...references, ...settings, account_id: client.id },
    });
    expect((await office.post(path, depot)).body.errors).toEqual({ account_id: [messages.choose_account] });
    const archived = await account({ deleted_at: now() });
    for (const account_id of [archived.id, 2_000_000_000])
      expect((await office.post(path, { ...depot, account_id })).body.errors).toEqual({ account_id: [messages.unknown_account] });
  });

  test('is refused on each field that is missing, too long or not valid', async () => {
    const { office, client } = await setUp();
    expect(Object.keys((await office.post(path, { account_id: client.id })).body.errors)).toEqual(['name', 'delivery_address']);
    const bad: Record<string, unknown>[] = [
      { name: ' ' },
      { name: 'x'.repeat(121) },
      { contact_phone: '1'.repeat(33) },
      { delivery_notification_phone: '1'.repeat(33) },
      { contact_email: 'ida@' },
      { delivery_notification_email: 'goods' },
      { cost_centre: 'x'.repeat(101) },
      { reference_1: 'x'.repeat(121) },
      { inverse_po: 'yes' },
    ];
    for (const one of bad) {
      const { status, body } = await office.post(path, { ...depot, account_id: client.id, ...one });
      expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(one)]);
    }
    for (const name of ['delivery_address', 'invoice_address'])
      expect(
        Object.keys((await office.post(path, { ...depot, account_id: client.id, [name]: { address_line_1: '', postcode: '' } })).body.errors),
      ).toEqual([`${name}.address_line_1`, `${name}.postcode`]);
  });

  test('that is sent twice is added once', async () => {
    const { admin, key } = await setUp();
    const headers = key();
    const first = await admin.post(path, depot, headers);
    expect(await admin.post(path, depot, headers)).toMatchObject({ status: 201, body: { id: first.body.id } });
  });
});

describe('a change', () => {
  test('changes only the fields that it contains; for an older version it is refused, and the answer contains the current site', async () => {
    const { admin, site, at, events, key } = await setUp();
    const changed = await admin.put(at(site.id), { ...depot, version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { ...depot, version: 2 } });
    expect((await admin.put(at(site.id), { contact_name: '', invoice_address: null })).body).toMatchObject({
      name: depot.name,
      contact_name: null,
      invoice_address: null,
      delivery_address,
      version: 3,
    });
    expect(await admin.put(at(site.id), { name: 'Late', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: depot.name, version: 3 } },
    });
    const headers = key();
    const again = () => admin.put(at(site.id), { name: 'Once' }, headers);
    expect((await again()).body.version).toBe(4);
    expect((await again()).body.version).toBe(4);
    expect((await events(site.id)).map(({ what }: { what: string }) => what)).toEqual(['site.changed', 'site.changed', 'site.changed']);
  });

  test('by a client cannot alter the provider’s references and settings; a change by the office can', async () => {
    const { admin, office, site, at } = await setUp();
    expect((await office.put(at(site.id), { ...references, inverse_po: true })).status).toBe(200);
    expect(await admin.put(at(site.id), { name: 'Same', ...references, inverse_po: true, inverse_cc: false })).toMatchObject({
      status: 200,
      body: { name: 'Same', ...references, inverse_po: true },
    });
    const changes = {
      reference_1: null,
      reference_2: 'H-3',
      client_references: 'A1',
      inverse_po: false,
      inverse_cc: true,
      is_account_invoice_consolidation_inversed: true,
    };
    for (const [name, value] of Object.entries(changes))
      expect(await admin.put(at(site.id), { name: 'Not saved', [name]: value })).toMatchObject({
        status: 422,
        body: { errors: { [name]: [messages.office_changes_this] } },
      });
    expect((await admin.post(path, { ...depot, reference_1: 'NEW' })).body.errors).toEqual({ reference_1: [messages.office_changes_this] });
    expect((await admin.get(at(site.id))).body).toMatchObject({ name: 'Same', ...references, version: 3 });
    expect((await office.put(at(site.id), changes)).body).toMatchObject(changes);
  });

  test('cannot move the site to another account', async () => {
    const { admin, office, client, other, site, at } = await setUp();
    expect((await admin.put(at(site.id), { account_id: client.id })).status).toBe(200);
    for (const caller of [admin, office])
      expect((await caller.put(at(site.id), { account_id: other.id })).body.errors).toEqual({ account_id: [messages.site_keeps_account] });
    expect((await office.get(at(site.id))).body).toMatchObject({ account_id: client.id, version: 2 });
  });
});

test('a site manager can edit only their own sites; people of lower roles, other companies and the floor are refused', async () => {
  const { signed, as, admin, other, site, elsewhere, otherSite, at } = await setUp();
  const manager = await signed('site_admin');
  expect((await manager.put(at(site.id), { contact_name: 'Ida Frost' })).body).toMatchObject({ contact_name: 'Ida Frost' });
  for (const id of [elsewhere.id, otherSite.id, 999_999]) {
    expect((await manager.get(at(id))).status).toBe(404);
    expect((await manager.put(at(id), { name: 'Theirs' })).status).toBe(404);
  }
  expect((await manager.post(path, depot)).status).toBe(403);
  expect((await manager.delete(at(site.id))).status).toBe(403);
  expect((await admin.delete(at(site.id))).status).toBe(403);

  const stranger = await as('client_admin', { account_id: other.id });
  expect((await stranger.get(at(site.id))).status).toBe(404);
  expect((await stranger.put(at(site.id), { name: 'Theirs' })).status).toBe(404);
  expect((await stranger.post(path, { ...depot, account_id: site.account_id })).status).toBe(422);

  const others = [
    await signed('manager'),
    await signed('employee_with_order'),
    await signed('employee'),
    await as('warehouse'),
    await as('embroiderer'),
  ];
  for (const caller of others)
    for (const refused of [caller.get(at(site.id)), caller.post(path, depot), caller.put(at(site.id), { name: 'No' }), caller.delete(at(site.id))])
      expect((await refused).status).toBe(403);
  expect((await admin.get(at(site.id))).body.name).toBe(site.name);
});

describe('deleting a site', () => {
  test('needs another site for people who have no other site, and moves only these people', async () => {
    const { office, admin, site, elsewhere, newSite, client, person, wearer, otherSite, at, events, siteIdsOf, now, database } = await setUp();
    const third = await newSite(client.id);
    const deletedSite = await newSite(client.id, { deleted_at: now() });
    const both = await person('employee', { sites: [site.id, third.id] });
    // A deleted site does not count as another site. The fixture's manager and wearer have only the first site.
    const unplaced = await person('employee', { sites: [site.id, deletedSite.id] });
    const leaver = await person('employee', { deleted_at: now() });
    expect((await office.get(at(site.id))).body.counts).toEqual({ users_count: 4, users_without_another_site: 3 });
    expect((await office.delete(at(site.id))).body.errors).toEqual({ move_to: [messages.site_people_need_another(3)] });
    for (const move_to of [site.id, deletedSite.id, otherSite.id, 999_999])
      expect((await office.delete(`${at(site.id)}?move_to=${move_to}`)).body.errors).toEqual({ move_to: [messages.unknown_site] });
    expect((await office.delete(`${at(site.id)}?move_to=here`)).status).toBe(422);
    expect(await siteIdsOf(wearer.id)).toEqual([site.id]);

    expect(await office.delete(`${at(site.id)}?move_to=${elsewhere.id}`)).toMatchObject({ status: 200, body: { id: site.id, deleted: true } });
    expect(await siteIdsOf(wearer.id)).toEqual([elsewhere.id]);
    expect(await siteIdsOf(both.id)).toEqual([third.id]);
    expect(await siteIdsOf(unplaced.id)).toEqual([elsewhere.id, deletedSite.id].toSorted((one, next) => one - next));
    expect(await siteIdsOf(leaver.id)).toEqual([]);
    expect((await events(site.id))[0]).toMatchObject({
      what: 'site.deleted',
      before: { name: site.name },
      after: { move_to: elsewhere.id, people: 4, people_moved: 3, drafts: 0 },
      names: { site: { [elsewhere.id]: elsewhere.name } },
    });

    const rows = await database.reader.select({ deleted_at: sites.deleted_at, name: sites.name }).from(sites).where(eq(sites.id, site.id));
    expect(rows).toEqual([{ deleted_at: now(), name: site.name }]);
    for (const caller of [office, admin]) expect((await caller.get(at(site.id))).status).toBe(404);
    expect((await office.put(at(site.id), { name: 'Back' })).status).toBe(404);
    expect((await office.delete(at(site.id))).status).toBe(404);
    expect((await admin.get(path)).body.items.map(({ id }: { id: number }) => id)).not.toContain(site.id);
  });

  test('removes the site from clothing sets, drafts and requests; a submitted order keeps its site and address', async () => {
    const { office, admin, signIn, site, elsewhere, set, wearer, draft, order, submit, submitted, details, at, database } = await setUp();
    await database.unitOfWork(async (db) => void (await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: elsewhere.id })));
    const sent = await submitted();
    const open = await draft();
    await admin.put(`/api/orders/${open}`, details);
    const asking = await signIn({ id: wearer.id, role: 'employee' });
    const requested = await draft(asking, [wearer.id]);
    await order(requested, undefined, 1, asking);
    expect((await submit(requested, {}, asking)).status).toBe(200);
    const before = (await admin.get(`/api/orders/${open}`)).body;
    expect(before.delivery_site).toMatchObject({ id: site.id });

    expect((await office.delete(`${at(site.id)}?move_to=${elsewhere.id}`)).status).toBe(200);
    for (const uuid of [open, requested]) {
      const [row] = await database.reader
        .select({ id: orders.id, delivery_site_id: orders.delivery_site_id, delivery_address: orders.delivery_address })
        .from(orders)
        .where(eq(orders.uuid, uuid));
      expect(row).toMatchObject({ delivery_site_id: null, delivery_address: null });
      const { items } = (await office.get(`/api/admin/audit?on_type=order&on_id=${row?.id}`)).body;
      expect(items[0]).toMatchObject({ what: 'order.details', before: { delivery_site_id: site.id }, after: { delivery_site_id: null } });
    }
    expect((await admin.get(`/api/orders/${open}`)).body.version).toBe(before.version + 1);
    expect((await admin.get(`/api/orders/${sent}`)).body).toMatchObject({
      delivery_site: { id: site.id, name: site.name },
      delivery_address: details.delivery_address,
    });

    expect((await office.delete(at(elsewhere.id))).body.errors).toHaveProperty('move_to');
    const added = (await admin.post(path, depot)).body.id;
    expect((await office.delete(`${at(elsewhere.id)}?move_to=${added}`)).status).toBe(200);
    expect(await database.reader.select().from(clothingSetSites).where(eq(clothingSetSites.clothing_set_id, set.id))).toEqual([]);
  });

  test('twice with one idempotency key deletes the site once', async () => {
    const { office, newSite, client, at, key, events } = await setUp();
    const { id } = await newSite(client.id);
    const headers = key();
    expect((await office.delete(at(id), undefined, headers)).status).toBe(200);
    expect((await office.delete(at(id), undefined, headers)).body).toEqual({ id, deleted: true });
    expect(await events(id)).toHaveLength(1);
  });

  test('while somebody else deletes the only other site of its people still leaves each of them with one site', async () => {
    const { office, newSite, client, person, at, siteIdsOf } = await setUp();
    const [one, other] = [await newSite(client.id), await newSite(client.id)];
    const both = await person('employee', { sites: [one.id, other.id] });
    const statuses = (await Promise.all([office.delete(at(one.id)), office.delete(at(other.id))])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 422]);
    expect(await siteIdsOf(both.id)).toHaveLength(1);

    const third = await newSite(client.id);
    const [rest] = await siteIdsOf(both.id);
    const toEachOther = [office.delete(`${at(rest ?? 0)}?move_to=${third.id}`), office.delete(`${at(third.id)}?move_to=${rest}`)];
    expect((await Promise.all(toEachOther)).map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await siteIdsOf(both.id)).toHaveLength(1);
  });

  test('leaves a person with one site, even if the person is removed from their only other site at the same time', async () => {
    const { office, admin, newSite, client, person, at, siteIdsOf } = await setUp();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const [one, other] = [await newSite(client.id), await newSite(client.id)];
      const both = await person('employee', { sites: [one.id, other.id] });
      const answers = [office.delete(at(one.id)), admin.put(`/api/employees/${both.id}`, { sites: [one.id] })];
      expect((await Promise.all(answers)).map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect(await siteIdsOf(both.id)).toHaveLength(1);
    }
  });

  test('twice at the same time deletes the site once', async () => {
    const { office, newSite, client, at, events } = await setUp();
    const { id } = await newSite(client.id);
    const statuses = (await Promise.all([office.delete(at(id)), office.delete(at(id))])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
    expect(await events(id)).toHaveLength(1);
  });
});
