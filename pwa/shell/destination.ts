import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnCode, returnIdOf } from '../../shared/returns/send-back.ts';
import type { ScannedProduct, ScanTarget } from '../../shared/scan/resolve-scan.ts';
import type { PickRow } from '../../shared/sync/rows.ts';
import type { Answer } from '../scan/use-scan.ts';

const dispatches = (search: string): string => `/admin/shipping/dispatches#search=${encodeURIComponent(search)}`;

/** The screen on which an order is worked on now. */
function placeOf({ state, uuid, order_number }: PickRow): string {
  if (state === 'picked') return `/admin/prep/orders/${uuid}`;
  if (state === 'booked') return `/admin/shipping#order=${uuid}`;
  if (state === 'awaiting_courier') return dispatches(order_number);
  return `/admin/picking/orders/${uuid}`;
}

const productName = (product: ScannedProduct): string => [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', ');

interface NoDestination {
  answer: Answer;
  title: string;
  text: string;
  /** A link to what else the code may stand for. */
  action?: { label: string; to: string };
}

const returnWords = (id: number): string => `Return ${returnCode(returnNumber(id))}`;
const returnPath = (id: number): string => `/admin/returns/${id}/edit`;

/**
 * The address that a code opens from any screen of the floor, or why it opens none. A return's code opens the return only for people who decide about
 * returns.
 */
export function destinationOf(target: ScanTarget, decidesReturns: boolean): { to: string } | NoDestination {
  switch (target.is) {
    case 'order':
    case 'bag':
    case 'tote': {
      if (target.pick) {
        const isAtBench = target.is === 'bag' && target.pick.state === 'picked';
        return { to: placeOf(target.pick) + (isAtBench ? `#bagging=${target.employee_id}` : '') };
      }
      const title = target.is === 'tote' ? `Tote ${target.tote}` : target.is === 'order' ? `Order ${target.order_number}` : `Bag ${target.text}`;
      const text = target.is === 'tote' ? 'No order lies in it.' : 'This order is not on the floor.';
      // A bare number is read as the number of an order, but it may also be printed on the slip of a return.
      const id = target.is === 'order' && decidesReturns ? returnIdOf(target.text) : null;
      return { answer: 'unknown', title, text, ...(id !== null && { action: { label: returnWords(id), to: returnPath(id) } }) };
    }
    case 'return':
      if (decidesReturns) return { to: returnPath(target.return_id) };
      return { answer: 'wrong', title: returnWords(target.return_id), text: 'The office decides about returns.' };
    case 'collection':
      if (target.collection) return { to: `/admin/receiving/collections/${target.collection.id}` };
      return { answer: 'unknown', title: `Collection ${target.number}`, text: 'It is closed, or this tablet does not have it yet.' };
    case 'box':
      return { to: dispatches(dispatchNumber(target.dispatch_id)) };
    case 'tracking':
      return { to: dispatches(target.dispatch.dispatch_number) };
    case 'product':
      return { answer: 'wrong', title: productName(target.product), text: 'Open an order first, then scan what goes into it.' };
    case 'bin':
      return { answer: 'wrong', title: `Bin ${target.bin}`, text: 'Open an order first.' };
    case 'unknown':
      return { answer: 'unknown', title: `Not known here: ${target.text}`, text: 'It is no product, bin or order on this tablet.' };
  }
}
