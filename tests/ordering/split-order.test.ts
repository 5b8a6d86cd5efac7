import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clothingSetSites, userSites } from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

/** Starts a draft to Leeds with two items for a wearer of Leeds and three for two wearers of Bristol. */
async function setUp() {
  const base = await clientFixture();
  const { client, newSite, site, person, dress, draft, order, details, admin, wearer, medium, large, parent } = base;
  const address = { address_line_1: '2 Quay Street', address_line_4: 'Bristol', postcode: 'BS1 4DJ' };
  const bristol = await newSite(client.id, { name: 'Bristol', delivery_address: address });
  const nadia = await person('employee', { sites: [bristol.id], forenames: 'Nadia' });
  const owen = await person('employee', { sites: [bristol.id], forenames: 'Owen' });
  for (const { id } of [nadia, owen]) await dress(id);
  const uuid = await draft(admin, [wearer.id, nadia.id, owen.id]);
  await order(uuid, medium.id, 2);
  await order(uuid, large.id, 2, admin, nadia.id, { decoration: 'Logo', notes: 'Long sleeves' });
  await order(uuid, parent.id, 1, admin, owen.id, { is_size_selected: false });
  await admin.put(`/api/orders/${uuid}`, { ...details, client_po_reference: 'PO-7', customer_notes: 'For the spring' });
  const read = async (of = uuid, by = admin) => (await by.get(`/api/orders/${of}`)).body;
  const split = async (by = admin, body: Record<string, unknown> = {}) => by.post(`/api/orders/${uuid}/split`, body);
  const undo = (by = admin) => by.post(`/api/orders/${uuid}/split/undo`);
  const linesOf = (body: { lines: { employee: { id: number } }[] }) => body.lines.map(({ employee }) => employee.id);
  return { ...base, site, bristol, nadia, owen, uuid, read, split, undo, linesOf };
}

test('a split moves the wearers of another site to a new draft to their site, with their lines as they are', async () => {
  const { split, read, uuid, wearer, nadia, owen, bristol, site, large, parent, linesOf } = await setUp();
  const before = await read();
  const { status, body } = await split();
  expect(status).toBe(201);
  expect(body).toMatchObject({
    order: { uuid, version: before.version + 1, delivery_site: { id: site.id }, client_po_reference: 'PO-7' },
    drafts: [{ site: { id: bristol.id, name: 'Bristol' }, employees: [{ id: nadia.id }, { id: owen.id }] }],
  });
  expect(linesOf(body.order)).toEqual([wearer.id]);
  expect(body.order.employees.map(({ id }: { id: number }) => id)).toEqual([wearer.id]);
  const other = await read(body.drafts[0].uuid);
  expect(other).toMatchObject({
    status: 'draft',
    delivery_site: { id: bristol.id },
    delivery_address: { address_line_1: '2 Quay Street', postcode: 'BS1 4DJ' },
    contact_name: 'Ann Field',
    client_po_reference: 'PO-7',
    customer_notes: 'For the spring',
    requester: { id: before.requester.id },
    lines: [
      { employee: { id: nadia.id }, product_id: large.id, qty_requested: 2, decoration: 'Logo', notes: 'Long sleeves', is_size_selected: true },
      { employee: { id: owen.id }, product_id: parent.id, qty_requested: 1, is_size_selected: false },
    ],
  });
  const ids = (lines: { id: number }[]) => lines.map(({ id }) => id);
  expect(ids([...body.order.lines, ...other.lines])).toEqual(ids(before.lines));
  expect(body.order.sub_total + other.sub_total).toBe(before.sub_total);
});

test('both orders of a split can be submitted, and each goes to its site', async () => {
  const { split, submit, admin, uuid, bristol, read } = await setUp();
  const [draft] = (await split()).body.drafts;
  expect((await submit(uuid)).status).toBe(200);
  const sent = await admin.put(`/api/orders/${draft.uuid}`, { submitted_at: 'now', confirm_missing_sizes: true });
  expect(sent.status).toBe(200);
  expect(await read(draft.uuid)).toMatchObject({ is_submitted: true, delivery_site: { id: bristol.id } });
});

test('a set that is excluded at the other site stops the new draft, as it stops any draft', async () => {
  const { split, admin, database, set, bristol } = await setUp();
  await database.unitOfWork(async (db) => void (await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: bristol.id })));
  const [draft] = (await split()).body.drafts;
  expect((await admin.get(`/api/orders/${draft.uuid}/unavailable-lines`)).body.items).toHaveLength(2);
  expect(await admin.put(`/api/orders/${draft.uuid}`, { submitted_at: 'now', confirm_missing_sizes: true })).toMatchObject({
    status: 422,
    body: { errors: { lines: expect.any(Array) } },
  });
});

test('a repeated split with the same key gives the first answer, and makes no further draft', async () => {
  const { admin, uuid } = await setUp();
  const key = { 'Idempotency-Key': randomUUID() };
  const first = await admin.post(`/api/orders/${uuid}/split`, {}, key);
  const second = await admin.post(`/api/orders/${uuid}/split`, {}, key);
  expect(second.body).toEqual(first.body);
  expect((await admin.get('/api/orders?status=draft')).body.total).toBe(2);
  expect(await admin.post(`/api/orders/${uuid}/split`, {})).toMatchObject({
    status: 422,
    body: { errors: { delivery_site_id: ['Everybody on this order works at the site to which it goes.'] } },
  });
});

test('a split of another version than the stored one is refused, and answers with the order', async () => {
  const { split, read, uuid } = await setUp();
  const { version } = await read();
  expect(await split(undefined, { version: version - 1 })).toMatchObject({ status: 409, body: { code: 'stale_version', current: { uuid } } });
  expect(await split(undefined, { version })).toMatchObject({ status: 201 });
});

test('an order of which everybody works elsewhere is not split', async () => {
  const { split, admin, uuid, wearer } = await setUp();
  await admin.delete(`/api/orders/${uuid}/employees/${wearer.id}`);
  expect(await split()).toMatchObject({
    status: 422,
    body: { errors: { delivery_site_id: ['Nobody on this order works at the site to which it goes. Choose another site.'] } },
  });
});

test('a wearer who also works at the order’s site stays on it', async () => {
  const { split, database, owen, nadia, site } = await setUp();
  await database.unitOfWork(async (db) => void (await db.insert(userSites).values({ user_id: owen.id, site_id: site.id })));
  expect((await split()).body.drafts).toMatchObject([{ employees: [{ id: nadia.id }] }]);
});

test('a submitted order and a request are not split', async () => {
  const { split, submit, uuid, signed, dress, order, draft, details, bristol, nadia, medium, site, admin } = await setUp();
  await submit(uuid, { confirm_missing_sizes: true });
  expect(await split()).toMatchObject({ status: 409, body: { code: 'order_submitted' } });

  const supervised = await signed('manager', { sites: [site.id, bristol.id], is_supervised_orderer: true });
  await dress(supervised.id);
  const request = await draft(supervised, [supervised.id, nadia.id]);
  await order(request, medium.id, 1, supervised, supervised.id);
  await order(request, medium.id, 1, supervised, nadia.id);
  await submit(request, details, supervised);
  expect(await admin.post(`/api/orders/${request}/split`, {})).toMatchObject({ status: 409, body: { code: 'already_requested' } });
});

test('a person without the other site splits nothing, a wearer gets 403, and another company 404', async () => {
  const { split, signed, signIn, wearer, account, site, user, draft, order, medium } = await setUp();
  const manager = await signed('manager', { sites: [site.id] });
  expect(await split(manager)).toMatchObject({ status: 422 });
  const asker = await signIn({ id: wearer.id, role: 'employee_with_order' });
  const mine = await draft(asker, [wearer.id]);
  await order(mine, medium.id, 1, asker);
  expect(await asker.post(`/api/orders/${mine}/split`, {})).toMatchObject({ status: 403 });
  const other = await account({ name: 'Elsewhere Holdings' });
  const stranger = await signIn({ id: (await user('client_admin', { account_id: other.id })).id, role: 'client_admin' });
  expect(await split(stranger)).toMatchObject({ status: 404 });
});

test('the undo of a split puts everything back on the first order, also when it is repeated', async () => {
  const { split, undo, read, admin } = await setUp();
  const before = await read();
  const [draft] = (await split()).body.drafts;
  const { status, body } = await undo();
  expect(status).toBe(200);
  expect(body.lines).toEqual(before.lines);
  expect(body.employees).toEqual(before.employees);
  expect((await admin.get(`/api/orders/${draft.uuid}`)).status).toBe(404);
  expect((await undo()).body.version).toBe(body.version);
  expect((await split()).status).toBe(201);
});

test('a split is not undone by somebody else, nor once one of its orders has changed', async () => {
  const { split, undo, signed, admin, nadia, medium, order, read, bristol, site } = await setUp();
  const [draft] = (await split()).body.drafts;
  const colleague = await signed('site_admin', { sites: [site.id, bristol.id] });
  expect(await undo(colleague)).toMatchObject({ status: 409, body: { code: 'split_changed' } });
  await order(draft.uuid, medium.id, 1, admin, nadia.id);
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'split_changed' } });
  expect((await read(draft.uuid)).lines).toHaveLength(3);
});

test('the undo without a split is refused', async () => {
  const { undo } = await setUp();
  expect(await undo()).toMatchObject({ status: 409, body: { code: 'split_changed' } });
});
