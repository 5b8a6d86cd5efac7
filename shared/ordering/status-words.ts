import type { StatusName } from './order-status.ts';

/** The status of an order in a client's words. */
export const statusWords: Record<StatusName, string> = {
  draft: 'Not submitted',
  requested: 'Waiting for approval',
  submitted: 'Submitted',
  allocated: 'Being packed',
  picking: 'Being packed',
  picking_paused: 'Being packed',
  picked: 'Being packed',
  booked: 'Packed',
  waiting_for_courier: 'Waiting for courier',
  part_shipped: 'Part sent',
  shipped: 'Sent',
  cancelled: 'Cancelled',
};
