import { type LineAllocationFacts, remainingOf } from './allocate-line.ts';

/**
 * The sequence in which waiting orders get stock. `oldest`: by submission. `required`: by required date, with orders without this date last.
 * `whole_first`: orders that can be filled first, then the other orders from the remaining stock. `whole_only`: only orders that can be filled.
 */
export const allocationRules = ['oldest', 'required', 'whole_first', 'whole_only'] as const;
export type AllocationRule = (typeof allocationRules)[number];

/** Why a line did not get all the items that it lacks. */
export const shortReasons = ['no_stock', 'not_enough', 'in_question', 'not_whole', 'unsized'] as const;
export type ShortReason = (typeof shortReasons)[number];

export interface WaitingLine extends LineAllocationFacts {
  id: number;
  /** The SKU that is picked for the line. */
  product_id: number;
}

export interface WaitingOrder {
  id: number;
  lines: readonly WaitingLine[];
}

export interface SharedLine {
  id: number;
  product_id: number;
  qty_missing: number;
  qty_added: number;
  reason: ShortReason | null;
}

export interface SharedOrder {
  id: number;
  /** `later`: the order cannot be filled now, and is tried again after all the others. */
  outcome: 'full' | 'part' | 'none' | 'later';
  /** Only the lines that lacked items. */
  lines: SharedLine[];
}

/** The stock of a SKU for allocation. Pickers did not find `qty_in_question` of the `qty_free` items, so these are not allocated. */
export interface FreeStock {
  qty_free: number;
  qty_in_question: number;
}

const missingOf = (line: WaitingLine): number => Math.max(0, remainingOf(line) - line.qty_allocated);

/** Whether the remaining stock covers all items that an order lacks. */
function canBeFilled(lines: readonly WaitingLine[], remaining: ReadonlyMap<number, number>): boolean {
  const demand = new Map<number, number>();
  for (const line of lines) {
    const missing = missingOf(line);
    if (missing > 0 && !line.is_size_selected) return false;
    demand.set(line.product_id, (demand.get(line.product_id) ?? 0) + missing);
  }
  return [...demand].every(([product_id, qty]) => qty <= (remaining.get(product_id) ?? 0));
}

function whyShort(line: WaitingLine, qty_added: number, stock: FreeStock | undefined): ShortReason {
  if (!line.is_size_selected) return 'unsized';
  if ((stock?.qty_in_question ?? 0) > 0) return 'in_question';
  return qty_added > 0 ? 'not_enough' : 'no_stock';
}

function shareWithOrder(order: WaitingOrder, remaining: Map<number, number>, free: ReadonlyMap<number, FreeStock>, gives: boolean): SharedOrder {
  const lines: SharedLine[] = [];
  const reductions = new Map<number, number>();
  for (const line of [...order.lines].sort((a, b) => a.id - b.id)) {
    const qty_missing = missingOf(line);
    if (qty_missing === 0) continue;
    const { id, product_id } = line;
    const qty_taken = reductions.get(product_id) ?? 0;
    const could = line.is_size_selected ? Math.min(qty_missing, (remaining.get(product_id) ?? 0) - qty_taken) : 0;
    const qty_added = gives ? could : 0;
    reductions.set(product_id, qty_taken + could);
    const why = could === qty_missing ? 'not_whole' : whyShort(line, could, free.get(product_id));
    lines.push({ id, product_id, qty_missing, qty_added, reason: qty_added === qty_missing ? null : why });
  }
  if (gives) for (const [product_id, qty] of reductions) remaining.set(product_id, (remaining.get(product_id) ?? 0) - qty);
  const isFull = lines.every(({ qty_missing, qty_added }) => qty_added === qty_missing);
  return { id: order.id, outcome: isFull ? 'full' : lines.some(({ qty_added }) => qty_added > 0) ? 'part' : 'none', lines };
}

/**
 * Shares free stock out among orders, in the given sequence. `pass` 1 of a rule for whole orders fills the orders that can be filled; `pass` 2 tries
 * again the orders that `whole_first` has marked as `later`. The function allocates at most the free items of a SKU, without those in question (under
 * an open stock check), and at most as many items to a line as the line lacks. Several calls, each with the stock that remained after the previous
 * one, give the same result as one call.
 */
export function shareOut(
  orders: readonly WaitingOrder[],
  free: ReadonlyMap<number, FreeStock>,
  rule: AllocationRule,
  pass: 1 | 2 = 1,
): SharedOrder[] {
  const remaining = new Map([...free].map(([product_id, stock]) => [product_id, Math.max(0, stock.qty_free - stock.qty_in_question)]));
  const wantsWhole = pass === 1 && (rule === 'whole_first' || rule === 'whole_only');
  return orders.map((order) => {
    if (!wantsWhole || canBeFilled(order.lines, remaining)) return shareWithOrder(order, remaining, free, true);
    return rule === 'whole_first' ? { id: order.id, outcome: 'later', lines: [] } : shareWithOrder(order, remaining, free, false);
  });
}
