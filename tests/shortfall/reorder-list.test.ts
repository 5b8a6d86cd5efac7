import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { products, purchaseOrderLines, suppliers } from '../../server/db/tables/index.ts';
import { move } from '../../server/stock/move.ts';
import { messages } from '../../shared/messages.ts';
import { shortfallFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof shortfallFixture>>;
let f: Fixture;
const path = '/api/admin/reports/reorder';
const drafts = '/api/admin/reports/shortfall';
const day = 24 * 60;

const list = async (query = '') => {
  const { status, body } = await f.office.get(`${path}?${query}`);
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
};
const rowOf = async (id: number) => (await list('per_page=100')).items.find((row: { id: number }) => row.id === id);
const idsOf = async (query: string): Promise<number[]> => (await list(query)).items.map(({ id }: { id: number }) => id);
/** A SKU that has `qty` items on the shelf when the dispatches in `leaving` have left. */
const used = async (
  qty: number,
  leaving: readonly (readonly [qty: number, days_ago: number])[],
  values: Partial<typeof products.$inferInsert> = {},
) => {
  const sku = await f.stocked(qty + leaving.reduce((sum, [n]) => sum + n, 0), values);
  const here = { services: f.services, actor: { id: f.office.id } };
  for (const [n, days_ago] of leaving) {
    const now = new Date(Date.parse(f.now()) - days_ago * day * 60_000).toISOString();
    await f.database.unitOfWork((db) =>
      move({ ...here, db, now } as unknown as Parameters<typeof move>[0], [{ product_id: sku.id, type: 'DISPATCH', qty: -n }]),
    );
  }
  return sku;
};

beforeAll(async () => {
  f = await shortfallFixture();
});

describe('the reorder list', () => {
  test('lists a SKU if its free and coming items run out before a delivery could arrive', async () => {
    const supplier = await f.supplier({ name: 'Pennine Workwear', lead_time_days: 21 });
    const vest = await used(
      3,
      [
        [20, 90],
        [6, 1],
        [50, 92],
      ],
      { supplier_id: supplier.id, name: 'Vest', brand: 'Orn', pack_size: 12, supplier_sku: 'V1' },
    );
    await f.purchase({ supplier_id: supplier.id, product_id: vest.id, qty: 5, received: 4, due_on: '2026-12-04' });
    expect(await rowOf(vest.id)).toMatchObject({
      sku: vest.sku,
      supplier_sku: 'V1',
      name: 'Vest',
      brand: 'Orn',
      qty_used: 26,
      use_per_week: 2,
      lead_days: 21,
      qty_available: 3,
      qty_free: 3,
      qty_on_order: 1,
      qty_in_drafts: 0,
      qty_short: 0,
      cover_weeks: 1.5,
      reorder_point: null,
      point: 6,
      due: '2026-12-04',
      supplier: { id: supplier.id, name: 'Pennine Workwear' },
      needed: 2,
      suggested: 12,
      reasons: ['pack'],
    });
    await f.purchase({ supplier_id: supplier.id, product_id: vest.id, qty: 1, is_draft: true });
    expect(await rowOf(vest.id)).toMatchObject({ qty_in_drafts: 1, needed: 1 });
    await f.purchase({ supplier_id: supplier.id, product_id: vest.id, qty: 1, is_draft: true });
    expect(await rowOf(vest.id)).toBeUndefined();
    // Items that a waiting order lacks count as gone.
    await f.createOrder([{ product_id: vest.id, qty: 7 }]);
    expect(await rowOf(vest.id)).toMatchObject({ qty_short: 7, needed: 7 });
  });

  test('uses the lead time of the SKU, else of its style, else of the supplier, else 14 days', async () => {
    const slow = await f.supplier({ lead_time_days: 91 });
    const none = await f.supplier();
    const own = await used(0, [[9, 3]], { supplier_id: slow.id, lead_time_days: 7 });
    const ofSupplier = await used(0, [[9, 3]], { supplier_id: slow.id });
    const usual = await used(0, [[9, 3]], { supplier_id: none.id });
    const {
      children: [ofStyle],
    } = await f.style(['S'], { supplier_id: slow.id, lead_time_days: 28 });
    if (!ofStyle) throw new Error('No SKU was made');
    await f.database.unitOfWork(
      async (db) => void (await db.update(products).set({ lead_time_days: null, reorder_point: 1 }).where(eq(products.id, ofStyle.id))),
    );
    for (const [id, lead_days, point] of [
      [own.id, 7, 1],
      [ofSupplier.id, 91, 9],
      [usual.id, 14, 2],
      [ofStyle.id, 28, 1],
    ] as const)
      expect(await rowOf(id)).toMatchObject({ lead_days, point });
  });

  test('has each SKU below its reorder point, and no SKU at its reorder point, for any use, lead time and stock', async () => {
    const supplier = await f.supplier();
    for (const [qty_used, lead_time_days, on_shelf] of [
      [13, 7, 1],
      [13, 8, 1],
      [14, 7, 1],
      [1, 1, 0],
      [1, 1, 1],
      [5, 0, 0],
      [90, 30, 29],
      [90, 30, 30],
    ] as const) {
      const sku = await used(on_shelf, [[qty_used, 5]], { supplier_id: supplier.id, lead_time_days });
      const row = await rowOf(sku.id);
      const point = Math.ceil((qty_used * lead_time_days) / 91);
      expect(row?.needed ?? 0, `${qty_used} used, ${lead_time_days} days`).toBe(Math.max(0, point - on_shelf));
      if (row) expect(row).toMatchObject({ point });
    }
  });

  test('uses a reorder point that is fixed by hand, also 0, and the computed point again once the fixed one is removed', async () => {
    const supplier = await f.supplier();
    const sku = await used(5, [[13, 2]], { supplier_id: supplier.id });
    expect(await rowOf(sku.id)).toBeUndefined();
    const fix = async (value: number | null, version?: number) =>
      f.office.put(`/api/admin/products/${sku.id}`, { field: 'reorder_point', value, ...(version && { version }) });
    const { version } = (await fix(10)).body;
    expect(await rowOf(sku.id)).toMatchObject({ reorder_point: 10, point: 10, needed: 5, version });
    expect((await fix(11, version - 1)).status).toBe(409);
    expect((await fix(-1)).status).toBe(422);
    await fix(0);
    expect(await rowOf(sku.id)).toBeUndefined();
    await fix(6);
    expect(await rowOf(sku.id)).toMatchObject({ needed: 1 });
    await fix(null);
    expect(await rowOf(sku.id)).toBeUndefined();
  });

  test('leaves out discontinued SKUs, and SKUs that are short but have no past use; an archived supplier is not named', async () => {
    const supplier = await f.supplier();
    const [ending, ended, gone, only_short] = [
      await used(0, [[30, 2]], { supplier_id: supplier.id, discontinued_at: '2030-01-01T00:00:00.000Z' }),
      await used(0, [[30, 2]], { supplier_id: supplier.id, discontinued_at: '2026-01-01T00:00:00.000Z' }),
      await used(0, [[30, 2]], { supplier_id: supplier.id }),
      await f.stocked(0, { supplier_id: supplier.id }),
    ];
    await f.createOrder([{ product_id: only_short.id, qty: 3 }]);
    await f.database.unitOfWork(async (db) => {
      await db.update(suppliers).set({ archived_at: f.now() }).where(eq(suppliers.id, supplier.id));
    });
    expect(await rowOf(ended.id)).toBeUndefined();
    expect(await rowOf(ending.id)).toBeUndefined();
    expect(await rowOf(only_short.id)).toBeUndefined();
    expect(await rowOf(gone.id)).toMatchObject({ supplier: null });
  });

  test('is searched, filtered by supplier and brand, sorted and paged', async () => {
    const [here, otherSupplier] = [await f.supplier({ name: 'Zephyr Textiles' }), await f.supplier()];
    const cap = await used(2, [[90, 2]], { supplier_id: here.id, name: 'Quilted Cap', brand: 'Alpha', sku: 'RL-A' });
    const coat = await used(0, [[45, 2]], { supplier_id: here.id, brand: 'Beta', sku: 'RL-B' });
    const boot = await used(0, [], { supplier_id: otherSupplier.id, brand: 'Beta', sku: 'RL-C', reorder_point: 5 });
    expect(await idsOf('search=quilted')).toEqual([cap.id]);
    expect(await idsOf('search=zephyr')).toEqual([coat.id, cap.id]);
    expect(await idsOf('search=rl-&orderBy=sku&sortedBy=desc')).toEqual([boot.id, coat.id, cap.id]);
    expect(await idsOf('search=rl-&orderBy=use&sortedBy=desc')).toEqual([cap.id, coat.id, boot.id]);
    expect(await idsOf('search=rl-')).toEqual([coat.id, cap.id, boot.id]);
    expect(await idsOf(`supplier_id=${otherSupplier.id}`)).toEqual([boot.id]);
    expect(await idsOf('search=rl-&brand=Beta')).toEqual([coat.id, boot.id]);
    expect(await list('search=rl-&per_page=1&page=3')).toMatchObject({ total: 3, last_page: 3, items: [{ id: boot.id }] });
    expect(await list('search=rl-&per_page=1&page=9')).toMatchObject({ total: 3, items: [] });
    expect((await list()).per_page).toBe(100);
    expect((await f.office.get(`${path}?orderBy=price`)).status).toBe(422);
  });

  test('can be downloaded as a CSV document, with the same filters and without costs', async () => {
    const supplier = await f.supplier({ name: 'CSV Supplies' });
    const sock = await used(1, [[26, 2]], {
      supplier_id: supplier.id,
      sku: 'RC-SOCK',
      name: 'Sock',
      variation_colour: 'Black',
      variation_all_size: 'One size',
    });
    const response = await f.office.raw(`/admin/reports/reorder/export?supplier_id=${supplier.id}`);
    expect([response.status, response.headers.get('X-Total-Rows')]).toEqual([200, '1']);
    expect(parse(await response.text(), { bom: true, columns: true })).toEqual([
      {
        supplier: 'CSV Supplies',
        sku: sock.sku,
        supplier_sku: '',
        product: 'Sock, Black, One size',
        brand: '',
        use_per_week: '2',
        lead_days: '14',
        on_hand: '1',
        qty_free: '1',
        on_order: '0',
        in_drafts: '0',
        qty_short: '0',
        cover_weeks: '0.5',
        reorder_point: '4',
        pack_size: '',
        suggested: '3',
      },
    ]);
  });

  test('is only for the office', async () => {
    const account = await f.account();
    for (const by of [
      f.picker,
      await f.as('embroiderer'),
      await f.signIn({ id: (await f.user('client_admin', { account_id: account.id })).id, role: 'client_admin' }),
    ])
      for (const url of [path, '/admin/reports/reorder/export']) expect((await by.raw(url)).status, url).toBe(403);
  });
});

describe('drafts up to the reorder point', () => {
  const add = async (ids: number[], more: object = {}) => {
    const { status, body } = await f.office.post(drafts, { products: ids, join_drafts: true, up_to: 'reorder_point', ...more });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.purchase_orders;
  };

  test('contain the suggested quantity once; the SKU then leaves the reorder list', async () => {
    const supplier = await f.supplier();
    const sku = await used(1, [[26, 2]], { supplier_id: supplier.id, pack_size: 6 });
    await f.createOrder([{ product_id: sku.id, qty: 2 }]);
    const { needed, suggested } = await rowOf(sku.id);
    expect([needed, suggested]).toEqual([5, 6]);
    // With `shortfall` only the quantity that orders lack counts.
    const short = await add([sku.id], { up_to: 'shortfall' });
    expect(short).toMatchObject([{ lines: [{ needed: 1, ordered: 6 }] }]);
    expect(await rowOf(sku.id)).toBeUndefined();
    expect(await add([sku.id])).toEqual([]);
    await f.database.unitOfWork(async (db) => {
      await db.update(purchaseOrderLines).set({ qty_requested: 1 }).where(eq(purchaseOrderLines.product_id, sku.id));
    });
    expect(await add([sku.id])).toMatchObject([{ id: short[0].id, lines: [{ product_id: sku.id, needed: 4, ordered: 5, reasons: ['pack'] }] }]);
    expect(await rowOf(sku.id)).toBeUndefined();
  });

  test('are refused for a SKU without a supplier, for an unknown `up_to` and for the floor', async () => {
    const orphan = await used(0, [[26, 2]]);
    const refused = await f.office.post(drafts, { products: [orphan.id], up_to: 'reorder_point' });
    expect([refused.status, refused.body.errors]).toEqual([422, { 'products.0': [messages.product_without_supplier] }]);
    expect((await f.office.post(drafts, { products: [orphan.id], up_to: 'anything' })).status).toBe(422);
    expect((await f.picker.post(drafts, { products: [orphan.id], up_to: 'reorder_point' })).status).toBe(403);
  });
});
