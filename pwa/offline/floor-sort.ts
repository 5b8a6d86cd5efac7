import type { PickRow } from '../../shared/sync/rows.ts';
import { createStore } from '../ui/store.ts';

/** The sequence of the floor's lists of orders: as they were submitted, or by the day on which the client needs them. */
export type FloorSort = 'submitted' | 'required';

const KEY = 'kitroom.floor-sort';

function readStored(): FloorSort {
  try {
    return localStorage.getItem(KEY) === 'required' ? 'required' : 'submitted';
  } catch {
    return 'submitted';
  }
}

/** The choice is the tablet's, for all lists of the floor. */
export const floorSort = createStore<FloorSort>(readStored());

/** Chooses the sequence and stores it on this tablet. */
export function chooseFloorSort(next: FloorSort): void {
  floorSort.set(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A tablet without storage loses the choice with the tab.
  }
}

/** Sorts orders, which are given as they were submitted. Those without a required day come last, and equal ones keep their sequence. */
export function sortOrders<Order extends Pick<PickRow, 'required_on'>>(orders: readonly Order[], sort: FloorSort): readonly Order[] {
  if (sort === 'submitted') return orders;
  const day = ({ required_on }: Order): string => required_on ?? '9999-12-31';
  return [...orders].sort((one, other) => (day(one) < day(other) ? -1 : day(one) > day(other) ? 1 : 0));
}
