import type { Meaning } from '../scan/meaning.ts';
import type { DispatchRow } from '../sync/rows.ts';

type KnownDispatch = Pick<DispatchRow, 'id' | 'dispatch_number' | 'total_items' | 'orders'>;

/** The dispatch whose boxes are being checked, and which of them were. */
export interface BoxCheck {
  dispatch_id: number;
  boxes: readonly number[];
}

/** What a scan does where dispatches wait for their courier. */
export type BoxScan =
  /** This dispatch is in hand now, with these of its boxes checked. */
  | { does: 'check'; check: BoxCheck }
  /** A box of another dispatch than the one in hand, of which boxes are still missing. */
  | { does: 'wrong_box'; dispatch_number: string; order_numbers: string[]; checked: number; of: number }
  /** A box of a dispatch that does not wait here: it has left, or was taken back. */
  | { does: 'gone'; text: string }
  /** A box number that the dispatch in its code does not have. */
  | { does: 'no_such_box'; dispatch_number: string; of: number }
  /** The number on the carrier's label, for the dispatch in hand. */
  | { does: 'track'; dispatch_id: number; tracking_number: string }
  /** This number is on another dispatch already. */
  | { does: 'taken_number'; dispatch_number: string }
  /** A number, and no dispatch in hand that it could be of. */
  | { does: 'which' }
  /** Something for another screen. */
  | { does: 'leave' };

/** Whether every box of a dispatch was checked. */
export const isChecked = (dispatch: KnownDispatch, check: BoxCheck | null): boolean =>
  check?.dispatch_id === dispatch.id && check.boxes.length >= dispatch.total_items;

/** What to do with a code that was scanned among dispatches that wait, while `check` is in hand. */
export function scanBox(meaning: Meaning, awaiting: readonly KnownDispatch[], check: BoxCheck | null): BoxScan {
  const selected = awaiting.find(({ id }) => id === check?.dispatch_id);
  const take = (dispatch: KnownDispatch, box: number | null): BoxScan => {
    if (selected && check && selected.id !== dispatch.id && check.boxes.length > 0 && !isChecked(selected, check))
      return {
        does: 'wrong_box',
        dispatch_number: dispatch.dispatch_number,
        order_numbers: dispatch.orders.map(({ order_number }) => order_number),
        checked: check.boxes.length,
        of: selected.total_items,
      };
    if (box !== null && box > dispatch.total_items)
      return { does: 'no_such_box', dispatch_number: dispatch.dispatch_number, of: dispatch.total_items };
    const before = check?.dispatch_id === dispatch.id ? check.boxes : [];
    return { does: 'check', check: { dispatch_id: dispatch.id, boxes: box === null || before.includes(box) ? before : [...before, box] } };
  };

  switch (meaning.is) {
    case 'box': {
      const dispatch = awaiting.find(({ id }) => id === meaning.dispatch_id);
      return dispatch ? take(dispatch, meaning.box) : { does: 'gone', text: meaning.text };
    }
    case 'tracking':
      return meaning.dispatch.id === selected?.id
        ? { does: 'check', check: check as BoxCheck }
        : { does: 'taken_number', dispatch_number: meaning.dispatch.dispatch_number };
    case 'order': {
      const { pick } = meaning;
      const dispatch = pick && awaiting.find(({ orders }) => orders.some(({ uuid }) => uuid === pick.uuid));
      if (dispatch) return take(dispatch, null);
      // A bare number that is no order here is the carrier's.
      return pick ? { does: 'leave' } : number(meaning.text, selected);
    }
    case 'unknown':
      return number(meaning.text, selected);
    case 'product':
    case 'bin':
    case 'bag':
    case 'tote':
      return { does: 'leave' };
  }
}

const number = (text: string, selected: KnownDispatch | undefined): BoxScan =>
  selected ? { does: 'track', dispatch_id: selected.id, tracking_number: text.slice(0, 80) } : { does: 'which' };
