import type { Meaning, ScannedProduct } from '../scan/meaning.ts';
import type { ProductRow } from '../sync/rows.ts';
import { isFullyPicked } from './pick-facts.ts';

/** What a scan is judged by of a line of the pick, in walking order. */
export interface ScannableLine {
  id: number;
  product_id: number;
  qty_allocated: number;
  qty_picked: number;
  product: Pick<ProductRow, 'bin'> | null;
}

/** What a scan does on the pick screen. */
export type PickScan<Line extends ScannableLine> =
  /** One more piece of this line. */
  | { does: 'count'; line: Line; qty_picked: number }
  /** Show this line: its bin was scanned. */
  | { does: 'go'; line: Line }
  /** The product is right, and all of it is picked already. */
  | { does: 'enough'; line: Line }
  | { does: 'wrong_product'; product: ScannedProduct }
  | { does: 'wrong_bin'; bin: string }
  /** These garments lie in this tote from now on. */
  | { does: 'tote'; tote: string }
  /** Another order lies in this tote. */
  | { does: 'taken_tote'; tote: string; order_number: string }
  /** The label of this very order. */
  | { does: 'here' }
  | { does: 'unknown' }
  /** Something for another screen. */
  | { does: 'leave' };

/** What to do with a code that was scanned while an order is picked; `current` is the line in view. */
export function scanOnPick<Line extends ScannableLine>(
  meaning: Meaning,
  { uuid, lines, current }: { uuid: string; lines: readonly Line[]; current: number | null },
): PickScan<Line> {
  const inView = lines.find(({ id }) => id === current);
  /** The line in view where it will do, else the first on the way that still wants something, else any. */
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
