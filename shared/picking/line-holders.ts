import type { LineHolder } from '../sync/rows.ts';

/** A line with the trolleys on which its picked items lie. */
interface HeldLine {
  qty_picked: number;
  holders?: readonly LineHolder[] | undefined;
}

/** How many items of a line lie on the trolley of a tablet. */
export const qtyHeldBy = (device: string, { holders = [] }: Pick<HeldLine, 'holders'>): number =>
  holders.find((holder) => holder.device === device)?.qty ?? 0;

/**
 * How many items a record moves from the shelf to its tablet's trolley; negative for items that go back to the shelf. Only items on this tablet's own
 * trolley can go back.
 */
export const qtyTaken = (device: string, line: HeldLine, qty_picked: number): number =>
  Math.max(qty_picked - line.qty_picked, -qtyHeldBy(device, line));

/** Reduces the items on trolleys, the last trolley first, until all together have at most `qty`. */
function trim(holders: readonly LineHolder[], qty: number): LineHolder[] {
  let remaining = qty;
  return holders.flatMap((holder) => {
    const part = Math.min(holder.qty, remaining);
    remaining -= part;
    return part > 0 ? [{ ...holder, qty: part }] : [];
  });
}

/** The items on each trolley after a tablet has recorded a quantity: the tablet's own items change first, then those on other trolleys. */
export function holdersAfter(line: HeldLine, { device, user_id }: Omit<LineHolder, 'qty'>, qty_picked: number): LineHolder[] {
  const own = Math.max(0, qtyHeldBy(device, line) + qty_picked - line.qty_picked);
  return withOwn(line, { device, user_id, qty: Math.min(own, qty_picked) }, qty_picked);
}

/** The items that count if somebody has decided in favour of one tablet: as many as possible from its own trolley, and the rest from others. */
export const holdersOfChoice = (line: HeldLine, { device, user_id, qty }: LineHolder): LineHolder[] =>
  withOwn(line, { device, user_id, qty: Math.min(qty, line.qty_picked) }, line.qty_picked);

function withOwn({ holders = [] }: Pick<HeldLine, 'holders'>, own: LineHolder, qty_picked: number): LineHolder[] {
  const others = trim(
    holders.filter(({ device }) => device !== own.device),
    qty_picked - own.qty,
  );
  return own.qty > 0 ? [...others, own] : others;
}
