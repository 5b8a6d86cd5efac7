import { expect, test } from 'vitest';
import { shortfallFixture } from '../shortfall/fixture.ts';

/** Two orders for the same SKU of one client, the first for two items and the second for four, of which none are on the shelf. */
async function waiting() {
  const f = await shortfallFixture();
  const supplier = await f.supplier({ name: 'Pennine Workwear', sales_email: 'sales@mill.test' });
  const boots = await f.stocked(0, { supplier_id: supplier.id, name: 'Safety Boots' });
  const first = await f.order([{ product_id: boots.id, qty: 2 }]);
  f.setClock(1);
  const second = await f.order([{ product_id: boots.id, qty: 4 }]);
  const buy = (qty: number, due_on: string) => f.purchase({ supplier_id: supplier.id, product_id: boots.id, qty, due_on });
  const due = async ({ path }: { path: string }, by = f.office) => {
    const { lines, is_pickable } = (await by.get(path.replace('/api/admin/orders', '/api/orders'))).body;
    return [lines[0].due, lines[0].qty_due, is_pickable];
  };
  return { ...f, supplier, boots, first, second, buy, due };
}

test('a missing item has the date of the first delivery that is not promised to an earlier order', async () => {
  const { first, second, buy, due, office, boots } = await waiting();
  expect(await due(first)).toEqual([null, 0, 'none']);
  const early = await buy(3, '2026-12-04');
  expect(await due(first)).toEqual(['2026-12-04', 2, 'pending_po']);
  // Three come, and two of them are promised: one of four.
  expect(await due(second)).toEqual(['2026-12-04', 1, 'none']);
  await buy(9, '2026-12-18');
  expect(await due(second)).toEqual(['2026-12-18', 4, 'pending_po']);
  expect((await office.put(`/api/admin/purchase-orders/${early.id}`, { cancelled: true })).status).toBe(200);
  expect(await due(first)).toEqual(['2026-12-18', 2, 'pending_po']);
  // What is on the shelf is for the order that was submitted first, before it is allocated.
  await office.put(`/api/admin/products/${boots.id}`, { field: 'qty_available', value: 2 });
  expect((await due(first)).slice(0, 2)).toEqual([null, 0]);
  expect((await due(second)).slice(0, 2)).toEqual(['2026-12-18', 4]);
});

test('the client sees the date and no supplier', async () => {
  const { first, buy, due, as, account, order, boots, supplier } = await waiting();
  const { our_reference } = await buy(2, '2026-12-04');
  await buy(1, '2027-01-08');
  const company = await account();
  const client = await as('client_admin', { account_id: company.id });
  const theirs = await order([{ product_id: boots.id, qty: 1 }], { account_id: company.id });
  const uuid = theirs.path.split('/').at(-1);
  const { body } = await client.get(`/api/orders/${uuid}`);
  // The other client's order was submitted before, and so was a second one for four: nothing is left for this one.
  expect(body.lines[0]).toMatchObject({ due: null, qty_due: 0 });
  await buy(4, '2027-01-15');
  const again = (await client.get(`/api/orders/${uuid}`)).body;
  expect(again.lines[0]).toMatchObject({ due: '2027-01-15', qty_due: 1 });
  expect(JSON.stringify(again)).not.toMatch(new RegExp(`${our_reference}|${supplier.name}`));
  expect(await due(first)).toEqual(['2026-12-04', 2, 'pending_po']);
});
