import type { PickRow } from '../../shared/sync/rows.ts';
import { createStore } from '../ui/store.ts';

/**
 * The sequence of the floor's lists of orders: by the time of submission, or by the day on which the client needs the order, which is the first one
 * unless the tablet has another choice, so that whoever starts first is picked first.
 */
export type FloorSort = 'submitted' | 'required';

const KEY = 'kitroom.floor-sort';

function readStored(): FloorSort {
  try {
    return localStorage.getItem(KEY) === 'submitted' ? 'submitted' : 'required';
  } catch {
    return 'required';
  }
}

/** The chosen sequence. It is stored for the tablet, and applies to all lists of the floor. */
export const floorSort = createStore<FloorSort>(readStored());

/** Chooses the sequence and stores it on this tablet. */
export function chooseFloorSort(next: FloorSort): void {
  floorSort.set(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Without storage the choice is lost when the tab closes.
  }
}

/**
 * Sorts orders, which are passed in the sequence of their submission. Orders without a required day come last; orders of the same day keep their
 * sequence.
 */
export function sortOrders<Order extends Pick<PickRow, 'required_on'>>(orders: readonly Order[], sort: FloorSort): readonly Order[] {
  if (sort === 'submitted') return orders;
  const day = ({ required_on }: Order): string => required_on ?? '9999-12-31';
  return [...orders].sort((one, other) => (day(one) < day(other) ? -1 : day(one) > day(other) ? 1 : 0));
}
