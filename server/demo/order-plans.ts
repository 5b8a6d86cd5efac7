/** The stage at which a demo order ends, or the special case that it shows. */
export type End =
  | 'draft'
  | 'declined'
  | 'requested'
  | 'submitted'
  | 'unsized'
  | 'short'
  | 'part_allocated'
  | 'fully_allocated'
  | 'held'
  | 'allocated'
  | 'picking'
  | 'picking_paused'
  | 'picked'
  | 'booked'
  | 'waiting_for_courier'
  | 'stuck'
  | 'short_pick'
  | 'part_shipped'
  | 'shipped'
  | 'collected'
  | 'returned'
  | 'cancelled'
  | 'rest_cancelled';

interface Group {
  end: End;
  count: number;
  /** The range of days before today in which the orders begin, latest day first. */
  days_ago: readonly [from: number, to: number];
}

/** The demo's hundred and fifty orders. */
export const orderGroups: readonly Group[] = [
  { end: 'shipped', count: 48, days_ago: [5, 120] },
  { end: 'draft', count: 8, days_ago: [0.1, 12] },
  { end: 'declined', count: 2, days_ago: [2, 6] },
  { end: 'requested', count: 5, days_ago: [0.1, 3] },
  { end: 'submitted', count: 9, days_ago: [0.2, 2] },
  { end: 'unsized', count: 3, days_ago: [1, 5] },
  { end: 'short', count: 7, days_ago: [3, 30] },
  { end: 'part_allocated', count: 5, days_ago: [2, 9] },
  { end: 'fully_allocated', count: 4, days_ago: [1, 2] },
  { end: 'held', count: 3, days_ago: [3, 9] },
  { end: 'allocated', count: 8, days_ago: [1, 3] },
  { end: 'picking', count: 3, days_ago: [1, 2] },
  { end: 'picking_paused', count: 2, days_ago: [1, 2] },
  { end: 'picked', count: 5, days_ago: [1, 3] },
  { end: 'booked', count: 6, days_ago: [1, 3] },
  { end: 'waiting_for_courier', count: 4, days_ago: [1, 2] },
  { end: 'stuck', count: 2, days_ago: [2, 3] },
  { end: 'short_pick', count: 4, days_ago: [4, 30] },
  { end: 'part_shipped', count: 5, days_ago: [5, 35] },
  { end: 'collected', count: 3, days_ago: [6, 60] },
  { end: 'returned', count: 7, days_ago: [20, 110] },
  { end: 'cancelled', count: 6, days_ago: [5, 100] },
  { end: 'rest_cancelled', count: 1, days_ago: [40, 50] },
];
