import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import type { Meaning } from '../../shared/scan/meaning.ts';

/** What a code is, as text: the kind, and which one. */
export function meaningWords(meaning: Meaning): { kind: string; which: string } {
  switch (meaning.is) {
    case 'product': {
      const { product } = meaning;
      return {
        kind: 'A product',
        which: [product.name, sizeOf(product), product.variation_colour].filter(Boolean).join(', '),
      };
    }
    case 'bin':
      return { kind: 'A bin', which: meaning.bin };
    case 'order':
      return {
        kind: 'An order',
        which: meaning.pick ? `${meaning.order_number}, ${meaning.pick.account_name}` : `${meaning.order_number}, not on the floor`,
      };
    case 'bag':
      return { kind: 'A wearer’s bag', which: `Bag ${meaning.bag} of order ${orderNumber(meaning.order_id)}` };
    case 'box': {
      const dispatch = dispatchNumber(meaning.dispatch_id);
      return meaning.box === null ? { kind: 'A dispatch', which: dispatch } : { kind: 'A box', which: `Box ${meaning.box} of ${dispatch}` };
    }
    case 'tracking':
      return { kind: 'A tracking number', which: `of ${meaning.dispatch.dispatch_number}` };
    case 'tote':
      return { kind: 'A tote', which: meaning.pick ? `${meaning.tote} with order ${meaning.pick.order_number}` : `${meaning.tote}, empty` };
    case 'unknown':
      return { kind: 'Not known on this tablet', which: 'No product, bin, order, bag, box or tote here has this code' };
  }
}
