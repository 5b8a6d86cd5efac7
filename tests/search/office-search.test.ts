import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { consignments, orders, products, sites, users } from '../../server/db/tables/index.ts';
import type { OfficeSearch } from '../../server/search/search-office.ts';
import { openScene } from '../endpoints/scene.ts';
import type { Answer, Caller } from '../world.ts';

let s: Awaited<ReturnType<typeof openScene>>;
let office: Caller;

const ask = (q: string, by = office): Promise<Answer<OfficeSearch>> => by.get(`/api/admin/search?q=${encodeURIComponent(q)}`) as never;
async function find(q: string): Promise<OfficeSearch> {
  const { status, body } = await ask(q);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const orderOf = async (uuid: string): Promise<{ id: number; order_number: string }> => (await office.get(`/api/orders/${uuid}`)).body;
const withPo = async (client_po_reference: string): Promise<string> => {
  const uuid = await s.draft();
  await s.order(uuid);
  await s.submit(uuid, { client_po_reference });
  return uuid;
};
const uuidsOf = ({ orders: found }: OfficeSearch): string[] => found.items.map(({ uuid }) => uuid);

beforeAll(async () => {
  s = await openScene();
  office = s.callers.office;
});

test('only the office may search, and a text of spaces or of more than 100 characters is refused', async () => {
  expect((await ask('1', s.callers.admin)).status).toBe(403);
  expect((await ask('1', await s.as('warehouse'))).status).toBe(403);
  for (const q of ['', '  ', 'x'.repeat(101)]) expect((await ask(q)).status, q).toBe(422);
  expect((await office.get('/api/admin/search')).status).toBe(422);
});

test('an order is found by its number, with and without zeros, and by the last three digits of it', async () => {
  const uuid = await s.submitted(3);
  const { id, order_number } = await orderOf(uuid);
  for (const q of [order_number, String(id), `#${id}`, ` ${order_number} `]) expect(uuidsOf(await find(q))[0], q).toBe(uuid);
  expect((await find(order_number)).orders.items[0]).toMatchObject({
    id,
    order_number,
    status: 'submitted',
    account: { id: s.client.id, name: s.client.name },
    site: s.site.name,
    qty_total_items: 3,
    qty_items_allocated: 0,
    qty_items_shipped: 0,
  });
  expect((await find('0')).orders.items).toEqual([]);
  const [row] = await s.database.reader.select().from(orders).where(eq(orders.uuid, uuid));
  if (!row) throw new Error('no order');
  const numbers = [71_918, 90_918, 91_834];
  const copies = numbers.map((number) => ({ ...row, id: number, uuid: `copy-${number}`, client_po_reference: null }));
  await s.database.unitOfWork((db) => db.insert(orders).values(copies));
  expect(uuidsOf(await find('918'))).toEqual(['copy-90918', 'copy-71918', 'copy-91834']);
  expect(uuidsOf(await find('1918'))).toEqual(['copy-71918']);
  expect(uuidsOf(await find('#918'))).toEqual([]);
  expect(uuidsOf(await find('18'))).not.toContain('copy-71918');
});

test('an order is found by any part of its PO reference, the newest first and five at most; a deleted order is not found', async () => {
  const uuids: string[] = [];
  for (let n = 1; n <= 6; n++) uuids.push(await withPo(`Zeta/77${n}/q`));
  expect((await find('zeta/773/Q')).orders).toMatchObject({ items: [{ uuid: uuids[2], client_po_reference: 'Zeta/773/q' }], has_more: false });
  const found = await find('eta/7');
  expect(uuidsOf(found)).toEqual(uuids.slice(1).reverse());
  expect(found.orders.has_more).toBe(true);
  const gone = uuids[4] ?? '';
  await s.database.unitOfWork((db) => db.update(orders).set({ deleted_at: s.now() }).where(eq(orders.uuid, gone)));
  expect(uuidsOf(await find('eta/7'))).not.toContain(gone);
  expect(uuidsOf(await find('eta/7'))).toHaveLength(5);
});

test('a parcel is found by our own number and by a part of the courier’s number, with its order', async () => {
  const { uuid } = await s.shipped();
  const { dispatches, order_number } = (await office.get(`/api/orders/${uuid}`)).body;
  const { id } = dispatches[0];
  await s.database.unitOfWork((db) => db.delete(consignments).where(eq(consignments.dispatch_id, id)));
  await s.database.unitOfWork((db) =>
    db.insert(consignments).values({ dispatch_id: id, carrier: 'manual', tracking_number: 'jd0099887766gb', created_at: s.now() }),
  );
  for (const q of ['JD0099887766GB', 'jd00 9988 7766 gb', 'jd0099887766', '99887766', '7766G', '9988 7766 G', `D-${String(id).padStart(5, '0')}`]) {
    const { parcels } = await find(q);
    expect(parcels.items, q).toMatchObject([{ tracking_number: 'jd0099887766gb', orders_count: 1, order: { uuid, order_number } }]);
    expect(parcels.items[0]?.dispatched_at, q).not.toBeNull();
  }
  // A few digits alone are an order's number, and four characters are in too many numbers.
  for (const q of ['998877', '766G', '7766GX']) expect((await find(q)).parcels.items, q).toEqual([]);
  // The index follows a change of the number, and its deletion.
  const change = { tracking_number: 'ZZ1122334455', consignment_number: '6677889900' };
  await s.database.unitOfWork((db) => db.update(consignments).set(change).where(eq(consignments.dispatch_id, id)));
  expect((await find('7766G')).parcels.items).toEqual([]);
  expect((await find('Z1122')).parcels.items).toHaveLength(1);
  expect((await find('6677889')).parcels.items).toHaveLength(1);
  await s.database.unitOfWork((db) => db.delete(consignments).where(eq(consignments.dispatch_id, id)));
  expect((await find('Z1122')).parcels.items).toEqual([]);
});

test('a wearer is found by part of the name or number, those whose name begins with the text first; an archived one is not found', async () => {
  const begins = await s.person('employee', { forenames: 'Zoë', surname: 'Quarrington', employee_number: 'QX-0147' });
  const within = await s.person('employee', { forenames: 'Ann', surname: 'Mcquarrie' });
  const gone = await s.person('employee', { forenames: 'Old', surname: 'Quarrington', deleted_at: s.now() });
  const ids = async (q: string) => (await find(q)).wearers.items.map(({ id }) => id);
  expect(await ids('quarr')).toEqual([begins.id, within.id]);
  for (const q of ['zoe quarr', 'QX-0147', '0147', 'qu']) expect(await ids(q), q).toContain(begins.id);
  expect(await ids('qu')).not.toContain(within.id);
  expect(await ids('quarr')).not.toContain(gone.id);
  expect((await find('QX-0147')).wearers.items).toEqual([
    { id: begins.id, name: 'Zoë Quarrington', employee_number: 'QX-0147', account: { id: s.client.id, name: s.client.name } },
  ]);
  // The provider's own people are no wearers.
  const { surname } = await s.user('super', { surname: 'Quarrinson' });
  expect(await ids(surname)).toEqual([]);
});

test('a SKU is found by its code and by words, with its free stock and bin; a style that has SKUs is found as a product', async () => {
  const { parent, children } = await s.style(['S', 'M'], { name: 'Quagga Tabard' });
  const [small] = children;
  if (!small) throw new Error('no size');
  await office.put(`/api/admin/products/${small.id}`, { field: 'qty_available', value: 7 });
  const whole = await find(small.sku);
  expect(whole.skus.items[0]).toMatchObject({ id: small.id, sku: small.sku, size: 'S', colour: 'Navy', qty_free: 7, bin: small.bin });
  const words = await find('quagga');
  expect(words.skus.items.map(({ id }) => id).sort()).toEqual(children.map(({ id }) => id).sort());
  expect(words.products.items).toMatchObject([{ id: parent.id, name: 'Quagga Tabard' }]);
  await s.database.unitOfWork((db) => db.update(products).set({ deleted_at: s.now() }).where(eq(products.id, small.id)));
  expect((await find(small.sku)).skus.items.map(({ id }) => id)).not.toContain(small.id);
});

test('SKUs whose name has the typed word come before SKUs that only their brand or a similar word matches', async () => {
  const { children: others } = await s.style(['S'], { name: 'Quoll Blouse', brand: 'Zebu' });
  const { children } = await s.style(['S', 'M'], { name: 'Zebu Polo' });
  const { skus } = await find('zebu');
  expect(skus.items.map(({ id }) => id)).toEqual([...children, ...others].map(({ id }) => id));
});

test('an account, a site and a purchase order are found by their names and references, and a site by its postcode', async () => {
  const account = await s.account({ name: 'Wexcombe Rail', reference: 'WXC9' });
  const site = await s.newSite(account.id, {
    name: 'Wexcombe Yard',
    reference_1: 'WY-1',
    delivery_address: { address_line_1: '1 Yard', address_line_4: 'Wexcombe', postcode: 'ZE9 7QX' } as never,
  });
  expect((await find('wexc')).accounts.items).toEqual([{ id: account.id, name: 'Wexcombe Rail', reference: 'WXC9' }]);
  expect((await find('wxc9')).accounts.items).toHaveLength(1);
  const row = { id: site.id, name: 'Wexcombe Yard', reference_1: 'WY-1', postcode: 'ZE9 7QX', account: { id: account.id, name: 'Wexcombe Rail' } };
  for (const q of ['wexcombe y', 'wy-1', 'ZE9 7QX', 'ze97', 'ze9']) expect((await find(q)).sites.items, q).toEqual([row]);
  await s.database.unitOfWork((db) => db.update(sites).set({ deleted_at: s.now() }).where(eq(sites.id, site.id)));
  expect((await find('ze97')).sites.items).toEqual([]);

  const supplier = await s.supplier({ name: 'Wexcombe Mills' });
  const { body: made } = await office.post('/api/admin/purchase-orders', { supplier_id: supplier.id, lines: [] });
  const { purchase_orders } = await find('combe mill');
  expect(purchase_orders.items).toMatchObject([{ id: made.id, our_reference: made.our_reference, supplier: 'Wexcombe Mills', stage: 'draft' }]);
  expect((await find(made.our_reference)).purchase_orders.items[0]).toMatchObject({ id: made.id });
});

test('one character finds only the order with that number, and signs that stand for any text find only themselves', async () => {
  const empty = { items: [], has_more: false };
  expect(await find('q')).toMatchObject({ wearers: empty, skus: empty, products: empty, accounts: empty, purchase_orders: empty, sites: empty });
  for (const q of ['%%', '__', "o'", '"x"', '\\', '`', '王'])
    expect(await find(q), q).toMatchObject({ orders: empty, accounts: empty, sites: empty });
  await s.database.unitOfWork((db) => db.update(users).set({ surname: 'O’Wexley' }).where(eq(users.id, s.wearer.id)));
  expect((await find("o'wex")).wearers.items.map(({ id }) => id)).toEqual([s.wearer.id]);
});
