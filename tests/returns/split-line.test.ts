import { and, eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { returnLines, returnReasons, stockMovements } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from './shipped.ts';

/** A shipped order of five mediums, charged to a budget of the wearer, and a return of all five. */
async function setUp() {
  const base = await clientFixture();
  const { as, admin, wearer, client, draft, order, submit, small, medium, large, database, employeeRole } = base;
  const office = await as('super');
  for (const { id } of [small, medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const role = await employeeRole({
    account_id: client.id,
    name: 'Driver',
    holders: [wearer.id],
    is_budgeted: true,
    budget_value: 1_000_000,
    budget_start_date: '2026-01-01',
    budget_duration: 12,
  });
  const uuid = await draft();
  const { id: line_id, unit_price } = await order(uuid, medium.id, 5, admin, wearer.id, { budget: role.id });
  await submit(uuid);
  await ship(office, uuid);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const { body } = await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id: line_id, qty_to_return: 5, return_reason: reason.id }] });
  const path = `/api/admin/returns/${body.id}`;
  const id: number = body.lines[0].id;
  const decide = (decision: object, by = office) => by.put(`${path}/lines/${id}`, decision);
  const moved = () =>
    database.reader
      .select({ type: stockMovements.type, qty: stockMovements.qty })
      .from(stockMovements)
      .where(and(eq(stockMovements.product_id, medium.id), eq(stockMovements.reference, body.return_number), ne(stockMovements.type, 'DISPATCH')))
      .orderBy(stockMovements.id);
  const onHand = async (): Promise<number> => (await office.get(`/api/admin/stock?sku=${medium.sku}`)).body.items[0].qty_available;
  /** Pence spent of the wearer's budget. */
  const spent = async (): Promise<number> => {
    const next = await draft();
    await order(next, small.id, 1, admin, wearer.id, { budget: role.id });
    return (await admin.get(`/api/orders/${next}/budgets`)).body.items.find((one: { id: number }) => one.id === role.id).total_spent;
  };
  return { ...base, office, uuid, path, id, number: body.return_number, decide, moved, onHand, spent, unit_price };
}

test('three of five returned items are restocked and two written off; all five are credited', async () => {
  const { office, admin, path, id, decide, moved, onHand, spent, unit_price } = await setUp();
  const [before, spentBefore] = [await onHand(), await spent()];
  expect(await decide({ qty_approved: 5, outcome: 'restock', qty_written_off: 2 })).toMatchObject({
    status: 200,
    body: { qty_approved: 5, outcome: 'restock', qty_written_off: 2, qty_exchanged: null },
  });
  expect(await moved()).toEqual([]);
  const seen = [{ id, qty_approved: 5, outcome: 'restock', exchange_product_id: null }];
  expect((await office.put(path, { finalise: true, seen })).body.code, 'a split that the sender has not seen').toBe('stale_version');
  expect((await office.put(path, { finalise: true, seen: [{ ...seen[0], qty_written_off: 2 }] })).status).toBe(200);
  expect(await moved()).toEqual([
    { type: 'ORDER_RETURN', qty: 5 },
    { type: 'ADJUSTMENT', qty: -2 },
  ]);
  expect(await onHand()).toBe(before + 3);
  expect(await spent()).toBe(spentBefore - 5 * unit_price);
  // A client reads what is approved, not what becomes of the items.
  expect((await admin.get(path.replace('/admin', ''))).body.lines[0]).toMatchObject({ qty_approved: 5, outcome: null, qty_written_off: null });
});

test('three of five returned items are exchanged and two only credited; the draft has three, and one item is written off', async () => {
  const { office, admin, path, decide, moved, spent, unit_price, large } = await setUp();
  const spentBefore = await spent();
  const exchange = { outcome: 'exchange', exchange_product_id: large.id, came_back: 'restock' };
  expect((await decide({ qty_approved: 5, ...exchange, qty_exchanged: 3, qty_written_off: 1 })).body).toMatchObject({
    outcome: 'exchange',
    came_back: 'restock',
    qty_written_off: 1,
    qty_exchanged: 3,
  });
  const { exchange_order } = (await office.put(path, { finalise: true })).body;
  expect((await office.get(`/api/orders/${exchange_order.uuid}`)).body.lines).toMatchObject([
    { product: { id: large.id }, qty_requested: 3, unit_price },
  ]);
  expect(await moved()).toEqual([
    { type: 'ORDER_RETURN', qty: 5 },
    { type: 'ADJUSTMENT', qty: -1 },
  ]);
  expect(await spent()).toBe(spentBefore - 5 * unit_price);
  expect((await admin.get(path.replace('/admin', ''))).body.lines[0]).toMatchObject({ qty_exchanged: 3, exchange_product: { id: large.id } });
});

test('a part that is all of the items is stored as their outcome, and a later decision without parts ends the split', async () => {
  const { decide, large } = await setUp();
  const exchange = { outcome: 'exchange', exchange_product_id: large.id };
  for (const [decision, stored] of [
    [
      { qty_approved: 5, outcome: 'restock', qty_written_off: 5 },
      { outcome: 'write_off', qty_written_off: null },
    ],
    [
      { qty_approved: 5, outcome: 'restock', qty_written_off: 0 },
      { outcome: 'restock', qty_written_off: null },
    ],
    [
      { qty_approved: 5, ...exchange, qty_exchanged: 5 },
      { outcome: 'exchange', qty_exchanged: null },
    ],
    [
      { qty_approved: 5, ...exchange, qty_exchanged: 0 },
      { outcome: 'restock', exchange_product: null, qty_exchanged: null },
    ],
    [
      { qty_approved: 5, outcome: 'restock', qty_written_off: 2 },
      { outcome: 'restock', qty_written_off: 2 },
    ],
    [{ qty_approved: 4 }, { outcome: 'restock', qty_written_off: 2 }],
    [{ qty_approved: 2 }, { outcome: 'write_off', qty_written_off: null }],
    [
      { qty_approved: 4, outcome: 'restock', qty_written_off: 1 },
      { outcome: 'restock', qty_written_off: 1 },
    ],
    [
      { qty_approved: 4, outcome: 'restock' },
      { outcome: 'restock', qty_written_off: null },
    ],
  ] as const)
    expect((await decide(decision)).body, JSON.stringify(decision)).toMatchObject(stored);
});

test('more items than are approved cannot be split, clients may not split a line, and the database refuses a split that does not add up', async () => {
  const { as, admin, decide, id, large, database } = await setUp();
  expect(await decide({ qty_approved: 3, outcome: 'restock', qty_written_off: 4 })).toMatchObject({
    status: 422,
    body: { errors: { qty_written_off: ['Only 3 are approved.'] } },
  });
  const exchange = { outcome: 'exchange', exchange_product_id: large.id };
  expect((await decide({ qty_approved: 3, ...exchange, qty_exchanged: 4 })).body.errors).toEqual({ qty_exchanged: ['Only 3 are approved.'] });
  expect((await decide({ qty_approved: 3, outcome: 'restock', qty_written_off: -1 })).status).toBe(422);
  for (const by of [admin, await as('warehouse')])
    expect((await decide({ qty_approved: 3, outcome: 'restock', qty_written_off: 1 }, by)).status).toBe(403);
  await decide({ qty_approved: 3, outcome: 'restock', qty_written_off: 1 });
  for (const change of [{ qty_written_off: 3 }, { qty_approved: 1 }, { outcome: 'write_off' as const }, { qty_exchanged: 1 }])
    await expect(
      database.unitOfWork((db) => db.update(returnLines).set(change).where(eq(returnLines.id, id))),
      JSON.stringify(change),
    ).rejects.toThrow();
});

test('two people who finalise with different splits at the same time: one split takes effect, once', async () => {
  const { as, office, path, id, moved, onHand } = await setUp();
  const before = await onHand();
  const colleague = await as('super');
  const finalise = (by: typeof office, qty_written_off: number) =>
    by.put(path, { finalise: true, lines: [{ id, qty_approved: 5, outcome: 'restock', qty_written_off }] });
  const answers = await Promise.all([finalise(office, 1), finalise(colleague, 3)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const written = answers[0]?.status === 200 ? 1 : 3;
  expect(await moved()).toEqual([
    { type: 'ORDER_RETURN', qty: 5 },
    { type: 'ADJUSTMENT', qty: -written },
  ]);
  expect(await onHand()).toBe(before + 5 - written);
});
