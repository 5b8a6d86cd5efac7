import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, clusterPicks } from '../../server/db/tables/index.ts';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import { floor, outcomesOf, type Tablet } from './tablet.ts';

/** Three released orders, and two tablets of different people. */
const withTrolley = async () => {
  const here = await floor();
  const orders = [await here.polosAndCaps(), await here.polosAndCaps(), await here.polosAndCaps()].map(({ order, polo, cap }) => ({
    ...{ ...order, polo, cap },
  }));
  const mine = here.tablet(here.picker);
  const theirs = here.tablet(await here.as('warehouse'));
  await mine.sync();
  await theirs.sync();
  const cluster = randomUUID();
  const startAll = (tablet: Tablet, id = cluster) =>
    orders.map(({ pick_id }, index) => tablet.next({ n: 'pick.start', a: { pick_id, cluster: { id, position: index + 1 } } }));
  const placesOn = (tablet: Tablet) => orders.map(({ uuid }) => tablet.rows.pick.get(uuid)?.cluster?.position ?? null);
  return { ...here, orders, mine, theirs, cluster, startAll, placesOn };
};
const act = (tablet: Tablet, n: 'pick.handover' | 'pick.leave_cluster' | 'pick.start' | 'pick.pause', pick_id: number) =>
  tablet.next({ n, a: { pick_id } });

test('the places of a cluster reach every tablet, and a second send changes nothing', async () => {
  const { mine, theirs, cluster, startAll, placesOn, orders } = await withTrolley();
  expect(outcomesOf(await mine.sync(...startAll(mine)))).toEqual(['applied', 'applied', 'applied']);
  expect(outcomesOf(await mine.sync(...startAll(mine)))).toEqual(['noop', 'noop', 'noop']);
  await theirs.sync();
  expect(placesOn(theirs)).toEqual([1, 2, 3]);
  expect(theirs.rows.pick.get(orders[0]?.uuid ?? '')?.cluster).toEqual({ id: cluster, position: 1 });
});

test('an order that somebody else has claimed is refused alone: the other orders are on the trolley, and what was picked of them counts', async () => {
  const { mine, theirs, startAll, placesOn, orders } = await withTrolley();
  const [first, second, third] = orders;
  if (!first || !second || !third) throw new Error('three orders');
  await theirs.sync(act(theirs, 'pick.start', second.pick_id));
  const answer = await mine.sync(
    ...startAll(mine),
    mine.record(first.pick_id, first.polo.id, 3),
    mine.record(second.pick_id, second.polo.id, 3),
    mine.record(third.pick_id, third.polo.id, 3),
  );
  expect(outcomesOf(answer)).toEqual(['applied', 'conflict CLAIMED', 'applied', 'applied', 'applied', 'applied']);
  expect(placesOn(mine)).toEqual([1, null, 3]);
  expect(mine.line(first.pick_id, first.polo.id).qty_picked).toBe(3);
  expect(mine.line(third.pick_id, third.polo.id).qty_picked).toBe(3);
});

test('a cluster that is handed over keeps its places, and a second tablet takes over all of it with what is picked', async () => {
  const { mine, theirs, startAll, placesOn, orders } = await withTrolley();
  const [first] = orders;
  if (!first) throw new Error('three orders');
  await mine.sync(...startAll(mine), mine.record(first.pick_id, first.polo.id, 2));
  await mine.sync(...orders.map(({ pick_id }) => act(mine, 'pick.handover', pick_id)));
  await theirs.sync();
  expect(placesOn(theirs)).toEqual([1, 2, 3]);
  expect(outcomesOf(await theirs.sync(...startAll(theirs)))).toEqual(['applied', 'applied', 'applied']);
  const record = theirs.record(first.pick_id, first.polo.id, 3);
  expect(outcomesOf(await theirs.sync(record))).toEqual(['applied']);
  await mine.sync();
  expect(mine.rows.pick.get(first.uuid)?.picker?.id).toBe(theirs.who.id);
  expect(placesOn(mine)).toEqual([1, 2, 3]);
});

test('an order that somebody starts alone after the hand-over leaves the cluster', async () => {
  const { mine, theirs, startAll, placesOn, orders } = await withTrolley();
  await mine.sync(...startAll(mine));
  await mine.sync(...orders.map(({ pick_id }) => act(mine, 'pick.handover', pick_id)));
  await theirs.sync(act(theirs, 'pick.start', orders[1]?.pick_id ?? 0));
  expect(placesOn(theirs)).toEqual([1, null, 3]);
  // A picker who starts the own pick again stays on the trolley.
  await theirs.sync(...startAll(theirs));
  await theirs.sync(act(theirs, 'pick.start', orders[0]?.pick_id ?? 0));
  expect(placesOn(theirs)).toEqual([1, 2, 3]);
});

test('a tote can leave the trolley, even of an order on hold; only its picker or a super takes it off', async () => {
  const { mine, theirs, startAll, placesOn, orders, database, office } = await withTrolley();
  const [first, second] = orders;
  if (!first || !second) throw new Error('three orders');
  await mine.sync(...startAll(mine));
  await theirs.sync();
  expect(outcomesOf(await theirs.sync(act(theirs, 'pick.leave_cluster', first.pick_id)))).toEqual(['rejected NOT_PICKER']);
  await office.put(`/api/admin/orders/${first.uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
  expect(outcomesOf(await mine.sync(act(mine, 'pick.leave_cluster', first.pick_id)))).toEqual(['applied']);
  expect(outcomesOf(await mine.sync(act(mine, 'pick.leave_cluster', first.pick_id)))).toEqual(['noop']);
  expect(placesOn(mine)).toEqual([null, 2, 3]);
  expect(mine.rows.pick.get(first.uuid)).toMatchObject({ state: 'picking', picker: { id: mine.who.id } });
  const events = (await database.reader.select().from(auditRows)).filter(({ what, on_id }) => what === 'pick.cluster' && on_id === first.id);
  expect(events).toHaveLength(2);
});

test('two orders cannot have one position, and no position is above twelve: only the second start is refused', async () => {
  const { mine, orders, cluster, database } = await withTrolley();
  const [first, second, third] = orders;
  const start = (pick_id: number | undefined, position: number) =>
    mine.next({ n: 'pick.start', a: { pick_id: pick_id ?? 0, cluster: { id: cluster, position } } });
  const answer = await mine.sync(start(first?.pick_id, 4), start(second?.pick_id, 4), start(third?.pick_id, 13));
  expect(outcomesOf(answer)).toEqual(['applied', 'rejected INVALID', 'rejected INVALID']);
  expect(await database.reader.select().from(clusterPicks).where(eq(clusterPicks.cluster, cluster))).toHaveLength(1);
});

test('the tablet predicts the places as the office stores them', async () => {
  const { mine, cluster, orders } = await withTrolley();
  const uuid = orders[0]?.uuid ?? '';
  const predicted = (...mutations: ReturnType<Tablet['next']>[]) => {
    const waiting = mutations.map((mutation) => ({ ...mutation, actor: { id: mine.who.id, name: 'Ann' } })) as unknown as WaitingMutation[];
    return applyMutations({ rows: mine.rows, waiting: new Map() }, waiting).rows.pick.get(uuid)?.cluster ?? null;
  };
  const pick_id = orders[0]?.pick_id ?? 0;
  const place = { id: cluster, position: 4 };
  for (const [n, a] of [
    ['pick.start', { pick_id, cluster: place }],
    ['pick.pause', { pick_id }],
    ['pick.leave_cluster', { pick_id }],
  ] as const) {
    const mutation = mine.next({ n, a });
    const guess = predicted(mutation);
    await mine.sync(mutation);
    expect(guess).toEqual(n === 'pick.leave_cluster' ? null : place);
    expect(guess).toEqual(mine.rows.pick.get(uuid)?.cluster ?? null);
  }
});

test('a full tote stays with its order: another order cannot take it, and a scan of it finds its order', async () => {
  const { mine, theirs, orders } = await withTrolley();
  const [first, second] = orders;
  if (!first || !second) throw new Error('three orders');
  const assign = (tablet: Tablet, pick_id: number, tote: string, full_totes?: string[]) =>
    tablet.next({ n: 'pick.assign_tote', a: { pick_id, tote, ...(full_totes && { full_totes }) } });
  await mine.sync(assign(mine, first.pick_id, 'T-1'));
  expect(outcomesOf(await mine.sync(assign(mine, first.pick_id, 'T-2', ['t-1'])))).toEqual(['applied']);
  expect(outcomesOf(await mine.sync(assign(mine, first.pick_id, 'T-2', ['T-1'])))).toEqual(['noop']);
  await theirs.sync();
  expect(theirs.rows.pick.get(first.uuid)).toMatchObject({ tote: 'T-2', full_totes: ['T-1'] });
  expect(outcomesOf(await theirs.sync(assign(theirs, second.pick_id, 'T-1')))).toEqual(['rejected TOTE_TAKEN']);
  expect(outcomesOf(await theirs.sync(assign(theirs, second.pick_id, 'T-3', ['T-2'])))).toEqual(['rejected TOTE_TAKEN']);
  // An assignment that names no full totes leaves them as they are.
  await mine.sync(assign(mine, first.pick_id, 'T-5'));
  expect(mine.rows.pick.get(first.uuid)).toMatchObject({ tote: 'T-5', full_totes: ['T-1'] });
});
