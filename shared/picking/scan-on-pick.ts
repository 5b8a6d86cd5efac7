import type { Meaning, ScannedProduct } from '../scan/meaning.ts';
import type { ProductRow } from '../sync/rows.ts';
import { isFullyPicked } from './pick-facts.ts';

/** The facts of a line of the pick that a scan is compared with, in walking order. */
export interface ScannableLine {
  id: number;
  product_id: number;
  qty_allocated: number;
  qty_picked: number;
  product: Pick<ProductRow, 'bin'> | null;
}

/** What a scan does on the pick screen. */
export type PickScan<Line extends ScannableLine> =
  /** One more item of this line. */
  | { does: 'count'; line: Line; qty_picked: number }
  /** Show this line: its bin was scanned. */
  | { does: 'go'; line: Line }
  /** The product is right, but the line is already picked in full. */
  | { does: 'enough'; line: Line }
  | { does: 'wrong_product'; product: ScannedProduct }
  | { does: 'wrong_bin'; bin: string }
  /** These garments are now in this tote. */
  | { does: 'tote'; tote: string }
  /** Another order is in this tote. */
  | { does: 'taken_tote'; tote: string; order_number: string }
  /** The label of this order itself. */
  | { does: 'here' }
  | { does: 'unknown' }
  /** The code belongs to another screen. */
  | { does: 'leave' };

/** What to do with a code that is scanned while an order is picked; `current` is the line in view. */
export function scanOnPick<Line extends ScannableLine>(
  meaning: Meaning,
  { uuid, lines, current }: { uuid: string; lines: readonly Line[]; current: number | null },
): PickScan<Line> {
  const inView = lines.find(({ id }) => id === current);
  /** The line in view where it matches, else the first in walking order that still needs items, else any match. */
  const best = (will: (line: Line) => boolean): Line | undefined => {
    const fitting = lines.filter(will);
    const wanting = fitting.filter((line) => !isFullyPicked(line));
    if (inView && wanting.includes(inView)) return inView;
    return wanting[0] ?? (inView && fitting.includes(inView) ? inView : fitting[0]);
  };

  switch (meaning.is) {
    case 'product': {
      const line = best(({ product_id }) => product_id === meaning.product.id);
      if (!line) return { does: 'wrong_product', product: meaning.product };
      return isFullyPicked(line) ? { does: 'enough', line } : { does: 'count', line, qty_picked: line.qty_picked + 1 };
    }
    case 'bin': {
      const line = best(({ product }) => product?.bin === meaning.bin);
      return line ? { does: 'go', line } : { does: 'wrong_bin', bin: meaning.bin };
    }
    case 'tote':
      if (meaning.pick && meaning.pick.uuid !== uuid) return { does: 'taken_tote', tote: meaning.tote, order_number: meaning.pick.order_number };
      return { does: 'tote', tote: meaning.tote };
    case 'order':
      return meaning.pick?.uuid === uuid ? { does: 'here' } : { does: 'leave' };
    case 'bag':
    case 'box':
    case 'tracking':
      return { does: 'leave' };
    case 'unknown':
      return { does: 'unknown' };
  }
}
