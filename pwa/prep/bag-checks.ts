import { useSyncExternalStore } from 'react';
import { type BagLine, type Checked, qtyChecked } from '../../shared/prep/check-bag.ts';
import { pickNotes } from '../offline/pick-notes.ts';

/** What was seen going into the bags of each order in prep on this tablet: a help for who packs. */
const checks = pickNotes<Checked>('kitroom.bag-checks', {}, (stored): stored is Checked => typeof stored === 'object' && stored !== null);

/** What is checked into the bags of this round now, newer than what is drawn. */
export const checkedNow = (pick_id: number): Checked => checks.of(pick_id);

/** So many pieces of each of these lines are in their bags. */
export const setChecked = (pick_id: number, quantities: Checked): void => checks.note(pick_id, { ...checks.of(pick_id), ...quantities });

/** The order is through: nothing of it has to be remembered. */
export const forgetChecked = (pick_id: number): void => checks.forget(pick_id);

/** How many pieces of these lines of a round are in their bags; drawn again only when that number changes. */
export function useQtyChecked(pick_id: number, lines: readonly Pick<BagLine, 'id' | 'qty_picked'>[]): number {
  return useSyncExternalStore(checks.subscribe, () => qtyChecked(lines, checkedNow(pick_id)));
}
