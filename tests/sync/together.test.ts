import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { pickLines, syncClients, syncOutcomes } from '../../server/db/tables/index.ts';
import { mutationHandlers } from '../../server/sync/mutation-handlers.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { floor, outcomesOf } from './tablet.ts';

afterEach(() => vi.restoreAllMocks());

/** A tablet with a started pick of 60 polos and 2 caps, and records of 1, 2, 3 … polos, each based on the one before. */
const counting = async () => {
  const here = await floor();
  const polo = await here.stocked(100);
  const cap = await here.stocked(10);
  const order = await here.released([
    { product_id: polo.id, qty: 60 },
    { product_id: cap.id, qty: 2 },
  ]);
  const myTablet = here.tablet(here.picker);
  await myTablet.sync();
  await myTablet.sync(myTablet.start(order.pick_id));
  const { pick_id } = order;
  const count = (times: number): WireMutation[] => {
    const counts: WireMutation[] = [];
    for (let qty = 1; qty <= times; qty++) {
      const before = counts.at(-1);
      const base = before && { base: { [lineBaseKey(myTablet.line(pick_id, polo.id).id)]: { after: before.m } } };
      counts.push(myTablet.record(pick_id, polo.id, qty, { ...base }));
    }
    return counts;
  };
  const pickedOf = async (product_id: number) => {
    const lines = await here.database.reader.select().from(pickLines).where(eq(pickLines.pick_id, pick_id));
    return lines.find((line) => line.product_id === product_id)?.qty_picked;
  };
  const lm = async () => (await here.database.reader.select().from(syncClients).where(eq(syncClients.c, myTablet.c)))[0]?.lm;
  const countOutcomes = async () => (await here.database.reader.select().from(syncOutcomes).where(eq(syncOutcomes.c, myTablet.c))).length;
  return { ...here, mine: myTablet, pick_id, polo, cap, count, pickedOf, lm, kept: countOutcomes };
};

const applied = (times: number): string[] => Array.from({ length: times }, () => 'applied');

test('records sent together are applied once, in their sequence and in few transactions', async () => {
  const { mine, polo, database, count, pickedOf, lm, kept } = await counting();
  const counts = count(60);
  const units = vi.spyOn(database, 'unitOfWork');
  expect(outcomesOf(await mine.exchange(counts))).toEqual(applied(60));
  expect(units.mock.calls.length).toBeLessThanOrEqual(4);
  expect([await pickedOf(polo.id), await lm(), await kept()]).toEqual([60, 61, 61]);
  expect(outcomesOf(await mine.exchange(counts))).toEqual(applied(60));
  expect([await pickedOf(polo.id), await lm(), await kept()]).toEqual([60, 61, 61]);
});

test('a refused record affects only later records that are based on it', async () => {
  const { mine, polo, cap, pick_id, count, pickedOf, lm } = await counting();
  const [one, two, three] = count(3) as [WireMutation, WireMutation, WireMutation];
  const tooMany = { ...two, a: { ...two.a, qty_picked: 61 } };
  const answer = await mine.exchange([one, tooMany, three, mine.record(pick_id, cap.id, 2)]);
  expect(outcomesOf(answer)).toEqual(['applied', 'conflict OVER_ALLOCATED', 'conflict AFTER', 'applied']);
  expect([await pickedOf(polo.id), await pickedOf(cap.id), await lm()]).toEqual([1, 2, 5]);
});

test('if the batch stops at one of several mutations, the earlier ones are stored and no later one is applied', async () => {
  const { mine, polo, cap, pick_id, count, pickedOf, lm } = await counting();
  const [one, two, three] = count(3) as [WireMutation, WireMutation, WireMutation];
  const answer = await mine.exchange([one, two, { ...three, nv: 99 }, mine.record(pick_id, cap.id, 2)]);
  expect(answer).toMatchObject({ results: [{ m: one.m }, { m: two.m }], halt: { why: 'upgrade' } });
  expect([await pickedOf(polo.id), await pickedOf(cap.id), await lm()]).toEqual([2, 0, 3]);
});

test('an error in one of several mutations undoes only that mutation, and the later ones wait', async () => {
  const { mine, polo, count, pickedOf, lm } = await counting();
  const counts = count(30);
  const poison = counts[12] as WireMutation;
  const record = mutationHandlers['pick.record_line'];
  vi.spyOn(mutationHandlers, 'pick.record_line').mockImplementation(async (ctx, a, mutation, again) => {
    const result = await record(ctx, a, mutation, again);
    if (mutation.m === poison.m) throw new Error('a fault of ours');
    return result;
  });
  const first = await mine.exchange(counts);
  expect(first).toMatchObject({ results: counts.slice(0, 12).map(({ m }) => ({ m, outcome: 'applied' })), halt: { why: 'retry' } });
  expect([await pickedOf(polo.id), await lm()]).toEqual([12, 13]);
  vi.restoreAllMocks();
  expect(outcomesOf(await mine.exchange(counts))).toEqual(applied(30));
  expect([await pickedOf(polo.id), await lm()]).toEqual([30, 31]);
});

test('if the transaction of several mutations fails, each mutation is applied in its own transaction', async () => {
  const { mine, polo, database, count, pickedOf, lm, kept } = await counting();
  const unitOfWork = database.unitOfWork.bind(database);
  let isLost = false;
  vi.spyOn(database, 'unitOfWork').mockImplementation(async (command) => {
    if (isLost) return unitOfWork(command);
    isLost = true;
    await unitOfWork(async (db) => {
      await command(db);
      throw new Error('the disk is full');
    });
    throw new Error('not reached');
  });
  expect(outcomesOf(await mine.exchange(count(20)))).toEqual(applied(20));
  expect([isLost, await pickedOf(polo.id), await lm(), await kept()]).toEqual([true, 20, 21, 21]);
});
