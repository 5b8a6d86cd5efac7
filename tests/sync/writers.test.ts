import { setTimeout as pause } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders, pickLines, picks as pickTable, syncOutcomes } from '../../server/db/tables/index.ts';
import type { WireMutation } from '../../shared/sync/wire.ts';
import { busyFloor } from './busy-floor.ts';
import type { Tablet } from './tablet.ts';

/** A random generator that gives the same numbers in each run. */
const dice = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test('while twenty tablets write and others pull, no row is missed and no action is applied twice', { timeout: 120_000 }, async () => {
  const WRITERS = 20;
  const TURNS = 6;
  const { tablet, picker, picks, orders: floorOrders, database, as, office } = await busyFloor(WRITERS * 2, 4);
  const readers = [tablet(picker), tablet(await as('warehouse'))];
  for (const reader of readers) await reader.sync();

  /** Writes as one tablet, which sends each batch until the server has handled the whole batch. Some batches are sent twice at the same time. */
  const write = async (index: number): Promise<WireMutation[]> => {
    const t = tablet(await as('warehouse'));
    const roll = dice(index + 1);
    await t.sync();
    const ownMutations: WireMutation[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      // Half of the writes are to the writer's own lines, the other half to lines that several tablets write to.
      const pick_id = (roll() < 0.5 ? picks[index] : picks[WRITERS + Math.floor(roll() * 4)]) ?? 0;
      const line = [...t.rows.pick_line.values()].filter((row) => row.pick_id === pick_id)[Math.floor(roll() * 4)];
      const batch = [t.start(pick_id)];
      if (line) batch.push(t.record(pick_id, line.product_id, Math.floor(roll() * 3)));
      ownMutations.push(...batch);
      const body = t.envelope(batch);
      const twice = roll() < 0.3;
      const [first] = await Promise.all([t.send(body), ...(twice ? [t.send(body)] : [])]);
      expect(first.status).toBe(200);
      let answer = await t.sync(...batch);
      for (let tries = 0; answer.halt && tries < 20; tries++) answer = await t.sync(...batch);
      expect(answer.halt).toBeNull();
      expect(answer.results).toHaveLength(batch.length);
    }
    return ownMutations;
  };
  let writing = true;
  const read = async (t: Tablet): Promise<void> => {
    // Without a network there are no waits, so the readers would use the whole process without this pause.
    while (writing) {
      await t.sync();
      await pause(5);
    }
  };
  const meddle = async (): Promise<void> => {
    for (const order_id of floorOrders.slice(WRITERS, WRITERS + 4)) {
      await database.unitOfWork((db) =>
        db
          .update(orders)
          .set({ customer_notes: `Note ${order_id}` })
          .where(eq(orders.id, order_id)),
      );
      const [order] = await database.reader.select({ uuid: orders.uuid }).from(orders).where(eq(orders.id, order_id));
      await office.put(`/api/admin/orders/${order?.uuid}`, { is_frozen: true, frozen_reason: 'Query' });
    }
  };
  const reading = readers.map(read);
  const meddling = meddle();
  let mutations: WireMutation[] = [];
  try {
    const writers = Array.from({ length: WRITERS }, (_, index) => write(index));
    mutations = (await Promise.all(writers)).flat();
    await meddling;
  } finally {
    writing = false;
  }
  await Promise.all(reading);

  const fresh = tablet(picker);
  await fresh.sync();
  for (const reader of readers) {
    await reader.settle();
    for (const kind of ['pick', 'pick_line', 'wearer', 'product', 'shelf_task'] as const) {
      expect(Object.fromEntries(reader.rows[kind])).toEqual(Object.fromEntries(fresh.rows[kind]));
    }
  }
  const outcomes = await database.reader
    .select()
    .from(syncOutcomes)
    .where(
      inArray(
        syncOutcomes.m,
        mutations.map(({ m }) => m),
      ),
    );
  expect(outcomes).toHaveLength(mutations.length);
  // Each applied record increased its line's version by one, and nothing else changed a version.
  const lines = await database.reader
    .select({ id: pickLines.id, fact_version: pickLines.fact_version })
    .from(pickLines)
    .innerJoin(pickTable, eq(pickTable.id, pickLines.pick_id))
    .where(inArray(pickTable.id, picks));
  const applied = outcomes.filter(({ n, outcome }) => n === 'pick.record_line' && outcome === 'applied');
  for (const { id, fact_version } of lines) {
    const times = applied.filter(({ payload }) => (payload as WireMutation).a.pick_line_id === id).length;
    expect(fact_version).toBe(1 + times);
  }
});
