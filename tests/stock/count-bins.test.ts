import { and, asc, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, countRequests, productBins } from '../../server/db/tables/index.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { floor, outcomesOf } from '../sync/tablet.ts';

/** A floor with a hundred gloves that are to be counted: 20 in the pick bin, 30 in O-01 and 50 in O-02. */
async function setUp() {
  const here = await floor();
  const { office, database } = here;
  const glove = await here.stocked(100);
  const [mover, tablet] = [here.tablet(here.picker), here.tablet(here.picker)];
  await mover.settle();
  const move = (bin: string, qty: number, from: string | null = null) =>
    mover.sync(mover.next({ n: 'bin.put_away', a: { product_id: glove.id, bin, qty, from } }));
  await move('O-01', 30);
  await move('O-02', 50);
  await office.post(`/api/admin/stock/skus/${glove.id}/count-requests`);
  here.setClock(1);
  await tablet.settle();
  const counted = (counts: Record<string, number>, a: Record<string, unknown> = {}) => {
    const bins = Object.entries(counts).map(([bin, qty]) => ({ bin: bin === 'pick' ? glove.bin : bin, qty }));
    const qty = bins.reduce((sum, one) => sum + one.qty, 0);
    return tablet.next({ n: 'stock.count', nv: 2, a: { product_id: glove.id, qty, counted_at: here.now(), pick_bin: glove.bin, bins, ...a } });
  };
  const count = (counts: Record<string, number>, a: Record<string, unknown> = {}) => {
    here.setClock(1);
    return tablet.sync(counted(counts, a));
  };
  const bins = async () =>
    Object.fromEntries(
      (await database.reader.select().from(productBins).where(eq(productBins.product_id, glove.id)).orderBy(asc(productBins.bin))).map(
        ({ bin, qty }) => [bin, qty],
      ),
    );
  const onHand = async () => (await here.stockOf(glove)).qty_available;
  const stands = async () => ({ on_hand: await onHand(), ...(await bins()) });
  const isToCount = async () =>
    (
      await database.reader
        .select({ id: countRequests.id })
        .from(countRequests)
        .where(and(eq(countRequests.product_id, glove.id), isNull(countRequests.qty), isNull(countRequests.resolved_at)))
    ).length > 0;
  const waiting = async () =>
    (await office.get('/api/admin/attention?kind=count_request')).body.items.filter(
      ({ sku, qty }: { sku: string; qty: number | null }) => sku === glove.sku && qty !== null,
    );
  const verified = async () => (await database.snapshot(verifyStock)).discrepancies;
  return { ...here, trolley: here.tablet, glove, tablet, move, counted, count, bins, onHand, stands, isToCount, waiting, verified };
}

test('each bin gets the number that was counted in it, their sum is on hand, and the shelf leaves the count list', async () => {
  const { glove, tablet, count, stands, isToCount, verified, database } = await setUp();
  expect(tablet.rows.to_count.get(glove.id)?.overflow_bins).toEqual(['O-01', 'O-02']);
  expect(outcomesOf(await count({ pick: 35, 'o-01': 0, 'O-02': 60 }))).toEqual(['applied']);
  expect(await stands()).toEqual({ on_hand: 95, 'O-02': 60 });
  expect(await isToCount()).toBe(false);
  expect(tablet.rows.to_count.has(glove.id)).toBe(false);
  // A second count sets each bin to the number counted in it, and no further count is requested.
  expect(outcomesOf(await count({ pick: 0, 'O-01': 21, 'O-02': 59, 'O-03': 1 }))).toEqual(['applied']);
  expect(await stands()).toEqual({ on_hand: 81, 'O-01': 21, 'O-02': 59, 'O-03': 1 });
  expect([await isToCount(), await verified()]).toEqual([false, []]);
  const rows = await database.reader
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.on_id, glove.id), eq(auditRows.what, 'stock.counted')));
  expect(rows.at(-1)?.after).toEqual({
    qty_available: 81,
    bins: [
      { bin: glove.bin, qty: 0 },
      { bin: 'O-01', qty: 21 },
      { bin: 'O-02', qty: 59 },
      { bin: 'O-03', qty: 1 },
    ],
  });
});

test('a bin that was not counted keeps its items, and the shelf stays on the count list until each of its bins is counted', async () => {
  const { glove, tablet, count, stands, isToCount, verified } = await setUp();
  await count({ 'O-02': 47 });
  expect(await stands()).toEqual({ on_hand: 97, 'O-01': 30, 'O-02': 47 });
  await count({ pick: 22 });
  expect(await stands()).toEqual({ on_hand: 99, 'O-01': 30, 'O-02': 47 });
  await count({ 'Z-09': 3 });
  expect(await stands()).toEqual({ on_hand: 102, 'O-01': 30, 'O-02': 47, 'Z-09': 3 });
  expect([await isToCount(), tablet.rows.to_count.get(glove.id)?.overflow_bins]).toEqual([true, ['O-01', 'O-02', 'Z-09']]);
  await count({ pick: 22, 'O-01': 30, 'O-02': 47, 'Z-09': 3 });
  expect([await isToCount(), await verified()]).toEqual([false, []]);
});

test('repeating a count by bin changes nothing; a count from an older app is one number for all bins together', async () => {
  const { glove, tablet, counted, stands, office, now, setClock, verified } = await setUp();
  const ledger = async () => (await office.get(`/api/admin/stock/skus/${glove.id}/ledger`)).body.items.map(({ qty }: { qty: number }) => qty);
  const mutation = counted({ pick: 18, 'O-01': 40, 'O-02': 39 });
  for (let time = 0; time < 2; time++) expect(outcomesOf(await tablet.sync(mutation))).toEqual(['applied']);
  expect([await stands(), await ledger()]).toEqual([{ on_hand: 97, 'O-01': 40, 'O-02': 39 }, [-3, 100]]);
  setClock(1);
  const old = tablet.next({ n: 'stock.count', nv: 1, a: { product_id: glove.id, qty: 90, counted_at: now() } });
  for (let time = 0; time < 2; time++) expect(outcomesOf(await tablet.sync(old))).toEqual(['applied']);
  expect([await stands(), await ledger()]).toEqual([{ on_hand: 90, 'O-01': 40, 'O-02': 39 }, [-7, -3, 100]]);
  expect(await verified()).toEqual([]);
});

test('a count is refused if it names a tote or no bin, if its total differs from the sum of its bins, or if an embroiderer sends it', async () => {
  const { tablet, counted, stands, as } = await setUp();
  const bad = [counted({ 'T-1': 4 }), counted({ 'O-01': 4 }, { qty: 5 }), counted({ 'O-01': 4 }, { bins: [] }), counted({ 'O-01': -1 })];
  expect(outcomesOf(await tablet.sync(...bad))).toEqual(Array(4).fill('rejected INVALID'));
  tablet.who = await as('embroiderer');
  expect((await tablet.send(tablet.envelope([counted({ 'O-01': 4 })]))).status).toBe(403);
  expect(await stands()).toEqual({ on_hand: 100, 'O-01': 30, 'O-02': 50 });
});

test('a count that waits for a super keeps the quantity of each bin, and these quantities are applied when the super accepts the count', async () => {
  const { office, glove, counted, tablet, move, stands, waiting, verified } = await setUp();
  const mutation = counted({ pick: 5, 'O-01': 75, 'O-02': 52 });
  await tablet.sync(mutation);
  expect(await stands()).toEqual({ on_hand: 100, 'O-01': 30, 'O-02': 50 });
  const counted_bins = [
    { bin: glove.bin, qty: 5, difference: -15 },
    { bin: 'O-01', qty: 75, difference: 45 },
    { bin: 'O-02', qty: 52, difference: 2 },
  ];
  expect(await waiting()).toMatchObject([{ m: mutation.m, qty: 132, server: { difference: 32, counted_bins } }]);
  // Items that were moved after the count are added to the bin to which they were moved.
  await move('O-02', 3, 'O-01');
  await office.post(`/api/admin/attention/${mutation.m}/resolve`, { choice: 'mine', qty: 132 });
  expect(await stands()).toEqual({ on_hand: 132, 'O-01': 72, 'O-02': 55 });
  expect([await waiting(), await verified()]).toEqual([[], []]);
});

test('a count by bin that a super refuses changes no bin; a number that the super enters is for all bins together', async () => {
  const { office, counted, tablet, stands, verified } = await setUp();
  const resolve = async (choice: string, qty: number | null) => {
    const mutation = counted({ pick: 5, 'O-01': 75, 'O-02': 52 });
    await tablet.sync(mutation);
    await office.post(`/api/admin/attention/${mutation.m}/resolve`, { choice, qty });
  };
  await resolve('dismiss', null);
  expect(await stands()).toEqual({ on_hand: 100, 'O-01': 30, 'O-02': 50 });
  await resolve('mine', 110);
  expect(await stands()).toEqual({ on_hand: 110, 'O-01': 30, 'O-02': 50 });
  expect(await verified()).toEqual([]);
});

test('a count of some bins replaces a waiting count of all bins, and the shelf is put on the count list because of the other bins', async () => {
  const { glove, counted, count, tablet, stands, waiting, isToCount, database, now } = await setUp();
  await database.unitOfWork((db) => db.update(countRequests).set({ resolved_at: now() }).where(eq(countRequests.product_id, glove.id)));
  await tablet.sync(counted({ pick: 20, 'O-01': 75, 'O-02': 50 }));
  expect([(await waiting()).length, await isToCount()]).toEqual([1, false]);
  await count({ 'O-01': 32 });
  expect(await stands()).toEqual({ on_hand: 102, 'O-01': 32, 'O-02': 50 });
  expect([(await waiting()).length, await isToCount()]).toEqual([0, true]);
});

test('if items are moved to another bin after a count, the count waits for a super and does not undo the move', async () => {
  const { counted, tablet, move, stands, waiting, setClock, verified } = await setUp();
  const mutation = counted({ pick: 20, 'O-01': 30, 'O-02': 51 });
  setClock(2);
  await move('O-01', 10);
  await tablet.sync(mutation);
  expect(await stands()).toEqual({ on_hand: 100, 'O-01': 40, 'O-02': 50 });
  expect((await waiting()).length).toBe(1);
  expect(await verified()).toEqual([]);
});

test('if the pick bin was renamed after the tablet synced, a count under the old name applies to the pick bin', async () => {
  const { office, glove, count, stands, verified } = await setUp();
  await office.put(`/api/admin/products/${glove.id}`, { field: 'bin', value: 'B-77' });
  await count({ pick: 17, 'O-01': 30, 'O-02': 50 });
  expect(await stands()).toEqual({ on_hand: 97, 'O-01': 30, 'O-02': 50 });
  // O-02 becomes the pick bin, and the old pick bin becomes an overflow bin. Each bin keeps its number of items.
  await office.put(`/api/admin/products/${glove.id}`, { field: 'bin', value: 'O-02' });
  expect(await stands()).toEqual({ on_hand: 97, 'B-77': 17, 'O-01': 30 });
  await count({ 'B-77': 16, 'O-01': 30, 'O-02': 49 }, { pick_bin: 'B-77' });
  expect(await stands()).toEqual({ on_hand: 95, 'B-77': 16, 'O-01': 30 });
  expect(await verified()).toEqual([]);
});

test('items on a trolley are on hand in addition to the items counted in the bins', async () => {
  const here = await setUp();
  const { glove, picker, count, stands, verified } = here;
  const { pick_id } = await here.released([{ product_id: glove.id, qty: 15 }]);
  const trolley = here.trolley(picker);
  await trolley.settle();
  expect(outcomesOf(await trolley.sync(trolley.start(pick_id), trolley.record(pick_id, glove.id, 15)))).toEqual(['applied', 'applied']);
  await count({ pick: 4, 'O-01': 30, 'O-02': 50 });
  expect(await stands()).toEqual({ on_hand: 99, 'O-01': 30, 'O-02': 50 });
  expect(await verified()).toEqual([]);
});

test('counts of two bins that arrive together, long after they were made, are both applied', async () => {
  const { counted, tablet, setClock, stands, waiting } = await setUp();
  const first = counted({ 'O-01': 28 });
  setClock(5);
  const second = counted({ 'O-02': 53 });
  setClock(60);
  expect(outcomesOf(await tablet.sync(first, second))).toEqual(['applied', 'applied']);
  expect([await stands(), await waiting()]).toEqual([{ on_hand: 101, 'O-01': 28, 'O-02': 53 }, []]);
});
