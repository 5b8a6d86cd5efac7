import { useSyncExternalStore } from 'react';
import { type BagLine, type Checked, qtyChecked } from '../../shared/prep/check-bag.ts';
import { createStore } from '../ui/store.ts';

/** What was seen going into the bags of each order in prep on this tablet; a help for who packs, kept over a reload. */
type Checks = Record<number, Checked>;

const KEY = 'kitroom.bag-checks';
const MOST_ORDERS = 30;
const none: Checked = {};

function kept(): Checks {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Checks) : {};
  } catch {
    return {};
  }
}

const checks = createStore<Checks>(typeof localStorage === 'undefined' ? {} : kept());

function keep(next: Checks): void {
  checks.set(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A tablet that keeps nothing forgets them with the tab.
  }
}

/** What is checked into the bags of this round now, newer than what is drawn. */
export const checkedNow = (pick_id: number): Checked => checks.get()[pick_id] ?? none;

/** So many pieces of each of these lines are in their bags. The orders touched longest ago are forgotten. */
export function setChecked(pick_id: number, quantities: Checked): void {
  const { [pick_id]: before = none, ...others } = checks.get();
  const last = Object.entries(others).slice(1 - MOST_ORDERS);
  keep({ ...Object.fromEntries(last), [pick_id]: { ...before, ...quantities } });
}

/** The order is through: nothing of it has to be remembered. */
export function forgetChecked(pick_id: number): void {
  const { [pick_id]: _done, ...others } = checks.get();
  keep(others);
}

/** How many pieces of these lines of a round are in their bags; drawn again only when that number changes. */
export function useQtyChecked(pick_id: number, lines: readonly Pick<BagLine, 'id' | 'qty_picked'>[]): number {
  return useSyncExternalStore(checks.subscribe, () => qtyChecked(lines, checkedNow(pick_id)));
}
