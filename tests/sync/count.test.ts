import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { stockChecks } from '../../server/db/tables/index.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

/** A floor with a shelf of ten caps that is to be counted after a short pick, and a tablet that counts. */
async function setUp() {
  const here = await floor();
  const cap = await here.stocked(10);
  const counter = here.tablet(here.picker);
  await here.database.unitOfWork((db) => db.insert(stockChecks).values({ product_id: cap.id, qty_short: 1, opened_at: here.now() }));
  here.setClock(1);
  await counter.settle();
  const count = (tablet: Tablet, qty: number, counted_at = here.now()): WireMutation =>
    tablet.next({ n: 'stock.count', a: { product_id: cap.id, qty, counted_at } });
  const onHand = async () => (await here.stockOf(cap)).qty_available;
  const waiting = async () =>
    (await here.office.get('/api/admin/attention?kind=count_request')).body.items.filter(({ sku }: { sku: string }) => sku === cap.sku);
  return { ...here, cap, counter, count, onHand, waiting };
}

test('a tablet lists shelves to count without the expected quantity; a count sets the stock and removes the shelf from the list', async () => {
  const { cap, counter, count, onHand, waiting, database, now } = await setUp();
  expect(counter.rows.to_count.get(cap.id)).toEqual({
    ...{ product_id: cap.id, sku: cap.sku, name: cap.name, bin: cap.bin, barcode: cap.barcode, why: 'short_pick' },
    ...{ variation_colour: null, colour_hex: null, size: null, since: expect.any(String) },
  });
  // The person who counts sees the last short pick with its reason.
  const short = { product_id: cap.id, qty_short: 2, code: 'OTHER', other_reason: 'Torn bag', opened_at: now() };
  await database.unitOfWork((db) => db.insert(stockChecks).values(short));
  await counter.sync();
  expect(counter.rows.to_count.get(cap.id)).toMatchObject({ code: 'OTHER', other_reason: 'Torn bag' });
  const mutation = count(counter, 9);
  expect(outcomesOf(await counter.sync(mutation))).toEqual(['applied']);
  expect(await onHand()).toBe(9);
  expect(counter.rows.to_count.has(cap.id)).toBe(false);
  // The same action changes nothing if it is sent again.
  expect(outcomesOf(await counter.sync(mutation))).toEqual(['applied']);
  expect([await onHand(), await waiting()]).toEqual([9, []]);
});

test('a count that differs greatly from the stock waits for a super; its open item has the id of the action', async () => {
  const { counter, count, onHand, waiting, office } = await setUp();
  const mutation = count(counter, 60);
  await counter.sync(mutation);
  expect(await onHand()).toBe(10);
  expect(await waiting()).toEqual([expect.objectContaining({ m: mutation.m, qty: 60 })]);
  await office.post(`/api/admin/attention/${mutation.m}/resolve`, { choice: 'mine' });
  expect(await onHand()).toBe(60);
});

test('a shelf whose count waits for a super is not listed, and is listed again if another pick falls short', async () => {
  const { cap, counter, count, waiting, database, now, setClock } = await setUp();
  await counter.sync(count(counter, 60));
  expect(await waiting()).toHaveLength(1);
  expect(counter.rows.to_count.has(cap.id)).toBe(false);
  setClock(1);
  await database.unitOfWork((db) => db.insert(stockChecks).values({ product_id: cap.id, qty_short: 1, opened_at: now() }));
  await counter.sync();
  expect(counter.rows.to_count.has(cap.id)).toBe(true);
});

test('a count that was made before the shelf changed waits for a super, unless it agrees with the stock', async () => {
  const { cap, counter, count, onHand, waiting, office, now } = await setUp();
  const counted_at = later(now(), -3_600_000);
  await office.put(`/api/admin/products/${cap.id}`, { field: 'qty_available', value: 12 });
  await counter.sync(count(counter, 12, counted_at));
  expect([await onHand(), (await waiting()).length]).toEqual([12, 0]);
  await counter.sync(count(counter, 10, counted_at));
  expect([await onHand(), (await waiting()).length]).toEqual([12, 1]);
  // The tablet's clock is a day fast, so the time of this count is unknown.
  await counter.sync(count(counter, 11, later(now(), 86_400_000)));
  expect([await onHand(), (await waiting()).length]).toEqual([12, 2]);
});

test('a count is applied if only the counting tablet has picked from the shelf since; it waits if another tablet has picked', async () => {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  const [own, other] = [here.tablet(here.picker), here.tablet(here.picker)];
  for (const tablet of [own, other]) await tablet.settle();
  here.setClock(1);
  const counted_at = here.now();
  const count = (tablet: Tablet, qty: number) => tablet.next({ n: 'stock.count', a: { product_id: polo.id, qty, counted_at } });
  const answer = await own.sync(own.start(order.pick_id), own.record(order.pick_id, polo.id, 3), count(own, 6));
  expect(outcomesOf(answer)).toEqual(['applied', 'applied', 'applied']);
  // Six items are on the shelf and three on the trolley.
  expect((await here.stockOf(polo)).qty_available).toBe(9);
  await other.sync(count(other, 8));
  expect((await here.stockOf(polo)).qty_available).toBe(9);
});

test('a count of an unknown product or a style, or with an invalid number or time, is refused and stays visible', async () => {
  const { counter, now, picker: _, ...here } = await setUp();
  const { parent } = await here.style(['S', 'M']);
  const bad = (a: Record<string, unknown>) => counter.next({ n: 'stock.count', a: { product_id: parent.id, qty: 1, counted_at: now(), ...a } });
  const answer = await counter.sync(bad({}), bad({ product_id: 999_999 }), bad({ qty: -1 }), bad({ counted_at: 'yesterday' }));
  expect(answer.results.map(({ outcome, code }) => [outcome, code])).toEqual(Array(4).fill(['rejected', 'INVALID']));
  expect(answer.outcomes.length).toBeGreaterThanOrEqual(4);
  expect(await here.database.reader.select().from(stockChecks).where(eq(stockChecks.product_id, parent.id))).toEqual([]);
});

/** A floor on which a tablet picks polos offline at `at`. Another tablet counts the shelf later. */
async function pickedBeforeCount(stock = 10) {
  const here = await floor();
  const { order, polo } = await here.polosAndCaps();
  await here.office.put(`/api/admin/products/${polo.id}`, { field: 'qty_available', value: stock });
  const [offline, second, counter] = [here.tablet(here.picker), here.tablet(await here.as('warehouse')), here.tablet(here.picker)];
  for (const tablet of [offline, second, counter]) await tablet.settle();
  here.setClock(1);
  const at = here.now();
  here.setClock(10);
  const pick = (tablet: Tablet, qty: number, time = at) => tablet.record(order.pick_id, polo.id, qty, { at: time });
  const count = (qty: number) => counter.next({ n: 'stock.count', a: { product_id: polo.id, qty, counted_at: here.now() } });
  const onHand = async () => (await here.stockOf(polo)).qty_available;
  const ledger = async () =>
    (await here.office.get(`/api/admin/stock/skus/${polo.id}/ledger`)).body.items.map(({ qty }: { qty: number }) => qty).reverse();
  return { ...here, order, polo, offline, second, counter, at, pick, count, onHand, ledger };
}

test('if a pick made before a count arrives after the count, the picked items are added to the stock, and a new count is requested', async () => {
  const { polo, offline, counter, pick, count, onHand, ledger, setClock } = await pickedBeforeCount();
  await counter.sync(count(7));
  expect(await onHand()).toBe(7);
  setClock(5);
  // Items are scanned one by one, and one is put back.
  const mutations = [1, 2, 3, 2].map((qty) => pick(offline, qty));
  for (const mutation of mutations.slice(1))
    mutation.base = { [Object.keys(mutation.base)[0] ?? '']: { after: mutations[mutations.indexOf(mutation) - 1]?.m ?? '' } };
  expect(outcomesOf(await offline.sync(...mutations))).toEqual(Array(4).fill('applied'));
  // The count found three items missing: two are on the trolley, and one is lost. Seven items are on the shelf.
  expect(await onHand()).toBe(9);
  expect(await ledger()).toEqual([10, -3, 1, 1, 1, -1]);
  await offline.sync(...mutations);
  expect(await onHand()).toBe(9);
  await counter.settle();
  expect(counter.rows.to_count.get(polo.id)?.why).toBe('asked');
});

test('a pick that was made after the count, or that has an impossible time, does not change the counted stock', async () => {
  const { offline, counter, order, polo, pick, count, onHand, now, setClock } = await pickedBeforeCount();
  await counter.sync(count(8));
  setClock(5);
  await offline.sync(pick(offline, 3, now()));
  expect(await onHand()).toBe(8);
  await offline.settle();
  await counter.sync(count(5));
  // By the tablet's clock, the line was picked before its order was released.
  const early = offline.record(order.pick_id, polo.id, 2, { at: later(now(), -86_400_000) });
  expect(outcomesOf(await offline.sync(early))).toEqual(['applied']);
  expect(await onHand()).toBe(8);
});

test('a pick made before a count also corrects that count while it waits for a super', async () => {
  const { offline, counter, pick, count, onHand, office } = await pickedBeforeCount(40);
  const mutation = count(0);
  await counter.sync(mutation);
  expect(await onHand()).toBe(40);
  await offline.sync(pick(offline, 3));
  await office.post(`/api/admin/attention/${mutation.m}/resolve`, { choice: 'mine' });
  expect(await onHand()).toBe(3);
});

test('if two tablets picked one line before the count, the items of both picks, the refused one too, are added to the stock', async () => {
  const { offline, second, counter, pick, count, onHand } = await pickedBeforeCount();
  await counter.sync(count(4));
  expect(outcomesOf(await offline.sync(pick(offline, 3)))).toEqual(['applied']);
  expect(await onHand()).toBe(7);
  expect(outcomesOf(await second.sync(pick(second, 3)))).toEqual(['conflict DOUBLE_PICKED']);
  expect(await onHand()).toBe(10);
});

test('a pick and a later count give the right stock, whether the pick or the count arrives first', async () => {
  for (let turn = 0; turn < 8; turn++) {
    const { offline, counter, pick, count, onHand } = await pickedBeforeCount();
    const [picked, counted] = [pick(offline, 3), count(7)];
    const answers = await Promise.all(turn % 2 ? [offline.sync(picked), counter.sync(counted)] : [counter.sync(counted), offline.sync(picked)]);
    expect(answers.map(outcomesOf)).toEqual([['applied'], ['applied']]);
    expect(await onHand()).toBe(10);
  }
});
