export const returnStatuses = ['new', 'part_approved', 'approved', 'rejected'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** What people read instead of a status. */
export const returnStatusWords: Record<ReturnStatus, string> = {
  new: 'New',
  part_approved: 'Part approved',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** All that the status of a return depends on. Quantities are pieces over all its lines. */
export interface ReturnFacts {
  finalised_at: string | null;
  qty_requested: number;
  qty_approved: number;
}

/** Where a return stands: new until somebody has decided for good, whatever they have noted before. */
export function returnStatus({ finalised_at, qty_requested, qty_approved }: ReturnFacts): ReturnStatus {
  if (!finalised_at) return 'new';
  if (qty_approved === 0) return 'rejected';
  return qty_approved >= qty_requested ? 'approved' : 'part_approved';
}
