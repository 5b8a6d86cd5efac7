import type { ScannedProduct, ScanTarget } from '../scan/resolve-scan.ts';
import type { ProductRow } from '../sync/rows.ts';
import { isFullyPicked } from './pick-facts.ts';

/** The facts of a pick's line with which a scan is compared. The lines are in walking order. */
export interface ScannableLine {
  id: number;
  product_id: number;
  qty_allocated: number;
  qty_picked: number;
  product: Pick<ProductRow, 'bin' | 'bins'> | null;
}

/** Whether a SKU is in a bin: its pick bin, or an overflow bin. */
export const isInBin = ({ bin, bins = [] }: Pick<ProductRow, 'bin' | 'bins'>, code: string): boolean =>
  bin === code || bins.some((one) => one.bin === code);

/** What a scan does on the pick screen. */
export type PickScan<Line extends ScannableLine> =
  /** One more item of this line. */
  | { does: 'count'; line: Line; qty_picked: number }
  /** Show this line, because its bin was scanned. */
  | { does: 'go'; line: Line }
  /** The product is right, but the line is already picked in full. */
  | { does: 'enough'; line: Line }
  | { does: 'wrong_product'; product: ScannedProduct }
  | { does: 'wrong_bin'; bin: string }
  /** The pick is now in this tote. */
  | { does: 'tote'; tote: string }
  /** Another order is in this tote. */
  | { does: 'taken_tote'; tote: string; order_number: string }
  /** The label of the order that is being picked. */
  | { does: 'here' }
  | { does: 'unknown' }
  /** The code belongs to another screen. */
  | { does: 'leave' };

/** What a scanned code does while an order is picked; `current` is the line in view. */
export function scanOnPick<Line extends ScannableLine>(
  target: ScanTarget,
  { uuid, lines, current }: { uuid: string; lines: readonly Line[]; current: number | null },
): PickScan<Line> {
  const inView = lines.find(({ id }) => id === current);
  /** The line in view if it matches, else the first match in walking order that still needs items, else any match. */
  const best = (will: (line: Line) => boolean): Line | undefined => {
    const fitting = lines.filter(will);
    const wanting = fitting.filter((line) => !isFullyPicked(line));
    if (inView && wanting.includes(inView)) return inView;
    return wanting[0] ?? (inView && fitting.includes(inView) ? inView : fitting[0]);
  };

  switch (target.is) {
    case 'product': {
      const line = best(({ product_id }) => product_id === target.product.id);
      if (!line) return { does: 'wrong_product', product: target.product };
      return isFullyPicked(line) ? { does: 'enough', line } : { does: 'count', line, qty_picked: line.qty_picked + 1 };
    }
    case 'bin': {
      const line = best(({ product }) => product !== null && isInBin(product, target.bin));
      return line ? { does: 'go', line } : { does: 'wrong_bin', bin: target.bin };
    }
    case 'tote':
      if (target.pick && target.pick.uuid !== uuid) return { does: 'taken_tote', tote: target.tote, order_number: target.pick.order_number };
      return { does: 'tote', tote: target.tote };
    case 'order':
      return target.pick?.uuid === uuid ? { does: 'here' } : { does: 'leave' };
    case 'bag':
    case 'collection':
    case 'box':
    case 'return':
    case 'tracking':
      return { does: 'leave' };
    case 'unknown':
      return { does: 'unknown' };
  }
}
