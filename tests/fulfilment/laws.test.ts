import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorCodes, orderLines, stockLevels, stockMovements } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { lawRuns } from '../law-runs.ts';
import { floor } from './floor.ts';

type Floor = Awaited<ReturnType<typeof floor>>;
type Made = Awaited<ReturnType<Floor['createOrder']>>;
interface Stage extends Floor {
  skus: number[];
  made: Made[];
}
interface FloorAction {
  what: string;
  order: number;
  sku: number;
  qty: number;
}

const on = ({ uuid }: Made) => `/api/admin/picking/orders/${uuid}`;

/** Everything that office and floor can do to an order or a SKU, at any time. */
const actions: Record<string, (stage: Stage, order: Made, action: FloorAction) => Promise<{ status: number }>> = {
  count: ({ office, skus }, _order, { sku, qty }) => office.put(`/api/admin/products/${skus[sku]}`, { field: 'qty_available', value: qty * 2 }),
  set: ({ office }, order, { sku, qty }) => office.put(`${order.path}/lines/${order.lines[sku]}/allocation`, { qty_allocated: qty }),
  all: ({ office }, order) => office.post(`${order.path}/allocate-all`),
  release: ({ office }, order) => office.post(`${order.path}/allocate`),
  unallocate: ({ office }, order) => office.put(order.path, { unallocate: true }),
  send_back: ({ office }, order) => office.put(order.path, { sendBack: true }),
  reopen: ({ office }, order) => office.post(`${order.path}/reopen`, { reason: 'law' }),
  hold: ({ office }, order) => office.put(order.path, { is_frozen: true, frozen_reason: 'law' }),
  let_go: ({ office }, order) => office.put(order.path, { is_frozen: false }),
  start: ({ picker }, order) => picker.put(on(order), { action: 'start' }),
  pick: async ({ picker }, order, { qty }) => {
    const view = await picker.get(on(order));
    if (view.status !== 200) return view;
    const answers = [];
    for (const line of view.body.lines)
      answers.push(await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: Math.min(qty, line.qty_allocated), code: 'SHORT' }));
    return answers[0] ?? view;
  },
  complete: ({ picker }, order) => picker.post(`${on(order)}/move-to-prep`),
  prep: ({ picker }, order) => picker.put(`/api/admin/prep/orders/${order.uuid}`, { prep_completed: true }),
  dispatch: ({ picker }, order, { qty }) =>
    picker.post('/api/admin/shipping/orders/dispatch', {
      orders: [{ uuid: order.uuid, service_key: '999', total_weight: 1, total_items: 1, mark_as_shipped: qty > 4 }],
    }),
  set_as_allocated: ({ office }, order) => office.post(`${order.path}/set-as-allocated`),
  set_as_dispatched: ({ office }, order) => office.post(`${order.path}/set-as-allocated?dispatched=1`),
  cancel: ({ office }, order) => office.post(`/api/orders/${order.uuid}/cancel`),
};

/** Sequences of actions that bring an order to a later state, or as far as possible. */
const ways: Record<string, string[]> = {
  to_floor: ['let_go', 'all', 'release', 'start'],
  to_booked: ['let_go', 'all', 'release', 'start', 'pick', 'complete', 'prep'],
  to_courier: ['let_go', 'all', 'release', 'start', 'pick', 'complete', 'prep', 'dispatch'],
};
for (const [name, steps] of Object.entries(ways))
  actions[name] = async (stage, order, one) => {
    let last = { status: 200 };
    for (const step of steps) last = (await actions[step]?.(stage, order, one)) ?? last;
    return last;
  };

const action: fc.Arbitrary<FloorAction> = fc.record({
  what: fc.constantFrom(...Object.keys(actions), ...Object.keys(ways), 'all', 'release', 'start', 'pick', 'complete', 'prep', 'dispatch'),
  order: fc.nat(2),
  sku: fc.nat(1),
  qty: fc.nat(8),
});

async function staged(): Promise<Stage> {
  const here = await floor();
  await here.database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const polo = await here.stocked(6);
  const cap = await here.stocked(9);
  const lines = [
    { product_id: polo.id, qty: 4 },
    { product_id: cap.id, qty: 5, decoration: 'Logo' },
  ];
  return { ...here, skus: [polo.id, cap.id], made: [await here.createOrder(lines), await here.createOrder(lines), await here.createOrder(lines)] };
}

async function expectConserved({ database, skus, made }: Stage): Promise<void> {
  const levels = await database.reader.select().from(stockLevels).where(inArray(stockLevels.product_id, skus));
  const ledger = await database.reader.select().from(stockMovements).where(inArray(stockMovements.product_id, skus));
  const lines = await database.reader
    .select()
    .from(orderLines)
    .where(
      inArray(
        orderLines.order_id,
        made.map(({ id }) => id),
      ),
    );
  for (const { product_id, qty_available, qty_allocated } of levels) {
    const movementTotal = ledger.filter((movement) => movement.product_id === product_id).reduce((sum, { qty }) => sum + qty, 0);
    const allocatedTotal = lines.filter((line) => line.product_id === product_id).reduce((sum, line) => sum + line.qty_allocated, 0);
    expect({ qty_available, qty_allocated }).toEqual({ qty_available: movementTotal, qty_allocated: allocatedTotal });
    expect(allocatedTotal).toBeLessThanOrEqual(qty_available);
  }
}

test('after any sequence of actions by office and floor, no stock is allocated twice and every item is in the ledger', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 45 }), async (scenario) => {
      const stage = await staged();
      for (const one of scenario) {
        const order = stage.made[one.order];
        if (!order) continue;
        const { status } = (await actions[one.what]?.(stage, order, one)) ?? { status: 0 };
        expect([200, 201, 202, 403, 404, 409, 422]).toContain(status);
        await expectConserved(stage);
      }
      expect((await stage.database.snapshot(verifyStock)).discrepancies).toEqual([]);
    }),
    { numRuns: lawRuns(15) },
  );
});

test('if office and floor act at the same time, nobody gets a server error, and the stock adds up', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 60, maxLength: 60 }), async (scenario) => {
      const stage = await staged();
      const answers = await Promise.all(
        scenario.map((one) => {
          const order = stage.made[one.order];
          return (order && actions[one.what]?.(stage, order, one)) || Promise.resolve({ status: 200 });
        }),
      );
      for (const { status } of answers) expect([200, 201, 202, 409, 422]).toContain(status);
      await expectConserved(stage);
      expect((await stage.database.snapshot(verifyStock)).discrepancies).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
