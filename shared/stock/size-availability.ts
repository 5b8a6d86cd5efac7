/** When a size can leave. `low` and `in_stock` can at once, `expected` on a known day, `no_date` on a day that nobody knows. */
export const availabilities = ['in_stock', 'low', 'expected', 'no_date'] as const;
export type Availability = (typeof availabilities)[number];

/** A size of which fewer items than this are left in stock is low. */
export const LOW_STOCK = 5;

export interface SizeAvailability {
  availability: Availability;
  /** The calendar date on which the last of the items is expected; null unless `expected`. */
  available_on: string | null;
}

interface Coming {
  shares: readonly { due_on: string | null; qty: number }[];
  qty_uncovered: number;
}

const isCovered = ({ shares, qty_uncovered }: Coming): boolean => shares.length === 0 && qty_uncovered === 0;

/**
 * When some items of a size can leave: `items` is what they wait for, and `further` what as many further items as make up `LOW_STOCK` wait for. Both
 * come after all submitted orders. A client reads this and never a number of items.
 */
export function sizeAvailability(items: Coming, further: Coming): SizeAvailability {
  if (isCovered(items)) return { availability: isCovered(further) ? 'in_stock' : 'low', available_on: null };
  const days = items.shares.map(({ due_on }) => due_on);
  if (items.qty_uncovered > 0 || days.includes(null)) return { availability: 'no_date', available_on: null };
  return { availability: 'expected', available_on: days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null) };
}
