import { eq } from 'drizzle-orm';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { browserCache, browserLedger } from '../../pwa/offline/browser-stores.ts';
import { orders, pickLines, syncOutcomes } from '../../server/db/tables/index.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import type { PickLineRow } from '../../shared/sync/rows.ts';
import { lawRuns } from '../law-runs.ts';
import { Device, dropAnswer, dropRequest, good, type Office, Tablet, twice, type Wire } from '../pwa/offline/world.ts';
import type { Caller } from '../world.ts';
import { floor } from './tablet.ts';

/** The product's server, to which a tablet syncs as `who`. */
const officeOf = (who: Caller): Office => ({ sync: (body) => who.post('/api/sync', body) });

let seed = 0;

async function tabletsOf(here: Awaited<ReturnType<typeof floor>>) {
  const boot = async (who: Caller, device = new Device(Date.now() + ++seed)): Promise<Tablet> => {
    const tablet = await Tablet.boot(officeOf(who), device, who.id);
    await tablet.settle();
    return tablet;
  };
  /** Boots a tablet whose databases are in IndexedDB. */
  const bootInBrowser = (who: Caller): Promise<Tablet> => {
    const of = { indexedDB: new IDBFactory(), IDBKeyRange };
    return boot(who, Object.assign(new Device(Date.now() + ++seed), { ledger: browserLedger(of), cache: browserCache(1, of) }));
  };
  return { ...here, boot, bootInBrowser };
}

const linesOn = (tablet: Tablet, pick_id: number): PickLineRow[] =>
  [...tablet.engine.screens.get().floor.rows.pick_line.values()].filter((line) => line.pick_id === pick_id).sort((a, b) => a.id - b.id);

async function act(tablet: Tablet, ...[n, a]: Parameters<Tablet['engine']['mutate']>): Promise<void> {
  const verdict = await tablet.engine.mutate(n, a);
  if (!verdict.ok) throw new Error(`${n}: ${verdict.message}`);
}

test('the pick, prep and dispatch request of an order, made without a network and across restarts, are applied exactly once', async () => {
  const here = await tabletsOf(await floor());
  const { order, polo, cap } = await here.polosAndCaps({ wearers: 2 });
  let tablet = await here.boot(here.picker);
  tablet.wire = dropRequest;
  await tablet.start(order.pick_id);
  const [one, two] = linesOn(tablet, order.pick_id);
  if (!one || !two) throw new Error('The tablet has not got the lines');
  await tablet.recordLine(one, 1);
  await tablet.recordLine(one, 3);
  tablet = await tablet.reboot();
  tablet.wire = dropRequest;
  await tablet.recordLine(two, 1, 'NOT_IN_BIN');
  await tablet.complete(order.pick_id);
  expect(tablet.engine.screens.get().floor.rows.pick.get(order.uuid)?.state).toBe('picked');
  tablet = await tablet.reboot();
  await act(tablet, 'prep.complete', { pick_id: order.pick_id, digest: digestOf(linesOn(tablet, order.pick_id)) });
  await act(tablet, 'dispatch.request', {
    orders: [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1 }],
    consolidated: false,
    digest: digestOf(linesOn(tablet, order.pick_id)),
  });
  expect(await here.statusOf(order.id)).toBe('allocated');

  tablet.wire = dropAnswer;
  await tablet.sync();
  tablet.wire = twice;
  await tablet.settle();
  expect(tablet.engine.sync.get()).toMatchObject({ waiting: 0, open: [] });
  expect(await here.statusOf(order.id)).toBe('waiting_for_courier');
  expect(await here.stockOf(polo)).toMatchObject({ qty_available: 10, qty_allocated: 3 });
  expect(await here.stockOf(cap)).toMatchObject({ qty_available: 10, qty_allocated: 1 });
  const outcomes = await here.database.reader
    .select({ n: syncOutcomes.n, outcome: syncOutcomes.outcome })
    .from(syncOutcomes)
    .where(eq(syncOutcomes.order_id, order.id));
  expect(outcomes.map(({ n }) => n).sort()).toEqual(
    ['pick.start', 'pick.record_line', 'pick.record_line', 'pick.record_line', 'pick.complete', 'prep.complete', 'dispatch.request'].sort(),
  );
  expect(outcomes.every(({ outcome }) => outcome === 'applied')).toBe(true);
});

test('a line picked on two tablets counts once; the second tablet keeps an open item until somebody chooses', async () => {
  const here = await tabletsOf(await floor());
  const { order } = await here.polosAndCaps();
  const [first, second] = [await here.boot(here.picker), await here.boot(await here.as('warehouse'))];
  second.wire = dropRequest;
  await second.start(order.pick_id);
  const [line] = linesOn(second, order.pick_id);
  if (!line) throw new Error('The tablet has not got the lines');
  await second.recordLine(line, 3);
  await second.recordLine(line, 2);
  await first.start(order.pick_id);
  await first.recordLine(line, 3);
  await first.settle();

  second.wire = good;
  await second.settle();
  const open = second.engine.sync.get().open;
  expect(open.map(({ code }) => code)).toEqual(['CLAIMED', 'DOUBLE_PICKED', 'AFTER']);
  expect(linesOn(second, order.pick_id)[0]).toMatchObject({ qty_picked: 3, picked_by: here.picker.id });
  await act(second, 'outcome.resolve', { m: open[1]?.m ?? '', choice: 'theirs' });
  await act(second, 'outcome.resolve', { m: open[0]?.m ?? '', choice: 'dismiss' });
  await second.settle();
  expect(second.engine.sync.get().open).toEqual([]);
});

test('if an order is cancelled while a tablet picks it offline, the order leaves the tablet, and its picked items become an open item', async () => {
  const here = await tabletsOf(await floor());
  const { order } = await here.polosAndCaps();
  const tablet = await here.boot(here.picker);
  await tablet.start(order.pick_id);
  await tablet.settle();
  tablet.wire = dropRequest;
  const [line] = linesOn(tablet, order.pick_id);
  if (!line) throw new Error('The tablet has not got the lines');
  await tablet.recordLine(line, 2);
  expect((await here.office.post(`/api/orders/${order.uuid}/cancel`)).status).toBe(200);
  tablet.wire = good;
  await tablet.settle();
  expect(tablet.engine.screens.get().floor.rows.pick.has(order.uuid)).toBe(false);
  expect(linesOn(tablet, order.pick_id)).toEqual([]);
  expect(tablet.engine.sync.get().open).toMatchObject([{ code: 'ORDER_CANCELLED' }]);
});

test('whatever two tablets and their networks do, each action has one outcome, and in the end both tablets show the office’s state', {
  timeout: 120_000,
}, async () => {
  const here = await tabletsOf(await floor());
  const step = fc.record({
    tablet: fc.integer({ min: 0, max: 1 }),
    line: fc.integer({ min: 0, max: 1 }),
    qty: fc.integer({ min: 0, max: 2 }),
    after: fc.constantFrom('nothing', 'sync', 'reboot'),
    wire: fc.constantFrom<Wire>(good, dropRequest, dropAnswer, twice),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { order } = await here.polosAndCaps();
      const tablets = [await here.bootInBrowser(here.picker), await here.bootInBrowser(here.picker)];
      let mutationCount = 0;
      for (const { tablet: which, line: i, qty, after, wire } of steps) {
        let tablet = tablets[which];
        const pick = tablet?.engine.screens.get().floor.rows.pick.get(order.uuid);
        if (!tablet || !pick) throw new Error('The order has left the tablet');
        if (pick.state === 'released') {
          await tablet.start(order.pick_id);
          mutationCount += 1;
        }
        const line = linesOn(tablet, order.pick_id)[i];
        if (line) await tablet.recordLine(line, qty);
        mutationCount += 1;
        tablet.wire = wire;
        if (after === 'sync') await tablet.sync();
        if (after === 'reboot') tablet = tablets[which] = await tablet.reboot();
      }
      for (const tablet of [...tablets, ...tablets]) {
        tablet.wire = good;
        await tablet.settle();
      }
      const { reader } = here.database;
      const outcomes = await reader
        .select({ m: syncOutcomes.m, outcome: syncOutcomes.outcome })
        .from(syncOutcomes)
        .where(eq(syncOutcomes.order_id, order.id));
      expect(outcomes).toHaveLength(mutationCount);
      const open = tablets.flatMap((tablet) => tablet.engine.sync.get().open.map(({ m }) => m));
      expect(open.sort()).toEqual(
        outcomes
          .filter(({ outcome }) => outcome === 'conflict' || outcome === 'rejected')
          .map(({ m }) => m)
          .sort(),
      );
      const storedLines = await reader
        .select({ id: pickLines.id, qty_picked: pickLines.qty_picked, fact_version: pickLines.fact_version })
        .from(pickLines)
        .where(eq(pickLines.pick_id, order.pick_id))
        .orderBy(pickLines.id);
      for (const tablet of tablets)
        expect(linesOn(tablet, order.pick_id).map(({ id, qty_picked, fact_version }) => ({ id, qty_picked, fact_version }))).toEqual(storedLines);
      const [status] = await reader.select({ status: orders.status }).from(orders).where(eq(orders.id, order.id));
      expect(status).toEqual({ status: 'picking' });
    }),
    { numRuns: lawRuns(12) },
  );
});
