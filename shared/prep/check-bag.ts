/** The facts of a line for the check of a bag: a wearer's items of one SKU. */
export interface BagLine {
  id: number;
  employee_id: number;
  product_id: number;
  qty_picked: number;
  /** How many items of the line are in the bag; left out if there are none. */
  qty_packed?: number;
  /** Whether the line is still to be decorated. */
  waits: boolean;
}

/** The result for one garment: the line whose bag it goes into, or why it goes into no bag. */
export type BagVerdict<Line extends BagLine> =
  | { is: 'taken'; line: Line; qty: number }
  /** No wearer of this order has the garment. */
  | { is: 'not_in_order' }
  /** The current bag does not need the garment; `for` is a line that does. */
  | { is: 'other_bag'; for: Line }
  /** A line needs the garment, but the garment still has to be decorated. */
  | { is: 'waits'; line: Line }
  /** All garments of this SKU are already in their bags. */
  | { is: 'surplus'; line: Line };

/**
 * Decides into which bag one scanned garment goes. With `employee_id` only this wearer's bag is filled, otherwise the first bag that still needs the
 * garment.
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
