import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditRows, purchaseOrderLines, purchaseOrders, suppliers } from '../../server/db/tables/index.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { shortfallFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof shortfallFixture>>;
let f: Fixture;
const path = '/api/admin/reports/shortfall';

const draftsOf = (supplier_id: number) =>
  f.database.reader.select().from(purchaseOrders).where(eq(purchaseOrders.supplier_id, supplier_id)).orderBy(asc(purchaseOrders.id));
const linesOf = (id: number) =>
  f.database.reader.select().from(purchaseOrderLines).where(eq(purchaseOrderLines.purchase_order_id, id)).orderBy(asc(purchaseOrderLines.id));
const add = async (body: object, headers: Record<string, string> = {}) => {
  const answer = await f.office.post(path, body, headers);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.purchase_orders;
};
/** A SKU of a supplier, of which an order lacks `qty` items. */
const short = async (supplier_id: number, qty: number, values: object = {}) => {
  const sku = await f.stocked(0, { supplier_id, ...values });
  await f.createOrder([{ product_id: sku.id, qty }]);
  return sku;
};

beforeAll(async () => {
  f = await shortfallFixture();
});

describe('drafts for a shortfall', () => {
  test('are created per supplier, at the supplier’s price, in whole packs and at least the minimum quantity', async () => {
    const [one, two] = [await f.supplier(), await f.supplier({ work_order: true, sales_email: 'orders@maker.test' })];
    const vest = await short(one.id, 11, { pack_size: 12, cost: 640 });
    const coat = await short(one.id, 4, { min_order_qty: 10, supplier_price_tenths: 17500 });
    const cap = await short(two.id, 3);
    const purchase_orders = await add({ products: [vest.id, coat.id, cap.id, vest.id] });
    const [[draft], [work]] = [await draftsOf(one.id), await draftsOf(two.id)];
    expect(purchase_orders).toEqual([
      {
        id: draft?.id,
        our_reference: draft?.our_reference,
        supplier: { id: one.id, name: one.name },
        lines: [
          { product_id: vest.id, needed: 11, ordered: 12, reasons: ['pack'] },
          { product_id: coat.id, needed: 4, ordered: 10, reasons: ['minimum'] },
        ],
      },
      {
        id: work?.id,
        our_reference: work?.our_reference,
        supplier: { id: two.id, name: two.name },
        lines: [{ product_id: cap.id, needed: 3, ordered: 3, reasons: [] }],
      },
    ]);
    expect(draft).toMatchObject({
      our_reference: `PO-${String(draft?.id).padStart(5, '0')}`,
      source: 'shortfall',
      approved_at: null,
      work_order: false,
    });
    expect(work).toMatchObject({ work_order: true, contact_email: 'orders@maker.test' });
    expect(await linesOf(draft?.id ?? 0)).toMatchObject([
      { product_id: vest.id, qty_requested: 12, qty_received: 0, unit_price: 640, is_open: false },
      { product_id: coat.id, qty_requested: 10, unit_price: 1750 },
    ]);
    const [row] = await f.database.reader.select().from(auditRows).where(eq(auditRows.what, 'purchase_order.shortfall_added'));
    expect(row).toMatchObject({ on_type: 'purchase_order', on_id: draft?.id });
  });

  test('leave out items that are free, on order or in any draft', async () => {
    const supplier = await f.supplier();
    const sku = await f.stocked(2, { supplier_id: supplier.id });
    await f.createOrder([{ product_id: sku.id, qty: 10 }]);
    await f.purchase({ supplier_id: supplier.id, product_id: sku.id, qty: 5, received: 2 });
    await f.purchase({ supplier_id: supplier.id, product_id: sku.id, qty: 1, is_draft: true });
    expect(await add({ products: [sku.id] })).toMatchObject([{ lines: [{ needed: 4, ordered: 4 }] }]);
    expect(await add({ products: [sku.id] })).toEqual([]);
    expect(await add({ products: [sku.id], join_drafts: true })).toEqual([]);
    expect(await draftsOf(supplier.id)).toHaveLength(3);
  });

  test('leave out SKUs that are or will be discontinued, unless a person has chosen a quantity', async () => {
    const [supplier, account] = [await f.supplier(), await f.account()];
    const days = ['2026-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'];
    const [ended, ending] = [
      await f.stocked(0, { supplier_id: supplier.id, discontinued_at: days[0] }),
      await f.stocked(0, { supplier_id: supplier.id, discontinued_at: days[1] }),
    ];
    const products = [ended.id, ending.id];
    await f.createOrder([{ product_id: ended.id, qty: 3 }], { account_id: account.id });
    await f.createOrder([{ product_id: ending.id, qty: 4 }], { account_id: account.id });
    const { items } = (await f.office.get(`${path}/${account.id}?orderBy=current_shortfall_qty`)).body;
    expect(items).toMatchObject([
      { id: ended.id, is_discontinued: true, discontinued_at: days[0], needed: 3, suggested: 0 },
      { id: ending.id, is_discontinued: false, discontinued_at: days[1], needed: 4, suggested: 0 },
    ]);
    expect((await f.office.get(`${path}/uncovered?supplier_id=${supplier.id}`)).body.product_ids).toEqual([]);
    expect(await add({ products })).toEqual([]);
    expect(await add({ products, quantities: [{ product_id: ending.id, quantity: 5 }] })).toMatchObject([
      { lines: [{ product_id: ending.id, needed: 4, ordered: 5 }] },
    ]);
    const [draft] = await draftsOf(supplier.id);
    const { lines } = (await f.office.get(`/api/admin/purchase-orders/${draft?.id}`)).body;
    expect(lines).toMatchObject([{ product: { id: ending.id, discontinued_at: days[1] } }]);
  });

  test('are extended on request until they are approved; their lines grow by the missing quantity', async () => {
    const supplier = await f.supplier();
    const vest = await short(supplier.id, 11, { pack_size: 12 });
    // A draft that a person has created by hand is not extended.
    await f.purchase({ supplier_id: supplier.id, product_id: (await f.stocked(0)).id, qty: 1, is_draft: true });
    const [first] = await add({ products: [vest.id], join_drafts: true });
    await f.createOrder([{ product_id: vest.id, qty: 9 }]);
    const coat = await short(supplier.id, 2);
    expect(await add({ products: [vest.id, coat.id], join_drafts: true })).toMatchObject([
      {
        id: first.id,
        lines: [
          { product_id: vest.id, needed: 8, ordered: 12, reasons: ['pack'] },
          { product_id: coat.id, needed: 2, ordered: 2, reasons: [] },
        ],
      },
    ]);
    expect((await linesOf(first.id)).map(({ product_id, qty_requested }) => [product_id, qty_requested])).toEqual([
      [vest.id, 24],
      [coat.id, 2],
    ]);
    expect((await draftsOf(supplier.id)).find(({ id }) => id === first.id)?.version).toBe(2);

    await f.createOrder([{ product_id: coat.id, qty: 5 }]);
    const [other] = await add({ products: [coat.id] });
    expect(other.id).not.toBe(first.id);
    await f.database.unitOfWork(async (db) => {
      await db.update(purchaseOrders).set({ approved_at: f.now() }).where(eq(purchaseOrders.source, 'shortfall'));
      await db.update(purchaseOrderLines).set({ is_open: true }).where(eq(purchaseOrderLines.purchase_order_id, first.id));
    });
    await f.createOrder([{ product_id: vest.id, qty: 20 }]);
    const [third] = await add({ products: [vest.id], join_drafts: true });
    expect([first.id, other.id]).not.toContain(third.id);
    expect(third.lines).toEqual([{ product_id: vest.id, needed: 16, ordered: 24, reasons: ['pack'] }]);
  });

  test('have the quantity that a person has chosen, in whole packs and at least the minimum; covered SKUs are left out', async () => {
    const supplier = await f.supplier();
    const [vest, coat, cap] = [
      await short(supplier.id, 11, { pack_size: 12 }),
      await short(supplier.id, 4, { min_order_qty: 10 }),
      await short(supplier.id, 3),
    ];
    const products = [vest.id, coat.id, cap.id];
    const quantities = [
      { product_id: vest.id, quantity: 25 },
      { product_id: coat.id, quantity: 2 },
    ];
    const lines = [
      { product_id: vest.id, needed: 11, ordered: 36, reasons: ['pack'] },
      { product_id: coat.id, needed: 4, ordered: 10, reasons: ['minimum'] },
      { product_id: cap.id, needed: 3, ordered: 3, reasons: [] },
    ];
    const [{ id }, ...others] = await add({ products, quantities });
    expect(others).toEqual([]);
    expect((await linesOf(id)).map(({ product_id, qty_requested }) => [product_id, qty_requested])).toEqual(
      lines.map(({ product_id, ordered }) => [product_id, ordered]),
    );
    // The quantities are on a draft now, but the person who chose them has not seen this draft.
    expect(await add({ products, quantities })).toEqual([]);

    const bad = (one: object) => f.office.post(path, { products, quantities: [one] });
    for (const [one, field] of [
      [{ product_id: vest.id, quantity: 0 }, 'quantities.0.quantity'],
      [{ product_id: vest.id, quantity: 1.5 }, 'quantities.0.quantity'],
      [{ product_id: vest.id, quantity: limits.purchase_quantity + 1 }, 'quantities.0.quantity'],
      [{ product_id: supplier.id + 999_999, quantity: 1 }, 'quantities.0.product_id'],
    ] as const)
      expect(Object.keys((await bad(one)).body.errors)).toEqual([field]);
    const twice = [quantities[0], quantities[0]];
    expect((await f.office.post(path, { products, quantities: twice })).body.errors).toEqual({
      'quantities.1.product_id': [messages.choose_product],
    });
  });

  test('are previewed supplier by supplier with their cost and terms, and no draft is created', async () => {
    const [mill, tailor] = [
      await f.supplier({ name: 'A Preview Mill', min_order_value: 20_000, carriage: 1200 }),
      await f.supplier({ name: 'B Preview Tailor' }),
    ];
    const vest = await short(mill.id, 11, { pack_size: 12, supplier_price_tenths: 1500 });
    const coat = await short(tailor.id, 4, { cost: 2500 });
    const covered = await f.stocked(5, { supplier_id: tailor.id });
    const order = { products: [coat.id, vest.id, covered.id], join_drafts: true, quantities: [{ product_id: vest.id, quantity: 13 }] };
    const preview = async (body: object) => {
      const answer = await f.office.post(`${path}/preview`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.suppliers;
    };
    const ofVest = { lines: [{ product_id: vest.id, needed: 11, ordered: 24, reasons: ['pack'] }], qty_ordered: 24, cost: 3600 };
    const expected = [
      { supplier: { id: mill.id, name: 'A Preview Mill' }, purchase_order: null, ...ofVest, min_order_value: 20_000, carriage: 1200 },
      {
        supplier: { id: tailor.id, name: 'B Preview Tailor' },
        purchase_order: null,
        lines: [{ product_id: coat.id, needed: 4, ordered: 4, reasons: [] }],
        ...{ qty_ordered: 4, cost: 10_000, min_order_value: null, carriage: null },
      },
    ];
    expect(await preview(order)).toEqual(expected);
    expect([await draftsOf(mill.id), await draftsOf(tailor.id)]).toEqual([[], []]);

    const made = await add(order);
    expect(made.map(({ lines }: { lines: unknown }) => lines)).toEqual(expect.arrayContaining(expected.map(({ lines }) => lines)));
    expect(await preview(order)).toEqual([]);
    await f.createOrder([{ product_id: vest.id, qty: 20 }]);
    const [draft] = await draftsOf(mill.id);
    expect(await preview({ ...order, quantities: [] })).toMatchObject([
      {
        purchase_order: { id: draft?.id, our_reference: draft?.our_reference, qty_requested: 24, sub_total: 3600 },
        lines: [{ product_id: vest.id, needed: 7, ordered: 12, reasons: ['pack'] }],
        cost: 1800,
      },
    ]);
    expect((await f.picker.post(`${path}/preview`, order)).status).toBe(403);
  });

  test('are created once even if the request is repeated', async () => {
    const supplier = await f.supplier();
    const sku = await short(supplier.id, 3);
    const key = { 'Idempotency-Key': randomUUID() };
    const body = { products: [sku.id] };
    expect(await add(body, key)).toEqual(await add(body, key));
    expect(await draftsOf(supplier.id)).toHaveLength(1);
  });

  test('contain each item once if many people request them at the same time', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const supplier = await f.supplier();
      const [sku, other] = [await short(supplier.id, 7, { pack_size: 5 }), await short(supplier.id, 2)];
      const bodies = [[sku.id, other.id], [other.id, sku.id], [sku.id], [other.id]];
      const answers = await Promise.all([...bodies, ...bodies].map((products) => f.office.post(path, { products, join_drafts: turn % 2 === 0 })));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
      const drafts = await draftsOf(supplier.id);
      // If drafts are not extended, a first request for one SKU leaves the other SKU to the next request.
      expect(drafts.length).toBeLessThanOrEqual(turn % 2 === 0 ? 1 : 2);
      const lines = (await Promise.all(drafts.map(({ id }) => linesOf(id)))).flat();
      const sumOf = (id: number) => lines.filter(({ product_id }) => product_id === id).reduce((sum, { qty_requested }) => sum + qty_requested, 0);
      expect([sumOf(sku.id), sumOf(other.id), lines.length]).toEqual([10, 2, 2]);
    }
  });

  test('are refused for products that nobody supplies or that are not SKUs; no draft is created', async () => {
    const supplier = await f.supplier();
    const gone = await f.supplier();
    const [good, orphan, archived] = [await short(supplier.id, 1), await f.stocked(0), await short(gone.id, 1)];
    await f.database.unitOfWork(async (db) => void (await db.update(suppliers).set({ archived_at: f.now() }).where(eq(suppliers.id, gone.id))));
    const { parent } = await f.style(['S'], { supplier_id: supplier.id });
    const { status, body } = await f.office.post(path, { products: [good.id, orphan.id, archived.id, parent.id, 999_999] });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      'products.1': [messages.product_without_supplier],
      'products.2': [messages.product_without_supplier],
      'products.3': [messages.not_a_product],
      'products.4': [messages.not_a_product],
    });
    expect(await draftsOf(supplier.id)).toEqual([]);
    for (const products of [undefined, [], ['x'], Array(limits.shortfall_products + 1).fill(good.id)])
      expect((await f.office.post(path, { products })).status).toBe(422);
    expect((await f.picker.post(path, { products: [good.id] })).status).toBe(403);
  });
});
