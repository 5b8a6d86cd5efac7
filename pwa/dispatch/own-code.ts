import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';

/**
 * Whether a code in the tracking field of a dispatch is one of Kitroom's own codes. A bare number counts only if this tablet knows
 * an order by that number, because carriers' numbers look the same.
 */
export function isOwnCode(target: ScanTarget, dispatch_id: number): boolean {
  switch (target.is) {
    case 'product':
    case 'bin':
    case 'tote':
    case 'bag':
    case 'return':
    case 'collection':
    case 'box':
      return true;
    case 'tracking':
      return target.dispatch.id !== dispatch_id;
    case 'order':
      return target.pick !== null;
    case 'unknown':
      return false;
  }
}

const names: Record<ScanTarget['is'], string> = {
  product: 'the code of a product',
  bin: 'the label of a bin',
  tote: 'the label of a tote',
  bag: 'the label of a bag',
  box: 'the label of a box',
  return: 'the slip of a return',
  collection: 'the slip of a collection',
  tracking: 'the number of another dispatch',
  order: 'the number of an order',
  unknown: 'a code that is not known here',
};

/** Says what was scanned instead of the carrier's number. */
export const ownCodeMessage = ({ is }: ScanTarget): string => `This is ${names[is]}. Scan the number on the carrier’s label.`;
