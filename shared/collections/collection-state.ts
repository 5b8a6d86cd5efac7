import { lifeCycle, statesOf } from '../life-cycle.ts';

/** The states of a collection. Quantities that are corrected may lead back. */
export const collectionTransitions = lifeCycle({
  open: { label: 'Open', next: ['part', 'received', 'closed'] },
  part: { label: 'Received in part', next: ['open', 'received', 'closed'] },
  received: { label: 'Received', next: ['open', 'part', 'closed'] },
  closed: { label: 'Closed', next: [] },
});
export type CollectionState = keyof typeof collectionTransitions;
export const collectionStates = statesOf<CollectionState>(collectionTransitions);

/** A state as people read it. */
export const collectionStateLabel = (state: CollectionState): string => collectionTransitions[state].label;

/** The state of a collection, from whether it is closed and from how many of its items have arrived. */
export function collectionState({
  is_closed,
  qty_expected,
  qty_received,
}: {
  is_closed: boolean;
  qty_expected: number;
  qty_received: number;
}): CollectionState {
  if (is_closed) return 'closed';
  if (qty_received === 0) return 'open';
  return qty_received >= qty_expected ? 'received' : 'part';
}
