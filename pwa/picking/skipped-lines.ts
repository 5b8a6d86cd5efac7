import { useMemo, useSyncExternalStore } from 'react';
import { currentRows } from '../offline/current-floor.ts';
import { pickNotes } from '../offline/pick-notes.ts';

const none: readonly number[] = [];

/** The lines that were skipped on this tablet, by pick, in the order in which they were skipped. */
const skipped = pickNotes<readonly number[]>(
  'kitroom.skipped-lines',
  none,
  (value): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger),
  currentRows,
);

/** Skips a line: it comes after all lines that were skipped before. */
export const skipLine = (pick_id: number, line_id: number): void =>
  skipped.note(pick_id, [...skipped.of(pick_id).filter((id) => id !== line_id), line_id]);

/** The skipped lines of several picks together. */
export const skippedLinesOf = (pick_ids: readonly number[]): ReadonlySet<number> => new Set(pick_ids.flatMap((pick_id) => skipped.of(pick_id)));

/** Deletes the skipped lines of a pick that is closed on this tablet. */
export const forgetSkipped = (pick_id: number): void => skipped.forget(pick_id);

/** The skipped lines of this pick. */
export const useSkippedLines = (pick_id: number): readonly number[] => useSyncExternalStore(skipped.subscribe, () => skipped.of(pick_id));

/** The skipped lines of several picks together; changes with any of them. */
export function useSkippedLinesOf(pick_ids: readonly number[]): ReadonlySet<number> {
  const key = useSyncExternalStore(skipped.subscribe, () => pick_ids.flatMap((pick_id) => skipped.of(pick_id)).join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has the lines in it
  return useMemo(() => skippedLinesOf(pick_ids), [key]);
}
