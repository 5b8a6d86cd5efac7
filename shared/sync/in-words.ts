import type { ArgsOf, MutationName } from './mutations.ts';
import { shelfTaskOfName } from './task-name.ts';

/** An action as a text, and the order that it was about. */
export interface Words {
  text: string;
  order_number: string | null;
  /** The text continues with the order's number: `Started the pick of 00133`. */
  is_of_order?: true;
}

/** The facts of a line when the action was taken: null is a fact that may have changed since, so the text leaves it out. */
export interface NamedLine {
  product_id: number;
  /** `Zip Hoodie, Grey, L`. */
  garment: string;
  decoration: string | null;
  qty_allocated: number | null;
  qty_picked: number | null;
}

/** The names of the things that an action refers to by id, as far as they cannot have changed since; null for an id that is not known here. */
export interface Names {
  orderOfPick: (pick_id: number) => string | null;
  orderByUuid: (uuid: string) => string | null;
  line: (pick_line_id: number) => NamedLine | null;
  product: (product_id: number) => string | null;
  wearer: (employee_id: number) => string | null;
  dispatch: (dispatch_id: number) => string | null;
  reason: (code: string) => string | null;
  shelfTask: (id: number) => { qty: number; garment: string; order_number: string } | null;
}

const onPick =
  (text: string) =>
  (names: Names, { pick_id }: { pick_id: number }): Words => ({ text, order_number: names.orderOfPick(pick_id), is_of_order: true });

const chosen = {
  theirs: 'Chose to keep theirs',
  mine: 'Chose to use ours',
  recount: 'Chose to count again',
  dismiss: 'Acknowledged a refused change',
} as const;

const words: { [N in MutationName]: (names: Names, a: ArgsOf<N>) => Words } = {
  'pick.start': onPick('Started the pick'),
  'pick.pause': onPick('Paused the pick'),
  'pick.resume': onPick('Resumed the pick'),
  'pick.handover': onPick('Handed over the pick'),
  'pick.complete': onPick('Completed the pick'),
  'pick.send_back': onPick('Sent back the pick'),
  'pick.assign_tote': (names, { pick_id, tote }) => ({
    text: tote ? `Put the pick in tote ${tote}` : 'Took the pick out of its tote',
    order_number: names.orderOfPick(pick_id),
  }),
  'pick.record_line': (names, a) => {
    const namedLine = names.line(a.pick_line_id);
    // The line may be for another product by now: only the product that the action names was picked.
    const line = namedLine?.product_id === a.product_id ? namedLine : null;
    const of = line?.qty_allocated == null ? ' ×' : ` of ${line.qty_allocated}`;
    const why = a.code ? `, ${(names.reason(a.code) ?? a.code).toLowerCase()}` : '';
    return {
      text: `Picked ${a.qty_picked}${of} ${line?.garment ?? names.product(a.product_id) ?? 'a product'}${why}`,
      order_number: names.orderOfPick(a.pick_id),
    };
  },
  'prep.tick_line': (names, a) => {
    const line = names.line(a.pick_line_id);
    const qty = line?.qty_picked == null ? '' : `${line.qty_picked} × `;
    const what = `${line?.decoration ?? 'the decoration'} on ${line ? `${qty}${line.garment}` : 'a line'}`;
    return { text: a.ticked ? `Ticked ${what}` : `Took back the tick of ${what}`, order_number: names.orderOfPick(a.pick_id) };
  },
  'prep.complete': onPick('Finished the prep'),
  'dispatch.request': (names, { orders }) => {
    const numbers = orders.map(({ uuid }) => names.orderByUuid(uuid)).filter((number) => number !== null);
    const [only] = orders.length === 1 ? numbers : [];
    if (only) return { text: 'Requested the dispatch', order_number: only, is_of_order: true };
    return { text: `Requested the dispatch of ${orders.length} orders: ${numbers.join(', ')}`, order_number: null };
  },
  'dispatch.edit': (names, { dispatch_id }) => ({ text: `Changed dispatch ${names.dispatch(dispatch_id) ?? dispatch_id}`, order_number: null }),
  'dispatch.set_tracking': (names, a) => ({
    text: `Tracking number ${a.tracking_number} for dispatch ${names.dispatch(a.dispatch_id) ?? a.dispatch_id}`,
    order_number: null,
  }),
  'stock.request_count': (names, { product_id, qty }) => {
    const product = names.product(product_id) ?? 'a product';
    return { text: qty === null ? `Asked for a count of ${product}` : `Counted ${qty} ${product}`, order_number: null };
  },
  'print.request': (names, a) => {
    if (a.what === 'bag_label')
      return { text: `Print the bag label for ${names.wearer(a.employee_id) ?? 'a wearer'}`, order_number: names.orderOfPick(a.pick_id) };
    if (a.what === 'picking_list') return { text: 'Print the picking list', order_number: names.orderOfPick(a.pick_id), is_of_order: true };
    return { text: `Print the labels of ${a.dispatch_ids.length === 1 ? 'a dispatch' : `${a.dispatch_ids.length} dispatches`}`, order_number: null };
  },
  'outcome.resolve': (names, { m, choice }) => {
    const id = shelfTaskOfName(m);
    if (id === null) return { text: chosen[choice], order_number: null };
    const task = names.shelfTask(id);
    return { text: `Put ${task ? `${task.qty} × ${task.garment}` : 'items'} back on the shelf`, order_number: task?.order_number ?? null };
  },
};

/** An action as a text, with the names of the things that it is about. */
export const inWords = <N extends MutationName>(names: Names, n: N, a: ArgsOf<N>): Words => words[n](names, a);

const plain: { [N in MutationName]: string } = {
  'pick.start': 'Started a pick',
  'pick.pause': 'Paused a pick',
  'pick.resume': 'Resumed a pick',
  'pick.handover': 'Handed over a pick',
  'pick.complete': 'Completed a pick',
  'pick.send_back': 'Sent back a pick',
  'pick.assign_tote': 'Assigned a tote',
  'pick.record_line': 'Picked a line',
  'prep.tick_line': 'Ticked a decoration',
  'prep.complete': 'Finished a prep',
  'dispatch.request': 'Requested a dispatch',
  'dispatch.edit': 'Changed a dispatch',
  'dispatch.set_tracking': 'Entered a tracking number',
  'stock.request_count': 'Asked for a count',
  'print.request': 'Asked for a print',
  'outcome.resolve': 'Resolved an open item',
};

/** The text of an action of which only its name is still known. */
export const nameInWords = (n: string): string => (Object.hasOwn(plain, n) ? plain[n as MutationName] : 'A change that this version does not know');
