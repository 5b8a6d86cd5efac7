import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { run } from '../../server/db/db.ts';
import { countRequests, productBins, receipts } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { ship } from '../returns/shipped.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

/** A floor with `qty` items of a SKU on hand, and a tablet that moves items between bins. */
async function setUp(qty: number) {
  const here = await floor();
  const { office, database } = here;
  const glove = await here.stocked(qty);
  const tablet = here.tablet(here.picker);
  await tablet.settle();
  const move = (bin: string, items: number, from: string | null = null) =>
    tablet.sync(tablet.next({ n: 'bin.put_away', a: { product_id: glove.id, bin, qty: items, from } }));
  const bins = async () =>
    Object.fromEntries(
      (await database.reader.select().from(productBins).where(eq(productBins.product_id, glove.id)).orderBy(asc(productBins.bin))).map(
        ({ bin, qty }) => [bin, qty],
      ),
    );
  /** The number of requests to count the SKU that are still open. */
  const openRequests = async () =>
    (
      await database.reader
        .select({ id: countRequests.id })
        .from(countRequests)
        .where(and(eq(countRequests.product_id, glove.id), isNull(countRequests.qty), isNull(countRequests.resolved_at)))
    ).length;
  const setProduct = (field: string, value: unknown) => office.put(`/api/admin/products/${glove.id}`, { field, value });
  const verified = async () => (await database.snapshot(verifyStock)).discrepancies;
  return { ...here, glove, tablet, move, bins, openRequests, setProduct, verified };
}

test('a count below the number in an overflow bin reduces the number to the count; released items must then be brought from that bin', async () => {
  const { office, glove, tablet, move, bins, released, verified, now } = await setUp(100);
  await move('O-02', 80);
  await tablet.sync(tablet.next({ n: 'stock.count', a: { product_id: glove.id, qty: 90, counted_at: now() } }));
  expect(await bins()).toEqual({ 'O-02': 80 });
  await office.put(`/api/admin/products/${glove.id}`, { field: 'qty_available', value: 30 });
  expect(await bins()).toEqual({ 'O-02': 30 });
  await released([{ product_id: glove.id, qty: 30 }]);
  const { items } = (await office.get('/api/admin/attention')).body;
  expect(items.filter((item: { kind: string; sku: string }) => item.kind === 'replenish' && item.sku === glove.sku)).toMatchObject([{ qty: 30 }]);
  await office.put(`/api/admin/products/${glove.id}`, { field: 'qty_available', value: 30 });
  expect(await verified()).toEqual([]);
});

test('if overflow bins hold more items than are in stock, the bin with the fewest items is reduced first, and one count is requested', async () => {
  const { glove, move, bins, openRequests, office, verified } = await setUp(100);
  await move('O-01', 10);
  await move('O-02', 50);
  await move('O-03', 30);
  expect(await openRequests()).toBe(0);
  const leave = async (qty: number) => {
    const { status } = await office.post(`/api/admin/stock/skus/${glove.id}/adjustments`, { qty: -qty, reason: 'Sold at the counter' });
    expect(status).toBe(201);
  };
  await leave(10);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-01': 10, 'O-02': 50, 'O-03': 30 }, 0]);
  await leave(15);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-02': 50, 'O-03': 25 }, 1]);
  await leave(40);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-02': 35 }, 1]);
  await leave(35);
  expect(await bins()).toEqual({});
  expect(await verified()).toEqual([]);
});

test('if a count is below what several overflow bins hold, a count of the bins is requested; the next count closes the request', async () => {
  const { glove, tablet, move, bins, openRequests, setProduct, now } = await setUp(97);
  await move('O-01', 32);
  await move('O-02', 30);
  await setProduct('qty_available', 35);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-01': 32, 'O-02': 3 }, 1]);
  await tablet.sync(tablet.next({ n: 'stock.count', a: { product_id: glove.id, qty: 35, counted_at: now() } }));
  expect(await openRequests()).toBe(0);
});

test('dispatched items are deducted from the overflow bin once the pick bin is empty, even if nobody recorded moving them', async () => {
  const { glove, move, bins, openRequests, createOrder, office, verified, statusOf } = await setUp(20);
  await move('O-02', 15);
  const order = await createOrder([{ product_id: glove.id, qty: 20 }]);
  await ship(office, order.uuid);
  expect(await statusOf(order.id)).toBe('shipped');
  expect([await bins(), await openRequests()]).toEqual([{}, 0]);
  expect(await verified()).toEqual([]);
});

test('an overflow bin gets no more items than are on hand; if a person puts more into it, a count is requested', async () => {
  const { glove, move, bins, openRequests, verified } = await setUp(20);
  await move('O-01', 15);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-01': 15 }, 0]);
  await move('o-02', 8);
  expect([await bins(), await openRequests()]).toEqual([{ 'O-01': 15, 'o-02': 5 }, 1]);
  // The code of a bin means the same bin in capitals and small letters.
  await move('O-02', 3, 'O-01');
  expect(await bins()).toEqual({ 'O-01': 12, 'o-02': 8 });
  await move(String(glove.bin).toLowerCase(), 2, 'o-02');
  expect(await bins()).toEqual({ 'O-01': 12, 'o-02': 6 });
  expect(await verified()).toEqual([]);
});

test('an overflow bin that becomes the pick bin keeps its items, and the former pick bin becomes an overflow bin', async () => {
  const { glove, move, bins, setProduct, verified } = await setUp(100);
  await move('O-02', 80);
  expect((await setProduct('bin', 'o-02')).status).toBe(200);
  expect(await bins()).toEqual({ [String(glove.bin)]: 20 });
  // If only the name of the pick bin changes, the items in the other bin stay there.
  await setProduct('bin', 'B-77');
  expect(await bins()).toEqual({ [String(glove.bin)]: 20 });
  expect(await verified()).toEqual([]);
});

test('when a receipt is reversed, its items are removed from the bins into which they were put', async () => {
  const { office, glove, tablet, move, bins, supplier, database, verified } = await setUp(10);
  await move('O-01', 4);
  const { id: supplier_id } = await supplier({ name: `Dale ${glove.id}` });
  const { id } = (await office.post('/api/admin/purchase-orders', { supplier_id })).body;
  const path = `/api/admin/purchase-orders/${id}`;
  const line = (await office.post(`${path}/lines`, { product_id: glove.id, qty_requested: 20, unit_price: 100 })).body;
  await office.put(path, { approved: true, send: false });
  const receipt = crypto.randomUUID();
  const received = await tablet.sync(
    tablet.next({ n: 'receipt.set_line', a: { receipt, po_line_id: line.id, product_id: glove.id, qty: 20 } }),
    tablet.next({ n: 'bin.put_away', a: { receipt, product_id: glove.id, bin: 'O-01', qty: 12 } }),
    tablet.next({ n: 'bin.put_away', a: { receipt, product_id: glove.id, bin: 'O-02', qty: 8 } }),
  );
  expect(outcomesOf(received)).toEqual(['applied', 'applied', 'applied']);
  expect(await bins()).toEqual({ 'O-01': 16, 'O-02': 8 });
  const [row] = await database.reader.select({ id: receipts.id }).from(receipts).where(eq(receipts.uuid, receipt));
  expect((await office.post(`${path}/receipts/${row?.id}/reverse`, { reason: 'Another pallet' })).status).toBe(200);
  expect(await bins()).toEqual({ 'O-01': 4 });
  expect(await verified()).toEqual([]);
});

test('stock:verify finds bins with more items than are on hand, and a pick bin that is also an overflow bin', async () => {
  const { glove, move, database, verified } = await setUp(5);
  await move('O-02', 5);
  await database.unitOfWork(async (db) => {
    await run(db, sql`update product_bins set qty = 9 where product_id = ${glove.id}`);
    await run(db, sql`insert into product_bins (product_id, bin, qty) values (${glove.id}, ${glove.bin}, 1)`);
  });
  expect(await verified()).toEqual([
    { check: 'overflow bins hold no more than is on hand', thing: glove.sku, stored: 10, computed: 5 },
    { check: 'a pick bin is no overflow bin of its SKU', thing: glove.sku, stored: glove.bin, computed: '' },
  ]);
});
