/** An order that waits for items of a stop where too few were found. */
export interface ShortWant {
  pick_id: number;
  /** How many items the order still lacks at this stop; at least 1. */
  qty: number;
  /** False if the order cannot become complete any more, because another of its lines is short. */
  can_be_complete: boolean;
}

/** `oldest`: older orders get their items before younger ones. `most`: as many orders as possible become complete at this stop. */
export type ShortRule = 'oldest' | 'most';

export interface ShortChoice {
  rule: ShortRule;
  /** How many items each order gets, by pick. */
  shares: ReadonlyMap<number, number>;
  /** The orders that get all they lack, and the orders that wait. */
  full: number[];
  waiting: number[];
}

/** Gives each order in turn what it lacks, as far as the items go. */
function shareOut(wants: readonly ShortWant[], qty: number): Map<number, number> {
  let remaining = qty;
  return new Map(
    wants.map((want) => {
      const share = Math.min(want.qty, remaining);
      remaining -= share;
      return [want.pick_id, share];
    }),
  );
}

/** Divides the items that were found at a stop among the orders that want them. `wants` begins with the oldest order. */
export function divideShort(wants: readonly ShortWant[], qty_found: number, rule: ShortRule): ShortChoice {
  const inOrder = rule === 'oldest' ? wants : mostFirst(wants, qty_found);
  const shares = shareOut(inOrder, qty_found);
  const isFull = (want: ShortWant): boolean => shares.get(want.pick_id) === want.qty;
  return {
    rule,
    shares,
    full: wants.filter(isFull).map(({ pick_id }) => pick_id),
    waiting: wants.filter((want) => !isFull(want)).map(({ pick_id }) => pick_id),
  };
}

/** The orders that become complete with the fewest items come first, as many as the items suffice for; then all others, the oldest first. */
function mostFirst(wants: readonly ShortWant[], qty_found: number): ShortWant[] {
  // The sort is stable, so of two orders that lack equally many the older one is first.
  const cheapest = wants.filter(({ can_be_complete }) => can_be_complete).sort((a, b) => a.qty - b.qty);
  let remaining = qty_found;
  const chosen = cheapest.filter(({ qty }) => {
    if (qty > remaining) return false;
    remaining -= qty;
    return true;
  });
  return [...chosen, ...wants.filter((want) => !chosen.includes(want))];
}

const qtyComplete = (choice: ShortChoice, wants: readonly ShortWant[]): number =>
  wants.filter(({ pick_id, can_be_complete }) => can_be_complete && choice.full.includes(pick_id)).length;

const isSameShare = (one: ShortChoice, other: ShortChoice): boolean => [...one.shares].every(([pick_id, qty]) => other.shares.get(pick_id) === qty);

/** The ways to divide too few items, the better one first: the oldest orders first, unless that completes fewer orders. Ways that are equal are one. */
export function shortChoices(wants: readonly ShortWant[], qty_found: number): ShortChoice[] {
  const oldest = divideShort(wants, qty_found, 'oldest');
  const most = divideShort(wants, qty_found, 'most');
  if (isSameShare(oldest, most)) return [oldest];
  return qtyComplete(most, wants) > qtyComplete(oldest, wants) ? [most, oldest] : [oldest, most];
}
