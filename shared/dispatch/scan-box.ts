import type { ScanTarget } from '../scan/resolve-scan.ts';
import type { DispatchRow } from '../sync/rows.ts';
import { isTrackingNumber, type TrackingForm } from './tracking-number.ts';

type KnownDispatch = Pick<DispatchRow, 'id' | 'dispatch_number' | 'total_items' | 'orders' | 'service_key'>;

/** The format of a service's tracking numbers; null if the carrier group has none, so that any code may be a tracking number. */
export type FormOfService = (service_key: string) => TrackingForm | null;

/** The dispatch whose boxes are being checked, and the boxes that were checked. */
export interface BoxCheck {
  dispatch_id: number;
  boxes: readonly number[];
  /** If the carrier group has no format: the code that was scanned once and becomes the tracking number when it is scanned again. */
  number?: string;
}

/** The effect of a scan on the screen of dispatches that wait for their courier. */
export type BoxScan =
  /** This dispatch is now the current one; `check` has its checked boxes. */
  | { does: 'check'; check: BoxCheck }
  /** A box of another dispatch, although boxes of the current dispatch are still unchecked. */
  | { does: 'wrong_box'; dispatch_number: string; order_numbers: string[]; checked: number; of: number }
  /** A box of a dispatch that no longer waits for its courier: the dispatch has left, or was taken back. */
  | { does: 'gone'; text: string }
  /** A box number that the dispatch in the code does not have. */
  | { does: 'no_such_box'; dispatch_number: string; of: number }
  /** The number on the carrier's label, for the current dispatch. */
  | { does: 'track'; dispatch_id: number; tracking_number: string }
  /** Another dispatch has this number already. */
  | { does: 'taken_number'; dispatch_number: string }
  /** A code that may be the tracking number of the current dispatch, but not all boxes of the dispatch are checked. */
  | { does: 'boxes_first'; dispatch_number: string; checked: number; of: number }
  /** A code that may be the tracking number of the current dispatch, because any code may; it is accepted when it is scanned a second time. */
  | { does: 'confirm'; check: BoxCheck }
  /** The code does not have the format of the carrier's tracking numbers. */
  | { does: 'no_number'; dispatch_number: string }
  /** A tracking number, but no dispatch is the current one. */
  | { does: 'which' }
  /** The code belongs to another screen. */
  | { does: 'leave' };

/** Whether every box of a dispatch was checked. */
export const isChecked = (dispatch: KnownDispatch, check: BoxCheck | null): boolean =>
  check?.dispatch_id === dispatch.id && check.boxes.length >= dispatch.total_items;

/** The effect of a scanned code while dispatches wait for their courier; `check` is the current dispatch. */
export function scanBox(target: ScanTarget, awaiting: readonly KnownDispatch[], check: BoxCheck | null, formOf: FormOfService): BoxScan {
  const currentDispatch = awaiting.find(({ id }) => id === check?.dispatch_id);
  const take = (dispatch: KnownDispatch, box: number | null): BoxScan => {
    if (currentDispatch && check && currentDispatch.id !== dispatch.id && check.boxes.length > 0 && !isChecked(currentDispatch, check))
      return {
        does: 'wrong_box',
        dispatch_number: dispatch.dispatch_number,
        order_numbers: dispatch.orders.map(({ order_number }) => order_number),
        checked: check.boxes.length,
        of: currentDispatch.total_items,
      };
    if (box !== null && box > dispatch.total_items)
      return { does: 'no_such_box', dispatch_number: dispatch.dispatch_number, of: dispatch.total_items };
    const before = check?.dispatch_id === dispatch.id ? check.boxes : [];
    return { does: 'check', check: { dispatch_id: dispatch.id, boxes: box === null || before.includes(box) ? before : [...before, box] } };
  };

  switch (target.is) {
    case 'box': {
      const dispatch = awaiting.find(({ id }) => id === target.dispatch_id);
      return dispatch ? take(dispatch, target.box) : { does: 'gone', text: target.text };
    }
    case 'tracking':
      return target.dispatch.id === currentDispatch?.id
        ? { does: 'check', check: check as BoxCheck }
        : { does: 'taken_number', dispatch_number: target.dispatch.dispatch_number };
    case 'order': {
      const { pick } = target;
      const dispatch = pick && awaiting.find(({ orders }) => orders.some(({ uuid }) => uuid === pick.uuid));
      if (dispatch) return take(dispatch, null);
      // A number without a prefix is a tracking number if no order on this tablet has it.
      return pick ? { does: 'leave' } : number(target.text, currentDispatch, check, formOf);
    }
    case 'unknown':
      return number(target.text, currentDispatch, check, formOf);
    case 'product':
    case 'bin':
    case 'bag':
    case 'collection':
    case 'tote':
    case 'return':
      return { does: 'leave' };
  }
}

/**
 * The effect on the current dispatch of a code that is not one of Kitroom's. A tracking number ships the dispatch, so the code is accepted only if
 * it is certainly a tracking number.
 */
function number(text: string, dispatch: KnownDispatch | undefined, check: BoxCheck | null, formOf: FormOfService): BoxScan {
  if (!dispatch || !check) return { does: 'which' };
  const { id: dispatch_id, dispatch_number, total_items: of } = dispatch;
  const form = formOf(dispatch.service_key);
  if (form && !isTrackingNumber(form, text)) return { does: 'no_number', dispatch_number };
  if (!isChecked(dispatch, check)) return { does: 'boxes_first', dispatch_number, checked: check.boxes.length, of };
  const tracking_number = text.slice(0, 80);
  if (!form && check.number !== tracking_number) return { does: 'confirm', check: { ...check, number: tracking_number } };
  return { does: 'track', dispatch_id, tracking_number };
}
