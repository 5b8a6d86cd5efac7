import { useSyncExternalStore } from 'react';
import { type BagLine, type Checked, qtyChecked } from '../../shared/prep/check-bag.ts';
import { currentRows } from '../offline/current-floor.ts';
import { pickNotes } from '../offline/pick-notes.ts';

/** The items that were scanned into the bags of each order in prep on this tablet: a help for the person who packs. */
const checks = pickNotes<Checked>('kitroom.bag-checks', {}, (value): value is Checked => typeof value === 'object' && value !== null, currentRows);

/** The items in the bags of this pick now, newer than the rendered ones. */
export const checkedNow = (pick_id: number): Checked => checks.of(pick_id);

/** Records how many items of each of these lines are in their bags. */
export const setChecked = (pick_id: number, quantities: Checked): void => checks.note(pick_id, { ...checks.of(pick_id), ...quantities });

/** The order is prepped: nothing of it has to be kept. */
export const forgetChecked = (pick_id: number): void => checks.forget(pick_id);

/** How many items of these lines of a pick are in their bags; rendered again only when that number changes. */
export function useQtyChecked(pick_id: number, lines: readonly Pick<BagLine, 'id' | 'qty_picked'>[]): number {
  return useSyncExternalStore(checks.subscribe, () => qtyChecked(lines, checkedNow(pick_id)));
}
