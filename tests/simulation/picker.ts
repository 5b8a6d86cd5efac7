import { COLLECTION } from '../../shared/dispatch/request-dispatch.ts';
import { isFullyPicked } from '../../shared/picking/pick-facts.ts';
import { isDecorated } from '../../shared/prep/complete-prep.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf, pickById } from '../../shared/sync/floor.ts';
import { choices } from '../../shared/sync/mutations/resolve-outcome.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { PickLineRow, PickRow } from '../../shared/sync/rows.ts';
import type { Dice } from './dice.ts';
import type { Tab } from './tablet.ts';

/** One action of a person on a tablet. */
export type Doing = { [N in MutationName]: { n: N; a: ArgsOf<N> } }[MutationName];

type Option = readonly [weight: number, doing: Doing];
const doing = <N extends MutationName>(weight: number, n: N, a: ArgsOf<N>): Option => [weight, { n, a } as Doing];

/** The actions that the person who holds a tablet may choose from what it shows, the likely ones more often. */
export function choose(tab: Tab, me: number, dice: Dice, reasons: readonly string[]): Doing | undefined {
  const { floor } = tab.engine.screens.get();
  const { rows } = floor;
  const picks = [...rows.pick.values()];
  const mine = picks.filter(({ picker, state }) => picker?.id === me && (state === 'picking' || state === 'paused'));
  const pick = dice.chance(0.75) && mine.length ? dice.one(mine) : dice.one(picks);
  const options: Option[] = [];
  if (pick) options.push(...ofPick(pick, linesOf(rows, pick.id), me, dice, reasons));
  const booked = picks.filter(({ state }) => state === 'booked');
  if (booked.length && dice.chance(0.3)) options.push(dispatchOf(booked, tab, dice));
  const dispatch = dice.one([...rows.dispatch.values()]);
  if (dispatch) {
    options.push(doing(1, 'dispatch.edit', { dispatch_id: dispatch.id, contact_name: `Contact ${dice.between(1, 9)}` }));
    options.push(
      doing(2, 'dispatch.set_tracking', { dispatch_id: dispatch.id, tracking_number: `T${dice.between(1000, 9999)}`, consignment_number: null }),
    );
    options.push(doing(0.5, 'print.request', { what: 'dispatch_labels', dispatch_ids: [dispatch.id] }));
  }
  const open = dice.one(tab.engine.sync.get().open);
  if (open) options.push(doing(3, 'outcome.resolve', { m: open.m, choice: dice.one(choices) ?? 'dismiss' }));
  return dice.weighted(options);
}

function ofPick(pick: PickRow, lines: readonly PickLineRow[], me: number, dice: Dice, reasons: readonly string[]): Option[] {
  const pick_id = pick.id;
  const line = dice.one(lines);
  const options: Option[] = [];
  if (line) {
    options.push(
      doing(0.3, 'stock.request_count', { product_id: line.product_id, pick_line_id: line.id, qty: dice.chance(0.5) ? dice.between(0, 12) : null }),
    );
    options.push(doing(0.3, 'print.request', { what: 'bag_label', pick_id, employee_id: line.employee_id, count: 1 }));
  }
  if (pick.state === 'released') options.push(doing(10, 'pick.start', { pick_id }));
  const isMine = pick.picker?.id === me;
  if (pick.state === 'paused') options.push(doing(isMine ? 8 : 1, 'pick.resume', { pick_id }));
  if (pick.state === 'picking') {
    const open = lines.find((other) => !isFullyPicked(other) && !other.code);
    const counted = dice.chance(0.7) ? (open ?? line) : line;
    if (counted) options.push(doing(isMine ? 14 : 1, 'pick.record_line', record(counted, dice, reasons)));
    if (!open) options.push(doing(isMine ? 12 : 1, 'pick.complete', { pick_id, digest: digestOf(lines) }));
    options.push(doing(0.7, 'pick.pause', { pick_id }), doing(0.4, 'pick.handover', { pick_id }), doing(0.2, 'pick.send_back', { pick_id }));
    options.push(doing(0.6, 'pick.assign_tote', { pick_id, tote: `t-${dice.between(1, 9)}` }));
  }
  if (pick.state === 'picked') {
    const decorated = dice.one(lines.filter((other) => isDecorated(other)));
    if (decorated) options.push(doing(6, 'prep.tick_line', { pick_id, pick_line_id: decorated.id, ticked: dice.chance(0.85) }));
    options.push(doing(4, 'prep.complete', { pick_id, digest: digestOf(lines) }));
    options.push(doing(0.3, 'print.request', { what: 'picking_list', pick_id }));
  }
  return options;
}

function record(line: PickLineRow, dice: Dice, reasons: readonly string[]): ArgsOf<'pick.record_line'> {
  const qty_picked = dice.chance(0.6) ? line.qty_allocated : dice.between(0, line.qty_allocated);
  const isShort = qty_picked < line.qty_allocated;
  const code = isShort && dice.chance(0.7) ? (dice.one(reasons) ?? null) : null;
  return {
    pick_id: line.pick_id,
    pick_line_id: line.id,
    product_id: line.product_id,
    qty_picked,
    code,
    other_reason: code === 'OTHER' ? 'torn' : null,
  };
}

function dispatchOf(booked: readonly PickRow[], tab: Tab, dice: Dice): Option {
  const some = dice.chance(0.3) ? booked.slice(0, 2) : [dice.one(booked) ?? booked[0]].filter((pick) => pick !== undefined);
  const { rows } = tab.engine.screens.get().floor;
  const isCollection = dice.chance(0.4);
  const row = { service_key: isCollection ? COLLECTION : '220', total_weight: 5, total_items: 1 };
  const orders = some.map(({ uuid }) => ({ uuid, ...row, ...(isCollection && dice.chance(0.5) && { mark_as_shipped: true }) }));
  const lines = some.flatMap(({ id }) => (pickById(rows, id) ? linesOf(rows, id) : []));
  return doing(8, 'dispatch.request', { orders, consolidated: some.length > 1 && dice.chance(0.5), digest: digestOf(lines) });
}
