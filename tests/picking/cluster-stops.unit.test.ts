import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClusterLine, clusterStops, nextTurn, qtyToPut, recordsOfTurn } from '../../shared/picking/cluster-stops.ts';
import { walkCluster } from '../../shared/picking/walk-cluster.ts';
import { byShelf, type Shelved } from '../../shared/picking/walking-order.ts';

interface Line extends ClusterLine {
  bin: string | null;
}
let nextId = 1;
const line = (pick_id: number, product_id: number, bin: string | null, qty_allocated: number, rest: Partial<Line> = {}): Line => ({
  ...{ id: nextId++, pick_id, product_id, bin, qty_allocated, qty_picked: 0, code: null, other_reason: null },
  ...rest,
});
const shelvedOf = ({ bin, product_id }: Line): Shelved => ({ bin, name: `Product ${product_id}`, colour: null });
const member = (pick_id: number, position: number, lines: Line[]) => ({ pick_id, position, lines });

test('a SKU that several orders want is one stop, its totes are in turn by their numbers, and the stops are in bin order', () => {
  const stops = clusterStops(
    [
      member(70, 7, [line(70, 1, 'A-04-2', 2), line(70, 2, 'A-10-1', 1)]),
      member(20, 2, [line(20, 1, 'A-04-2', 1)]),
      member(50, 5, [line(50, 3, 'A-2-1', 1), line(50, 1, 'A-04-2', 1), line(50, 1, 'A-04-2', 1)]),
    ],
    shelvedOf,
  );
  expect(stops.map(({ product_id, qty }) => [product_id, qty])).toEqual([
    [3, 1],
    [1, 5],
    [2, 1],
  ]);
  expect(stops[1]?.turns.map(({ position, qty, lines }) => [position, qty, lines.length])).toEqual([
    [2, 1, 1],
    [5, 2, 2],
    [7, 2, 1],
  ]);
});

test('the next turn is the first tote that lacks items, and a short line with its reason lacks none', () => {
  const [stop] = clusterStops(
    [
      member(1, 1, [line(1, 9, 'A-1', 2, { qty_picked: 1, code: 'DAMAGED' })]),
      member(2, 2, [line(2, 9, 'A-1', 2, { qty_picked: 2 })]),
      member(3, 3, [line(3, 9, 'A-1', 3, { qty_picked: 1 })]),
    ],
    shelvedOf,
  );
  const turn = stop && nextTurn(stop);
  expect(turn).toMatchObject({ position: 3, qty: 3, qty_in: 1 });
  expect(turn && qtyToPut(turn)).toBe(2);
});

test('the items of a turn fill the first line of the order first, and only a line that stays short needs a reason', () => {
  const [stop] = clusterStops([member(1, 1, [line(1, 9, 'A-1', 2), line(1, 9, 'A-1', 2, { qty_picked: 1 })])], shelvedOf);
  const turn = stop?.turns[0];
  const records = (qty: number) => turn && recordsOfTurn(turn, qty).map(({ qty_picked, is_short }) => [qty_picked, is_short]);
  expect(records(3)).toEqual([
    [2, false],
    [2, false],
  ]);
  expect(records(2)).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(records(0)).toEqual([
    [0, true],
    [1, true],
  ]);
});

test('a stop that was skipped comes last, and a chosen stop first', () => {
  const first = line(1, 1, 'A-1', 1);
  const stops = clusterStops([member(1, 1, [first, line(1, 2, 'A-2', 1), line(1, 3, 'A-3', 1)])], shelvedOf);
  const ids = (wish: Parameters<typeof walkCluster>[1]) => {
    const { current, next } = walkCluster(stops, wish);
    return [current, ...next].map((stop) => stop?.product_id);
  };
  expect(ids({ chosen: null, skipped: new Set() })).toEqual([1, 2, 3]);
  expect(ids({ chosen: null, skipped: new Set([first.id]) })).toEqual([2, 3, 1]);
  expect(ids({ chosen: 3, skipped: new Set() })).toEqual([3, 1, 2]);
});

const someMembers = fc
  .array(
    fc.array(
      fc.record({
        product_id: fc.integer({ min: 1, max: 5 }),
        qty_allocated: fc.integer({ min: 0, max: 3 }),
        is_picked: fc.boolean(),
        code: fc.constantFrom(null, null, 'DAMAGED'),
      }),
      { maxLength: 5 },
    ),
    { maxLength: 12 },
  )
  .map((orders) =>
    orders.map((lines, index) =>
      member(
        100 + index,
        index + 1,
        lines.map(({ product_id, qty_allocated, is_picked, code }) =>
          line(100 + index, product_id, `A-${product_id}`, qty_allocated, { qty_picked: is_picked ? qty_allocated : 0, code }),
        ),
      ),
    ),
  );

test('each line with items is in exactly one turn of its own order, each bin is passed once, and nothing is asked for twice', () => {
  fc.assert(
    fc.property(someMembers, (members) => {
      const stops = clusterStops(members, shelvedOf);
      const inStops = stops.flatMap(({ turns }) => turns.flatMap((turn) => turn.lines.map((one) => `${turn.pick_id} ${one.id}`)));
      const all = members.flatMap(({ pick_id, lines }) => lines.filter((one) => one.qty_allocated > 0).map((one) => `${pick_id} ${one.id}`));
      expect(inStops.sort()).toEqual(all.sort());
      expect(new Set(stops.map(({ product_id }) => product_id)).size).toBe(stops.length);
      const shelves = stops.map(({ turns }) => shelvedOf(turns[0]?.lines[0] as Line));
      shelves.slice(1).forEach((shelf, index) => {
        expect(byShelf(shelves[index] as Shelved, shelf)).toBeLessThanOrEqual(0);
      });
      for (const { turns } of stops)
        expect(turns.map(({ position }) => position)).toEqual([...turns.map(({ position }) => position)].sort((a, b) => a - b));
    }),
  );
});

test('however the totes are filled, the walk ends with every line picked or short with a reason, and no line above its allocation', () => {
  fc.assert(
    fc.property(someMembers, fc.infiniteStream(fc.nat(4)), (members, choices) => {
      let now = members;
      for (let step = 0; step < 200; step++) {
        const stop = walkCluster(clusterStops(now, shelvedOf), { chosen: null, skipped: new Set() }).current;
        const turn = stop && nextTurn(stop);
        if (!turn) break;
        const qty = Math.min(qtyToPut(turn), choices.next().value ?? 0);
        const records = new Map(recordsOfTurn(turn, qty).map((one) => [one.line.id, one]));
        now = now.map((of) => ({
          ...of,
          lines: of.lines.map((one) => {
            const record = records.get(one.id);
            return record ? { ...one, qty_picked: record.qty_picked, code: record.is_short ? 'NOT_IN_BIN' : null } : one;
          }),
        }));
      }
      for (const one of now.flatMap(({ lines }) => lines)) {
        expect(one.qty_picked).toBeLessThanOrEqual(one.qty_allocated);
        expect(one.qty_picked === one.qty_allocated || one.code !== null).toBe(true);
      }
    }),
  );
});
