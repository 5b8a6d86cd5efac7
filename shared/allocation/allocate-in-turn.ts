import { type LineAllocationFacts, remainingOf } from './allocate-line.ts';

export interface AskingLine extends LineAllocationFacts {
  id: number;
  /** The SKU to pick for the line. */
  product_id: number;
}

/** Allocates to each line as many free items as it lacks, in order of line id. Returns the added items by line, without lines that get none. */
export function allocateInTurn(lines: readonly AskingLine[], free: ReadonlyMap<number, number>): Map<number, number> {
  const remaining = new Map(free);
  const added = new Map<number, number>();
  for (const line of [...lines].sort((a, b) => a.id - b.id)) {
    if (!line.is_size_selected) continue;
    const qtyFree = remaining.get(line.product_id) ?? 0;
    const qty = Math.min(remainingOf(line) - line.qty_allocated, qtyFree);
    if (qty <= 0) continue;
    added.set(line.id, qty);
    remaining.set(line.product_id, qtyFree - qty);
  }
  return added;
}
