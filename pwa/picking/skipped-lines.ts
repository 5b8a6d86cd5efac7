import { useSyncExternalStore } from 'react';
import { pickNotes } from '../offline/pick-notes.ts';

const none: readonly number[] = [];

/** Lines left for later on this tablet, round by round, in the order they were left. */
const skipped = pickNotes<readonly number[]>(
  'kitroom.skipped-lines',
  none,
  (stored): stored is number[] => Array.isArray(stored) && stored.every(Number.isSafeInteger),
);

/** Leaves a line for later, after all that were left before it. */
export const skipLine = (pick_id: number, line_id: number): void =>
  skipped.note(pick_id, [...skipped.of(pick_id).filter((id) => id !== line_id), line_id]);

/** The round is closed here: what was skipped in it is over. */
export const forgetSkipped = (pick_id: number): void => skipped.forget(pick_id);

/** The lines of this round that were left for later. */
export const useSkippedLines = (pick_id: number): readonly number[] => useSyncExternalStore(skipped.subscribe, () => skipped.of(pick_id));
