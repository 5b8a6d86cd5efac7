export const returnStatuses = ['new', 'part_approved', 'approved', 'rejected'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** The labels of the statuses. */
export const returnStatusWords: Record<ReturnStatus, string> = {
  new: 'New',
  part_approved: 'Part approved',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Everything that the status of a return depends on. Quantities are items over all its lines. */
export interface ReturnFacts {
  finalised_at: string | null;
  qty_requested: number;
  qty_approved: number;
}

/** The status of a return: new until somebody finalises it, whatever decisions were saved before. */
export function returnStatus({ finalised_at, qty_requested, qty_approved }: ReturnFacts): ReturnStatus {
  if (!finalised_at) return 'new';
  if (qty_approved === 0) return 'rejected';
  return qty_approved >= qty_requested ? 'approved' : 'part_approved';
}
