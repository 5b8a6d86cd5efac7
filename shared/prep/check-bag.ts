/** What the check of a bag needs to know of a line: a wearer's pieces of one SKU. */
export interface BagLine {
  id: number;
  employee_id: number;
  product_id: number;
  qty_picked: number;
  /** It is still to be decorated. */
  waits: boolean;
}

/** Pieces that were seen going into the bags, by line. */
export type Checked = Readonly<Record<number, number>>;

/** Where one garment goes: into the bag of this line, or why it goes into none. */
export type BagVerdict<Line extends BagLine> =
  | { is: 'taken'; line: Line; qty: number }
  /** Nobody of this order wears it. */
  | { is: 'not_in_order' }
  /** The bag in hand does not want it; `for` is a line that does. */
  | { is: 'other_bag'; for: Line }
  /** It is for somebody, but it is still to be decorated. */
  | { is: 'waits'; line: Line }
  /** All of them are in their bags already. */
  | { is: 'surplus'; line: Line };

/**
 * One garment was scanned: into whose bag it goes. With a bag in hand (`employee_id`) only that one is filled, otherwise the first that
 * still wants the garment.
 */
export function checkIntoBag<Line extends BagLine>(
  lines: readonly Line[],
  checked: Checked,
  product_id: number | null,
  employee_id: number | null,
): BagVerdict<Line> {
  const same = lines.filter((line) => line.product_id === product_id);
  const [any] = same;
  if (!any) return { is: 'not_in_order' };
  const wanting = same.filter((line) => (checked[line.id] ?? 0) < line.qty_picked);
  const mine = employee_id === null ? wanting : wanting.filter((line) => line.employee_id === employee_id);
  const next = mine.find((line) => !line.waits);
  if (next) return { is: 'taken', line: next, qty: (checked[next.id] ?? 0) + 1 };
  const [waiting] = mine;
  if (waiting) return { is: 'waits', line: waiting };
  const [other] = wanting;
  if (other) return { is: 'other_bag', for: other };
  return { is: 'surplus', line: same.find((line) => line.employee_id === employee_id) ?? any };
}

/** How many pieces of these lines are in their bags. */
export const qtyChecked = (lines: readonly Pick<BagLine, 'id' | 'qty_picked'>[], checked: Checked): number =>
  lines.reduce((sum, line) => sum + Math.min(checked[line.id] ?? 0, line.qty_picked), 0);
