import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import { checkMutation } from '../../shared/sync/mutations.ts';
import { outcomeOfRefusal } from '../../shared/sync/outcomes.ts';
import type { CollectionRow } from '../../shared/sync/rows.ts';
import { lawRuns } from '../law-runs.ts';
import { outcomesOf, Tablet } from '../sync/tablet.ts';
import { leaverWithItems } from './fixture.ts';

/** A leaver's open collection on two tablets. */
async function setUp() {
  const base = await leaverWithItems();
  const { warehouse, open, medium } = base;
  const { id } = (await open()).body as { id: number };
  const [tablet, second] = [new Tablet(warehouse), new Tablet(warehouse)];
  for (const each of [tablet, second]) await each.settle();
  const received = (by: Tablet, order_line_id: number, qty_restocked: number, qty_written_off = 0) =>
    by.next({ n: 'collection.receive_line', a: { collection_id: id, order_line_id, product_id: medium.id, qty_restocked, qty_written_off } });
  const rowOn = (by: Tablet) => by.rows.collection.get(id) as CollectionRow | undefined;
  return { ...base, id, tablet, second, received, rowOn };
}

test('tablets have open collections with what is expected, without prices; a closed one leaves them', async () => {
  const { id, tablet, rowOn, three, one, two, medium, wearer, client, office, receive } = await setUp();
  expect(rowOn(tablet)).toMatchObject({
    number: `C-${String(id).padStart(5, '0')}`,
    employee: `${wearer.forenames} ${wearer.surname}`,
    account_name: client.name,
    lines: [
      { order_line_id: three, product_id: medium.id, sku: medium.sku, size: 'M', qty_expected: 3, qty_restocked: 0, qty_written_off: 0 },
      { order_line_id: one, qty_expected: 1 },
      { order_line_id: two, qty_expected: 2 },
    ],
  });
  expect(JSON.stringify(rowOn(tablet))).not.toMatch(/price|cost/);
  await receive(id, [{ order_line_id: two, quantity: 2, outcome: 'write_off' }]);
  await tablet.settle();
  expect(rowOn(tablet)?.lines[2]).toMatchObject({ qty_written_off: 2 });
  await office.post(`/api/admin/collections/${id}/close`);
  await tablet.settle();
  expect(rowOn(tablet)).toBeUndefined();
});

test('what a tablet recorded without a network is booked in once, however often it arrives, and from either tablet', async () => {
  const { tablet, second, received, three, medium, onHand, books, id, rowOn } = await setUp();
  const before = await onHand(medium.id);
  const queue = [received(tablet, three, 1), received(tablet, three, 2), received(tablet, three, 2, 1)];
  expect(outcomesOf(await tablet.sync(...queue))).toEqual(['applied', 'applied', 'applied']);
  expect(outcomesOf(await tablet.sync(...queue))).toEqual(['applied', 'applied', 'applied']);
  // The same count from another tablet says nothing new; another count stands, because it is the later one.
  expect(outcomesOf(await second.sync(received(second, three, 2, 1)))).toEqual(['noop']);
  expect(await onHand(medium.id)).toBe(before + 2);
  expect(outcomesOf(await second.sync(received(second, three, 1, 1)))).toEqual(['applied']);
  expect(await onHand(medium.id)).toBe(before + 1);
  expect(await books(id)).toEqual({ received: { [three]: 2 }, returned: { [three]: 2 } });
  await tablet.settle();
  expect(rowOn(tablet)?.lines[0]).toMatchObject({ qty_restocked: 1, qty_written_off: 1 });
});

test('items of a closed collection, more than expected, and items that came back otherwise stay open for a person', async () => {
  const { tablet, received, three, one, id, office, admin, path, back, finalise, warehouse } = await setUp();
  expect(outcomesOf(await tablet.sync(received(tablet, three, 4)))).toEqual(['rejected NOT_EXPECTED']);
  expect(outcomesOf(await tablet.sync(received(tablet, 999_999, 1)))).toEqual(['rejected INVALID']);
  const { body } = await admin.post(`${path}/returns`, { lines: [back(three, 2)] });
  await finalise(body.items[0].id);
  expect(outcomesOf(await tablet.sync(received(tablet, three, 3)))).toEqual(['rejected NOT_EXPECTED']);
  await office.post(`/api/admin/collections/${id}/close`);
  expect(outcomesOf(await tablet.sync(received(tablet, one, 1)))).toEqual(['rejected COLLECTION_CLOSED']);
  const items = (await office.get('/api/admin/attention?per_page=100')).body.items as { code: string; words?: unknown }[];
  expect(items.map(({ code }) => code)).toEqual(expect.arrayContaining(['NOT_EXPECTED', 'COLLECTION_CLOSED']));
  expect(warehouse.id).toBeGreaterThan(0);
});

test('two tablets that send different counts at the same time leave one of them, with its returns and its stock', async () => {
  const { tablet, second, received, three, medium, onHand, books, id } = await setUp();
  const before = await onHand(medium.id);
  await Promise.all([
    ...[1, 2, 3].map((qty) => tablet.sync(received(tablet, three, qty)).catch(() => null)),
    ...[3, 1].map((qty) => second.sync(received(second, three, qty)).catch(() => null)),
  ]);
  const { received: has, returned } = await books(id);
  expect(has).toEqual(returned);
  expect(await onHand(medium.id)).toBe(before + (has[three] ?? 0));
});

test('the tablet judges a count as the server does, and shows what the server stores', async () => {
  const quantity = fc.integer({ min: 0, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ line: fc.integer({ min: 0, max: 2 }), on: quantity, off: quantity }), { minLength: 1, maxLength: 5 }),
      async (steps) => {
        const { tablet, received, three, one, two, rowOn } = await setUp();
        for (const { line, on, off } of steps) {
          const mutation = received(tablet, [three, one, two][line] ?? 0, on, off);
          const rows = tablet.rows as unknown as SyncRows;
          const verdict = checkMutation(rows, 'collection.receive_line', mutation.a as never, { id: tablet.who.id, role: 'warehouse' } as never);
          const shown = applyMutations(
            { rows, waiting: new Map() },
            [{ ...mutation, actor_name: 'Ann' } as unknown as WaitingMutation],
            tablet.device,
          );
          const [outcome] = outcomesOf(await tablet.sync(mutation));
          if (!verdict.ok) expect(outcome).toBe(`rejected ${outcomeOfRefusal(verdict).code}`);
          else expect(['applied', 'noop']).toContain(outcome);
          await tablet.settle();
          if (verdict.ok) expect(rowOn(tablet)).toEqual(shown.rows.collection.get(rowOn(tablet)?.id ?? 0));
        }
      },
    ),
    { numRuns: Math.min(6, lawRuns(6)) },
  );
});
