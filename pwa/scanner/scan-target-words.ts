import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnCode } from '../../shared/returns/send-back.ts';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';

/** The thing that a code stands for, as text: its kind, and which one of that kind. */
export function scanTargetWords(target: ScanTarget): { kind: string; which: string } {
  switch (target.is) {
    case 'product': {
      const { product } = target;
      return {
        kind: 'A product',
        which: [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', '),
      };
    }
    case 'bin':
      return { kind: 'A bin', which: target.bin };
    case 'order':
      return {
        kind: 'An order',
        which: target.pick ? `${target.order_number}, ${target.pick.account_name}` : `${target.order_number}, not on the floor`,
      };
    case 'bag':
      return { kind: 'A wearer’s bag', which: `Bag ${target.bag} of order ${orderNumber(target.order_id)}` };
    case 'box': {
      const dispatch = dispatchNumber(target.dispatch_id);
      return target.box === null ? { kind: 'A dispatch', which: dispatch } : { kind: 'A box', which: `Box ${target.box} of ${dispatch}` };
    }
    case 'tracking':
      return { kind: 'A tracking number', which: `of ${target.dispatch.dispatch_number}` };
    case 'return':
      return { kind: 'A return', which: returnCode(returnNumber(target.return_id)) };
    case 'collection':
      return { kind: 'A collection', which: target.collection ? `${target.number} of ${target.collection.employee}` : `${target.number}, not open` };
    case 'tote':
      return { kind: 'A tote', which: target.pick ? `${target.tote} with order ${target.pick.order_number}` : `${target.tote}, empty` };
    case 'unknown':
      return { kind: 'Not known on this tablet', which: 'No product, bin, order, bag, box or tote here has this code' };
  }
}
