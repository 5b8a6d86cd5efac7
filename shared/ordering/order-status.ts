import { isOpen, isPicked, isReady, type OpenPickState, type PickState } from '../picking/pick-states.ts';

/** Every status an order can have, from first to last. */
export const statusNames = [
  'draft',
  'requested',
  'submitted',
  'allocated',
  'picking',
  'picking_paused',
  'picked',
  'booked',
  'waiting_for_courier',
  'part_shipped',
  'shipped',
  'cancelled',
] as const;
export type StatusName = (typeof statusNames)[number];

const isFinished: Partial<Record<StatusName, true>> = { draft: true, requested: true, shipped: true, cancelled: true };
/** The statuses of open orders: submitted, but not yet fully shipped or cancelled. */
export const openStatuses = statusNames.filter((status) => !isFinished[status]);

/** The facts on which an order's progress depends. Quantities are items of all its lines. */
export interface OrderFacts {
  submitted_at: string | null;
  requested_at: string | null;
  cancelled_at: string | null;
  lines_with_sizes: number;
  lines_with_no_sizes: number;
  /** The requested quantity less the cancelled quantity. */
  qty_wanted: number;
  qty_allocated: number;
  qty_shipped: number;
  /** The state of the open pick; null when there is none. */
  pick_state: PickState | null;
}

export interface ProgressSummary {
  lines_with_sizes: number;
  lines_with_no_sizes: number;
  is_cancelled: boolean;
  is_submitted: boolean;
  is_allocated: boolean;
  is_fully_allocated: boolean;
  is_picking: boolean;
  is_picking_paused: boolean;
  is_picked: boolean;
  is_booked: boolean;
  is_dispatched: boolean;
  is_fully_shipped: boolean;
  status: { status_name: StatusName };
}

const statusOfPick: Record<OpenPickState, StatusName> = {
  released: 'allocated',
  picking: 'picking',
  paused: 'picking_paused',
  picked: 'picked',
  booked: 'booked',
  awaiting_courier: 'waiting_for_courier',
};

/** The status of an order, from its facts alone; the stored status column is this function's result. */
export function orderStatus(facts: OrderFacts): StatusName {
  if (facts.cancelled_at) return 'cancelled';
  if (!facts.submitted_at) return facts.requested_at ? 'requested' : 'draft';
  if (isOpen(facts.pick_state)) return statusOfPick[facts.pick_state];
  if (facts.qty_shipped === 0) return 'submitted';
  return facts.qty_shipped >= facts.qty_wanted ? 'shipped' : 'part_shipped';
}

/** The badges of an order. Picking, picked and booked describe the open pick only. */
export function progressSummary(facts: OrderFacts): ProgressSummary {
  const remaining = facts.qty_wanted - facts.qty_shipped;
  const fullyShipped = facts.qty_shipped > 0 && remaining <= 0;
  return {
    lines_with_sizes: facts.lines_with_sizes,
    lines_with_no_sizes: facts.lines_with_no_sizes,
    is_cancelled: facts.cancelled_at !== null,
    is_submitted: facts.submitted_at !== null,
    is_allocated: facts.qty_allocated > 0 || facts.qty_shipped > 0,
    is_fully_allocated: fullyShipped || (remaining > 0 && facts.qty_allocated >= remaining),
    is_picking: facts.pick_state === 'picking',
    is_picking_paused: facts.pick_state === 'paused',
    is_picked: isPicked(facts.pick_state) || fullyShipped,
    is_booked: isReady(facts.pick_state) || fullyShipped,
    is_dispatched: facts.pick_state === 'awaiting_courier' || facts.qty_shipped > 0,
    is_fully_shipped: fullyShipped,
    status: { status_name: orderStatus(facts) },
  };
}
