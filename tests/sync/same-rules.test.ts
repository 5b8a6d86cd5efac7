import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyMutations, type WaitingMutation } from '../../shared/sync/apply-mutations.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import { checkMutation, type MutationName } from '../../shared/sync/mutations.ts';
import { outcomeOfRefusal } from '../../shared/sync/outcomes.ts';
import { kinds, type PickLineRow } from '../../shared/sync/rows.ts';
import { lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { lawRuns } from '../law-runs.ts';
import type { Caller } from '../world.ts';
import { floor, type Released, type Tablet } from './tablet.ts';

const linesOf = (rows: SyncRows, pick_id: number): PickLineRow[] =>
  [...rows.pick_line.values()].filter((line) => line.pick_id === pick_id).sort((a, b) => a.id - b.id);

type Step = { n: MutationName; who: number; line: number; qty: number; code: string | null; ticked: boolean; office: 'hold' | 'let go' | null };
const step: fc.Arbitrary<Step> = fc.record({
  n: fc.constantFrom<MutationName[]>(
    ...(['pick.start', 'pick.record_line', 'pick.record_line', 'pick.record_line', 'pick.pause', 'pick.resume', 'pick.handover'] as const),
    ...([
      'pick.complete',
      'pick.complete',
      'pick.assign_tote',
      'pick.leave_cluster',
      'prep.tick_line',
      'prep.pack_line',
      'prep.complete',
      'dispatch.request',
      'pick.send_back',
    ] as const),
  ),
  who: fc.integer({ min: 0, max: 1 }),
  line: fc.integer({ min: 0, max: 1 }),
  qty: fc.integer({ min: 0, max: 4 }),
  code: fc.constantFrom(null, 'NOT_IN_BIN', 'OTHER', 'UNHEARD_OF'),
  ticked: fc.boolean(),
  office: fc.option(fc.constantFrom('hold' as const, 'let go' as const), { freq: 8 }),
});

/** An order, and its lines as a tablet had them when the order reached the floor. */
type HeldOrder = Released & { lines_seen: readonly PickLineRow[] };

/** The arguments and bases of a step on this tablet, whether or not the screen allows it. */
function decided(
  rows: SyncRows,
  order: HeldOrder,
  { n, line: i, qty, code, ticked }: Step,
): { a: Record<string, unknown>; base: WireMutation['base'] } {
  const { pick_id } = order;
  const lines = linesOf(rows, pick_id);
  // The tablet no longer has the lines of a closed pick. If its screen is still open, the screen names a line by the earlier row.
  const line = lines[i] ?? order.lines_seen[i];
  const digest = digestOf(lines);
  const bases = Object.fromEntries(lines.map(({ id, fact_version }) => [lineBaseKey(id), fact_version]));
  if (n === 'pick.record_line') {
    const a = { pick_id, pick_line_id: line?.id ?? 1, product_id: line?.product_id ?? 1, qty_picked: qty, code, other_reason: null };
    return { a, base: line ? { [lineBaseKey(line.id)]: line.fact_version } : {} };
  }
  if (n === 'pick.complete') return { a: { pick_id, digest }, base: bases };
  if (n === 'prep.complete') return { a: { pick_id, digest }, base: {} };
  if (n === 'prep.tick_line') return { a: { pick_id, pick_line_id: line?.id ?? 1, ticked }, base: {} };
  if (n === 'prep.pack_line') return { a: { pick_id, pick_line_id: line?.id ?? 1, qty_packed: qty }, base: {} };
  if (n === 'pick.start' && ticked) return { a: { pick_id, cluster: { id: order.uuid, position: 1 + qty } }, base: {} };
  if (n === 'pick.assign_tote') return { a: { pick_id, tote: 'T1' }, base: {} };
  if (n !== 'dispatch.request') return { a: { pick_id }, base: {} };
  return { a: { orders: [{ uuid: order.uuid, service_key: '220', total_weight: 5, total_items: 1 }], consolidated: false, digest }, base: {} };
}

/** A copy of the present rows, because the rules expect rows that are never changed. */
const copyOf = (tablet: Tablet): SyncRows =>
  Object.fromEntries(kinds.map((kind) => [kind, new Map<unknown, unknown>(tablet.rows[kind])])) as unknown as SyncRows;

/** Codes with which a tablet refuses an action that the office may accept, because items that were taken off the shelf are recorded anyway. */
const outlived = new Set(['order_frozen', 'not_picking', 'pick_paused', 'not_picker']);

/** The fields of an order that both sides show, without times, which the server sets. */
const facts = (rows: SyncRows, order: Released): unknown => {
  const pick = rows.pick.get(order.uuid);
  if (!pick) return 'gone';
  const { state, picker, tote, cluster = null } = pick;
  return {
    pick: { state, picker_id: picker?.id ?? null, tote, cluster },
    lines: linesOf(rows, order.pick_id).map(({ id, qty_picked, code, other_reason, picked_by, prep_ticked_at, qty_packed = 0 }) => ({
      ...{ id, qty_picked, code, other_reason, picked_by, qty_packed },
      is_ticked: prep_ticked_at !== null,
    })),
  };
};

async function sendAndCompare(tablet: Tablet, who: Caller, order: HeldOrder, doing: Step): Promise<void> {
  const rows = copyOf(tablet);
  const { a, base } = decided(rows, order, doing);
  const verdict = checkMutation(rows, doing.n, a as never, { id: who.id, role: 'warehouse' });
  const mutation = tablet.next({ n: doing.n, a, base, actor_id: who.id });
  const waiting = { ...mutation, actor: { id: who.id, name: 'Somebody' } } as unknown as WaitingMutation;
  const foreseen = facts(applyMutations({ rows, waiting: new Map() }, [waiting]).rows, order);
  const before = facts(rows, order);
  const { results } = await tablet.sync(mutation);
  const [result] = results;
  const text = `${doing.n} ${JSON.stringify(a)}: the tablet says ${JSON.stringify(verdict)}, the office ${JSON.stringify(result)}`;
  const after = facts(copyOf(tablet), order);
  if (verdict.ok) {
    expect(['applied', 'noop'], text).toContain(result?.outcome);
    expect(after, text).toEqual(foreseen);
  } else if (doing.n === 'pick.record_line' && outlived.has(verdict.code)) {
    if (result?.outcome === 'applied') expect(after, text).toEqual(foreseen);
  } else if (doing.n === 'prep.pack_line' && verdict.code !== 'over_pack' && verdict.code !== 'not_picked') {
    // The bags are closed, or their items go back to the shelf, so nobody has anything to decide.
    expect(result?.outcome, text).toBe('noop');
    expect(after, text).toEqual(before);
  } else if (doing.n === 'dispatch.request' && before === 'gone') {
    // The request names the order, not the pick. The tablet knows only that the pick is gone; the office knows the state of the order.
    expect(result?.outcome, text).toBe('rejected');
  } else {
    expect({ outcome: result?.outcome, code: result?.code }, text).toEqual(outcomeOfRefusal(verdict));
    expect(after, text).toEqual(before);
  }
}

test('the office accepts what the tablet allows, refuses with the same code what the tablet refuses, and confirms what it predicts', {
  timeout: 120_000,
}, async () => {
  const here = await floor();
  const people = [here.picker, await here.as('warehouse')];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), fc.integer({ min: 1, max: 2 }), async (steps, wearers) => {
      const { order: releasedOrder } = await here.polosAndCaps({ wearers });
      const tablets = people.map((who) => here.tablet(who));
      for (const tablet of tablets) await tablet.settle();
      const order: HeldOrder = { ...releasedOrder, lines_seen: linesOf(copyOf(tablets[0] ?? here.tablet(here.picker)), releasedOrder.pick_id) };
      for (const doing of steps) {
        if (doing.office) await here.office.put(order.path, { is_frozen: doing.office === 'hold', frozen_reason: 'Not paid' });
        const [tablet, who] = [tablets[doing.who], people[doing.who]];
        if (!tablet || !who) throw new Error('Nobody is there');
        await tablet.settle();
        await sendAndCompare(tablet, who, order, doing);
      }
    }),
    { numRuns: lawRuns(20), endOnFailure: true },
  );
});
