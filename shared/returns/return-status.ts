import { lifeCycle, statesOf } from '../life-cycle.ts';

/** The statuses of a return. A return is new until somebody finalises it, which makes its decisions final. */
export const returnTransitions = lifeCycle({
  new: { label: 'New', next: ['part_approved', 'approved', 'rejected'] },
  part_approved: { label: 'Part approved', next: [] },
  approved: { label: 'Approved', next: [] },
  rejected: { label: 'Rejected', next: [] },
});

export type ReturnStatus = keyof typeof returnTransitions;
export const returnStatuses = statesOf<ReturnStatus>(returnTransitions);

/** A status as people read it. */
export const returnStatusLabel = (status: ReturnStatus): string => returnTransitions[status].label;

/** Everything that the status of a return depends on. Each quantity is the number of items in all lines together. */
export interface ReturnFacts {
  finalised_at: string | null;
  qty_requested: number;
  qty_approved: number;
}

/** The status of a return: new until somebody finalises it, even if decisions have been saved. */
export function returnStatus({ finalised_at, qty_requested, qty_approved }: ReturnFacts): ReturnStatus {
  if (!finalised_at) return 'new';
  if (qty_approved === 0) return 'rejected';
  return qty_approved >= qty_requested ? 'approved' : 'part_approved';
}
