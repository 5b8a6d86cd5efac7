/** The facts of a line for the check of a bag: a wearer's items of one SKU. */
export interface BagLine {
  id: number;
  employee_id: number;
  product_id: number;
  qty_picked: number;
  /** How many of them are in the bag; left out where none is. */
  qty_packed?: number;
  /** The line is still to be decorated. */
  waits: boolean;
}

/** Where one garment goes: into the bag of this line, or why it goes into none. */
export type BagVerdict<Line extends BagLine> =
  | { is: 'taken'; line: Line; qty: number }
  /** Nobody of this order wears it. */
  | { is: 'not_in_order' }
  /** The current bag does not need it; `for` is a line that does. */
  | { is: 'other_bag'; for: Line }
  /** A line needs it, but the garment still has to be decorated. */
  | { is: 'waits'; line: Line }
  /** All of them are in their bags already. */
  | { is: 'surplus'; line: Line };

/**
 * The bag that one scanned garment goes into. With a current bag (`employee_id`) only that one is filled, otherwise the first that
 * still needs the garment.
 */
export function checkIntoBag<Line extends BagLine>(lines: readonly Line[], product_id: number | null, employee_id: number | null): BagVerdict<Line> {
  const same = lines.filter((line) => line.product_id === product_id);
  const [any] = same;
  if (!any) return { is: 'not_in_order' };
  const wanting = same.filter((line) => qtyPacked([line]) < line.qty_picked);
  const wearerLines = employee_id === null ? wanting : wanting.filter((line) => line.employee_id === employee_id);
  const next = wearerLines.find((line) => !line.waits);
  if (next) return { is: 'taken', line: next, qty: qtyPacked([next]) + 1 };
  const [waiting] = wearerLines;
  if (waiting) return { is: 'waits', line: waiting };
  const [other] = wanting;
  if (other) return { is: 'other_bag', for: other };
  return { is: 'surplus', line: same.find((line) => line.employee_id === employee_id) ?? any };
}

/** How many items of these lines are in their bags. */
export const qtyPacked = (lines: readonly { qty_packed?: number }[]): number => lines.reduce((sum, { qty_packed = 0 }) => sum + qty_packed, 0);
