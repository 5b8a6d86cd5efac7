import { sizeOf } from '../../shared/catalogue/size-of.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { Rows } from '../../shared/sync/overlay.ts';
import type { Shown } from './store.ts';
import { linesOf, pickById } from './views.ts';

const garment = (rows: Rows, pick_line_id: number): string => {
  const line = rows.pick_line.get(pick_line_id);
  const product = line && rows.product.get(line.product_id);
  if (!line) return 'a line';
  return [line.product_name, product?.variation_colour, product && sizeOf(product)].filter(Boolean).join(', ');
};

const orderNumber = (rows: Rows, pick_id: number): string | null => pickById(rows, pick_id)?.order_number ?? null;
const onPick =
  (text: string) =>
  (rows: Rows, { pick_id }: { pick_id: number }): Shown => ({ text, order_number: orderNumber(rows, pick_id), is_of_order: true });

type Words = { [N in MutationName]: (rows: Rows, a: ArgsOf<N>) => Shown };

const words: Words = {
  'pick.start': onPick('Started the pick'),
  'pick.pause': onPick('Paused the pick'),
  'pick.resume': onPick('Resumed the pick'),
  'pick.handover': onPick('Handed over the pick'),
  'pick.complete': onPick('Completed the pick'),
  'pick.send_back': onPick('Sent back the pick'),
  'pick.assign_tote': (rows, { pick_id, tote }) => ({
    text: tote ? `Put the pick in tote ${tote}` : 'Took the pick out of its tote',
    order_number: orderNumber(rows, pick_id),
  }),
  'pick.record_line': (rows, a) => {
    const line = rows.pick_line.get(a.pick_line_id);
    const reason = a.code ? rows.error_code.size && [...rows.error_code.values()].find(({ code }) => code === a.code)?.description : null;
    const why = a.code ? `, ${(reason || a.code).toLowerCase()}` : '';
    return {
      text: `Picked ${a.qty_picked}${line ? ` of ${line.qty_allocated}` : ''} ${garment(rows, a.pick_line_id)}${why}`,
      order_number: orderNumber(rows, a.pick_id),
    };
  },
  'prep.tick_line': (rows, a) => {
    const line = linesOf(rows, a.pick_id).find(({ id }) => id === a.pick_line_id);
    const what = `${line?.decoration ?? 'the decoration'} on ${line ? `${line.qty_picked} × ` : ''}${garment(rows, a.pick_line_id)}`;
    return { text: a.ticked ? `Ticked ${what}` : `Took back the tick of ${what}`, order_number: orderNumber(rows, a.pick_id) };
  },
  'prep.complete': onPick('Finished the prep'),
  'dispatch.request': (rows, { orders }) => {
    const only = orders.length === 1 && orders[0] ? (rows.pick.get(orders[0].uuid)?.order_number ?? null) : null;
    const numbers = orders.map(({ uuid }) => rows.pick.get(uuid)?.order_number ?? '').filter(Boolean);
    if (only) return { text: 'Requested the dispatch', order_number: only, is_of_order: true };
    return { text: `Requested the dispatch of ${orders.length} orders: ${numbers.join(', ')}`, order_number: null };
  },
  'dispatch.edit': (rows, { dispatch_id }) => ({
    text: `Changed dispatch ${rows.dispatch.get(dispatch_id)?.dispatch_number ?? dispatch_id}`,
    order_number: null,
  }),
  'dispatch.set_tracking': (rows, a) => ({
    text: `Tracking number ${a.tracking_number} for dispatch ${rows.dispatch.get(a.dispatch_id)?.dispatch_number ?? a.dispatch_id}`,
    order_number: null,
  }),
  'stock.request_count': (rows, a) => {
    const product = rows.product.get(a.product_id);
    const what = product ? [product.name, product.variation_colour, sizeOf(product)].filter(Boolean).join(', ') : 'a product';
    return { text: `Asked for a count of ${what}`, order_number: null };
  },
  'print.request': (rows, a) => {
    if (a.what === 'bag_label')
      return { text: `Print the bag label for ${rows.wearer.get(a.employee_id)?.name ?? 'a wearer'}`, order_number: orderNumber(rows, a.pick_id) };
    if (a.what === 'picking_list') return { text: 'Print the picking list', order_number: orderNumber(rows, a.pick_id), is_of_order: true };
    return { text: `Print the labels of ${a.dispatch_ids.length === 1 ? 'a dispatch' : `${a.dispatch_ids.length} dispatches`}`, order_number: null };
  },
  'outcome.resolve': (_rows, { choice }) => ({ text: chosen[choice], order_number: null }),
};

const chosen = {
  theirs: 'Chose to keep theirs',
  mine: 'Chose to use ours',
  recount: 'Chose to count again',
  dismiss: 'Took note of a refusal',
} as const;

/** An action in words, as the screen showed things when it was taken. */
export const wordsFor = <N extends MutationName>(rows: Rows, n: N, a: ArgsOf<N>): Shown => words[n](rows, a);

/** What the office's answer means, by its code; an unknown code is a plain refusal. */
export const wordsForCode = (code: string | null): string => (code ? (codes[code] ?? 'Not accepted by the office') : 'Not accepted by the office');

const codes: Record<string, string> = {
  DOUBLE_PICKED: 'Picked on two tablets',
  LINE_CHANGED: 'The line was changed meanwhile',
  CLAIMED: 'Somebody else had started this pick',
  PRODUCT_CHANGED: 'The line is for another product now',
  OVER_ALLOCATED: 'More than is allocated now',
  AFTER: 'Waits on the choice above',
  DIGEST: 'The lines changed before it was completed',
  NOT_PICKER: 'Somebody else is picking this order',
  PICK_CLOSED: 'The office has taken this pick back',
  ORDER_CANCELLED: 'The order was cancelled while you picked it',
  ORDER_FROZEN: 'The office has put this order on hold',
  ALREADY_SHIPPED: 'The order is dispatched already',
  NOT_READY: 'The order was not at this step',
  NOT_PICKING: 'The pick was not running',
  REASON_REQUIRED: 'A short line has no reason',
  NOT_ALLOWED: 'Not allowed for this person',
  ACTOR_UNKNOWN: 'This person never signed in on this tablet',
  ACTOR_DISABLED: 'This person cannot sign in any more',
  INVALID: 'The office could not read this',
  M_REUSED: 'Sent twice with different content',
  INTERNAL: 'The office had a fault of its own',
};
