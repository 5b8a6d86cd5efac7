import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { countRequests, productBins, products, stockLevels, stockMovements } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { importWorld } from './import-world.ts';

async function setUp() {
  const base = await importWorld();
  const tag = `S${base.office.id}`;
  const onHand = async (id: number): Promise<number> =>
    (await base.database.reader.select().from(stockLevels).where(eq(stockLevels.product_id, id)))[0]?.qty_available ?? 0;
  const sku = async (name: string, qty: number) => {
    const product = await base.product({ sku: `${tag}-${name}`, bin: 'A-01' });
    if (qty) await base.office.put(`/api/admin/products/${product.id}`, { field: 'qty_available', value: qty });
    return product;
  };
  return { ...base, tag, onHand, sku };
}

test('a count sets the quantity on hand, a change adds to it, and the ledger names the import', async () => {
  const { importFile, sku, onHand, database } = await setUp();
  const [one, two, same] = [await sku('1', 5), await sku('2', 5), await sku('3', 5)];
  const counted = await importFile({
    type: 'stock',
    rows: [
      ['sku', 'count', 'bin'],
      [one.sku, '12', 'B-02'],
      [same.sku, '5', ''],
    ],
  });
  expect(counted).toMatchObject({ status: 'done', progress: { changed: 1, unchanged: 1, failed: 0 } });
  const changed = await importFile({
    type: 'stock',
    rows: [
      ['sku', 'change', 'reason'],
      [two.sku, '-2', 'torn'],
    ],
  });
  expect(changed).toMatchObject({ progress: { changed: 1 } });
  expect([await onHand(one.id), await onHand(two.id), await onHand(same.id)]).toEqual([12, 3, 5]);
  expect((await database.reader.select().from(products).where(eq(products.id, one.id)))[0]).toMatchObject({ bin: 'B-02' });
  const rows = await database.reader.select().from(stockMovements).where(eq(stockMovements.product_id, two.id));
  expect(rows.at(-1)).toMatchObject({ type: 'IMPORT', qty: -2, reference: `Import ${changed.id}`, reason: 'torn' });
});

test('if a count is lower than the recorded contents of several overflow bins, a count of the bins is requested', async () => {
  const { importFile, sku, database } = await setUp();
  const glove = await sku('BINS', 20);
  const inBins = ['OV-1', 'OV-2'].map((bin) => ({ product_id: glove.id, bin, qty: 8 }));
  await database.unitOfWork((db) => db.insert(productBins).values(inBins));
  const rows = [
    ['sku', 'count'],
    [glove.sku, '10'],
  ];
  expect(await importFile({ type: 'stock', rows })).toMatchObject({ status: 'done', progress: { changed: 1 } });
  const requests = await database.reader.select().from(countRequests).where(eq(countRequests.product_id, glove.id));
  expect(requests).toMatchObject([{ qty: null, resolved_at: null }]);
});

test('a count or change that leaves less stock than the quantity at the decorator is a fault of its cell', async () => {
  const { upload, sku, supplier, office, tag } = await setUp();
  const polo = await sku('OUT', 5);
  const { id: supplier_id } = await supplier({ name: `Stitch ${tag}`, work_order: true });
  const { id } = (await office.post('/api/admin/purchase-orders', { supplier_id })).body as { id: number };
  const path = `/api/admin/purchase-orders/${id}`;
  const line = (await office.post(`${path}/lines`, { product_id: polo.id, qty_requested: 4, unit_price: 100 })).body as { id: number };
  await office.put(path, { approved: true, send: false });
  expect((await office.put(path, { sent_out: [{ line_id: line.id, quantity: 4 }] })).status).toBe(200);
  const check = async (heading: string, cell: string) =>
    (
      await upload({
        type: 'stock',
        rows: [
          ['sku', heading],
          [polo.sku, cell],
        ],
      })
    ).body.check;
  expect(await check('count', '3')).toMatchObject({ faulty: 1, faults: [{ message: messages.stock_at_decorator(4) }] });
  expect(await check('change', '-2')).toMatchObject({ faulty: 1, faults: [{ message: messages.stock_at_decorator(4) }] });
  expect(await check('count', '4')).toMatchObject({ faulty: 0, changed: 1 });
});

test('an unknown SKU, a style with sizes, and a stock level that would be negative are faults of their cells', async () => {
  const { upload, product, sku, tag } = await setUp();
  const style = await product({ sku: `${tag}-STYLE` });
  await product({ sku: `${tag}-STYLE-M`, parent_id: style.id });
  const few = await sku('FEW', 2);
  const { body } = await upload({
    type: 'stock',
    rows: [
      ['sku', 'change'],
      ['NOBODY', '1'],
      [style.sku, '1'],
      [few.sku, '-3'],
      [`${tag}-STYLE-M`, '1.5'],
      [`${tag}-STYLE-M`, ''],
    ],
  });
  expect(body.check).toMatchObject({ faulty: 5, new: 0, changed: 0 });
  expect(body.check?.faults.map(({ row, column }) => [row, column])).toEqual([
    [2, 0],
    [3, 0],
    [4, 1],
    [5, 1],
    [6, 0],
    [6, 1],
  ]);
});

test.each(['stock', 'products'] as const)('in a file of %s, the name of a tote in the bin column is a fault of its cell', async (type) => {
  const { upload, sku } = await setUp();
  const one = await sku('TOTE', 0);
  const rows = [
    ['sku', 'bin'],
    [one.sku, 'T-12'],
  ];
  const { body } = await upload({ type, rows });
  expect(body.check).toMatchObject({ faulty: 1, faults: [{ row: 2, column: 1, value: 'T-12', message: messages.bin_is_tote }] });
});

test.each(['stock', 'products'] as const)('the check of %s in a file warns of bins that no SKU uses yet or that another SKU has', async (type) => {
  const { upload, database, product, sku, tag } = await setUp();
  const [one, two, three, leaves] = [
    await sku('W1', 0),
    await sku('W2', 0),
    await sku('W3', 0),
    await product({ sku: `${tag}-W4`, bin: `${tag}-L-1` }),
  ];
  await product({ sku: `${tag}-OTHER`, bin: `${tag}-B-2` });
  await database.unitOfWork((db) => db.insert(productBins).values({ product_id: two.id, bin: `${tag}-OV-1`, qty: 3 }));
  const { body } = await upload({
    type,
    rows: [
      ['sku', 'bin'],
      [one.sku, `${tag}-zz-9`],
      [two.sku, `${tag}-b-2`],
      [three.sku, `${tag}-ZZ-9`],
      [leaves.sku, `${tag}-OV-1`],
      [`${tag}-STAYS`, ''],
    ],
  });
  expect(body.check).toMatchObject({ changed: 4, faulty: 1 });
  expect(body.check?.warnings).toEqual([
    { row: 2, key: one.sku, message: `New bin ${tag}-zz-9?` },
    { row: 3, key: two.sku, message: `${tag}-b-2 is the bin of ${tag}-OTHER. Put these there too?` },
    { row: 4, key: three.sku, message: `${tag}-ZZ-9 is the bin of ${one.sku}. Put these there too?` },
  ]);
});

test('a bin that a SKU gives up in a file is free for another SKU of the file; the check does not warn of unchanged bins', async () => {
  const { upload, product, tag } = await setUp();
  const [first, second] = [await product({ sku: `${tag}-X1`, bin: `${tag}-X-1` }), await product({ sku: `${tag}-X2`, bin: `${tag}-X-2` })];
  const rows = [
    ['sku', 'bin'],
    [first.sku, `${tag}-X-2`],
    [second.sku, `${tag}-x-1`],
  ];
  expect((await upload({ type: 'stock', rows })).body.check?.warnings.map(({ message }) => message)).toEqual([
    `New bin ${tag}-X-2?`,
    `New bin ${tag}-x-1?`,
  ]);
  const same = [
    ['sku', 'bin'],
    [first.sku, `${tag}-x-1`],
    [second.sku, `${tag}-X-2`],
  ];
  expect((await upload({ type: 'stock', rows: same })).body.check).toMatchObject({ changed: 1, unchanged: 1, warnings: [] });
});

test('a check shows at most 100 warnings about bins', async () => {
  const { upload, tag } = await setUp();
  const rows = Array.from({ length: 101 }, (_, n) => [`${tag}-MANY-${n}`, 'Cap', '1.00', `${tag}-M-${n}`]);
  const { body } = await upload({ type: 'products', rows: [['sku', 'name', 'price', 'bin'], ...rows] });
  expect(body.check).toMatchObject({ new: 101 });
  expect(body.check?.warnings).toHaveLength(100);
});

test('a stock file is refused if it has columns for both counts and changes, or for neither', async () => {
  const { upload } = await setUp();
  expect(
    await upload({
      type: 'stock',
      rows: [
        ['sku', 'count', 'change'],
        ['A', '1', '1'],
      ],
    }),
  ).toMatchObject({ status: 422 });
  expect(await upload({ type: 'stock', rows: [['sku'], ['A']] })).toMatchObject({ status: 422 });
});

test('a rollback of counts restores the quantity on hand of each SKU that was not counted or adjusted since', async () => {
  const { importFile, rollBack, office, sku, onHand } = await setUp();
  const [one, two, three] = [await sku('R1', 10), await sku('R2', 10), await sku('R3', 10)];
  const done = await importFile({
    type: 'stock',
    rows: [
      ['sku', 'count', 'bin'],
      [one.sku, '4', 'Z-09'],
      [two.sku, '15', ''],
      [three.sku, '1', ''],
    ],
  });
  await office.put(`/api/admin/products/${two.id}`, { field: 'qty_available', value: 20 });
  expect(await rollBack(done.id)).toMatchObject({
    undone: [{ key: one.sku }, { key: three.sku }],
    kept: [{ key: two.sku, reason: 'Counted or adjusted since.' }],
    failed: [],
  });
  expect([await onHand(one.id), await onHand(two.id), await onHand(three.id)]).toEqual([10, 20, 10]);
  const { items } = (await office.get(`/api/admin/stock/skus/${one.id}/ledger`)).body;
  expect(items.slice(0, 2)).toMatchObject([
    { qty: 6, what: 'Import rolled back' },
    { qty: -6, what: 'Imported' },
  ]);
});
