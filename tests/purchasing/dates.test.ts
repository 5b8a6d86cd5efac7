import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { notifications } from '../../server/db/tables/index.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { shortfallFixture } from '../shortfall/fixture.ts';

/** Two orders of one client for the same SKU, the first for two items and the second for four. No item is on the shelf. */
async function waiting() {
  const f = await shortfallFixture();
  const supplier = await f.supplier({ name: 'Pennine Workwear', sales_email: 'sales@mill.test' });
  const boots = await f.stocked(0, { supplier_id: supplier.id, name: 'Safety Boots' });
  const first = await f.createOrder([{ product_id: boots.id, qty: 2 }]);
  f.setClock(1);
  const second = await f.createOrder([{ product_id: boots.id, qty: 4 }]);
  const buy = (qty: number, due_on: string) => f.purchase({ supplier_id: supplier.id, product_id: boots.id, qty, due_on });
  const due = async ({ path }: { path: string }, by = f.office) => {
    const { lines, is_pickable } = (await by.get(path.replace('/api/admin/orders', '/api/orders'))).body;
    return [lines[0].due, lines[0].qty_due, is_pickable];
  };
  return { ...f, supplier, boots, first, second, buy, due };
}

test('a missing item has the date of the first delivery with items that are not promised to an earlier order', async () => {
  const { first, second, buy, due, office, boots } = await waiting();
  expect(await due(first)).toEqual([null, 0, 'none']);
  const early = await buy(3, '2026-12-04');
  expect(await due(first)).toEqual(['2026-12-04', 2, 'pending_po']);
  // Three items come. The first order gets two of them, so the second order gets only one of the four that it needs.
  expect(await due(second)).toEqual(['2026-12-04', 1, 'none']);
  await buy(9, '2026-12-18');
  expect(await due(second)).toEqual(['2026-12-18', 4, 'pending_po']);
  expect((await office.put(`/api/admin/purchase-orders/${early.id}`, { cancelled: true })).status).toBe(200);
  expect(await due(first)).toEqual(['2026-12-18', 2, 'pending_po']);
  // Items on the shelf are for the order that was submitted first, even before they are allocated.
  await office.put(`/api/admin/products/${boots.id}`, { field: 'qty_available', value: 2 });
  expect((await due(first)).slice(0, 2)).toEqual([null, 0]);
  expect((await due(second)).slice(0, 2)).toEqual(['2026-12-18', 4]);
});

test('missing items that no delivery covers are counted as undated, even on the line that was submitted first', async () => {
  const { first, second, buy, office, boots } = await waiting();
  const lineOf = async ({ path }: { path: string }) => (await office.get(path.replace('/api/admin/orders', '/api/orders'))).body.lines[0];
  expect(await lineOf(first)).toMatchObject({ due: null, qty_due: 0, qty_undated: 2 });
  expect(await lineOf(second)).toMatchObject({ qty_undated: 4 });
  // One item is on the shelf and four are on order: enough for the first order and for three of the second order's four items.
  await office.put(`/api/admin/products/${boots.id}`, { field: 'qty_available', value: 1 });
  await buy(4, '2026-12-04');
  expect(await lineOf(first)).toMatchObject({ due: '2026-12-04', qty_due: 1, qty_undated: 0 });
  expect(await lineOf(second)).toMatchObject({ due: '2026-12-04', qty_due: 3, qty_undated: 1 });
});

test('the client sees the date but not the supplier', async () => {
  const { first, buy, due, as, account, createOrder, boots, supplier } = await waiting();
  const { our_reference } = await buy(2, '2026-12-04');
  await buy(1, '2027-01-08');
  const company = await account();
  const client = await as('client_admin', { account_id: company.id });
  const theirs = await createOrder([{ product_id: boots.id, qty: 1 }], { account_id: company.id });
  const uuid = theirs.path.split('/').at(-1);
  const { body } = await client.get(`/api/orders/${uuid}`);
  // Two earlier orders of the other client, for two and four items, get all items: nothing is left for this order.
  expect(body.lines[0]).toMatchObject({ due: null, qty_due: 0, qty_undated: 1 });
  await buy(4, '2027-01-15');
  const again = (await client.get(`/api/orders/${uuid}`)).body;
  expect(again.lines[0]).toMatchObject({ due: '2027-01-15', qty_due: 1 });
  expect(JSON.stringify(again)).not.toMatch(new RegExp(`${our_reference}|${supplier.name}`));
  expect(await due(first)).toEqual(['2026-12-04', 2, 'pending_po']);
});

test('if a date moves several times, the requester has one notification, with the latest date', async () => {
  const { first, second, buy, office, signIn } = await waiting();
  const { id } = await buy(3, '2026-12-04');
  const one = `/api/admin/purchase-orders/${id}`;
  const [line] = (await office.get(one)).body.lines;
  const noticesOf = async ({ requester: { id } }: typeof first) => {
    const { items } = (await (await signIn({ id, role: 'manager' })).get('/api/notifications')).body;
    return items.map(({ data }: { data: { message: string } }) => data.message);
  };
  const notices = async () => [await noticesOf(first), await noticesOf(second)];
  await office.put(one, { public_notes: 'Before noon' });
  expect(await notices()).toEqual([[], []]);
  await office.put(`${one}/lines/${line.id}`, { due_on: '2026-12-11' });
  const moved = 'The missing items are now expected on 11/12/2026.';
  expect(await notices()).toEqual([[moved], [moved]]);
  await office.put(`${one}/lines/${line.id}`, { due_on: '2026-12-14' });
  const again = 'The missing items are now expected on 14/12/2026.';
  expect(await notices()).toEqual([[again], [again]]);
  // One of three items does not come: the first order still gets both of its items, the second gets none.
  await office.put(`${one}/lines/${line.id}`, { qty_cancelled: 1 });
  const none = 'There is no date for the missing items now.';
  expect(await notices()).toEqual([[again], [none]]);
  await office.put(one, { cancelled: true });
  expect(await notices()).toEqual([[none], [none]]);
});

test('the date of an order that waits for a purchase order moves with the purchase order’s date, and the requester is notified', async () => {
  const { first, buy, office, due, database } = await waiting();
  const { id } = await buy(2, '2026-12-04');
  await office.put(`/api/admin/purchase-orders/${id}`, { due_on: '2027-01-05' });
  expect((await due(first))[0]).toBe('2027-01-05');
  const notices = await database.reader
    .select()
    .from(notifications)
    .where(eq(notifications.topic, `dates:${first.id}`));
  expect(notices).toMatchObject([{ user_id: first.requester.id, data: { title: `The date of order ${orderNumber(first.id)} has changed` } }]);
});

test('the customer shortfall report has the same dates as the orders', async () => {
  const { first, second, buy, due, office } = await waiting();
  await buy(3, '2026-12-04');
  await buy(9, '2026-12-18');
  const third = await waiting();
  const datesOf = async ({ account_id }: typeof first) => {
    const response = await office.raw(`/admin/reports/customer-shortfall/export?account=${account_id}`);
    return parse(await response.text(), { bom: true, columns: true }).map((row) => [
      Number((row as { shortfall: string }).shortfall),
      (row as { due: string }).due,
    ]);
  };
  expect([(await due(first))[0], (await due(second))[0]]).toEqual(['2026-12-04', '2026-12-18']);
  expect([...(await datesOf(first)), ...(await datesOf(second))]).toEqual([
    [2, '04/12/2026'],
    [4, '18/12/2026'],
  ]);
  expect(await datesOf(third.first)).toEqual([[2, '']]);
});
