import { allow, refuse, type Verdict } from '../verdict.ts';

/** What arrived of one line of a collection: absolute numbers of items. */
export interface ReceivedItems {
  qty_restocked: number;
  qty_written_off: number;
}

/** How many items of a line have arrived. */
export const qtyArrived = ({ qty_restocked, qty_written_off }: ReceivedItems): number => qty_restocked + qty_written_off;

/** A collection can be received until it is closed. */
export const checkCollectionOpen = ({ is_closed }: { is_closed: boolean }): Verdict =>
  is_closed ? refuse('collection_closed', 'This collection is closed.') : allow;

/** Of a line, no more arrives than is expected. */
export const checkReceiveLine = ({ qty_expected }: { qty_expected: number }, items: ReceivedItems): Verdict =>
  qtyArrived(items) > qty_expected ? refuse('more_than_expected', collectionMessages.expected(qty_expected), 'quantity') : allow;

const itemsText = (qty: number): string => (qty === 1 ? '1 item is' : `${qty} items are`);

export const collectionMessages = {
  expected: (qty: number): string => `Only ${itemsText(qty)} expected. Put the others aside and tell the office.`,
  held: (qty: number): string => `Only ${itemsText(qty)} still out: the others have come back with a return.`,
  earlier: (qty: number): string => `${itemsText(qty)} booked in on an earlier day. Correct the stock instead.`,
  unknown_line: 'This line is not in the collection.',
  unknown_holding: 'This person does not hold items of this order line.',
  line_twice: 'This line is there twice.',
  available: (qty: number): string => (qty === 0 ? 'No item of it can be collected.' : `Only ${qty} of it can be collected.`),
  non_returnable: 'This product does not come back.',
  nothing: 'Nothing is to be collected from this person.',
};
