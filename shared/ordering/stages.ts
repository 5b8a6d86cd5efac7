import type { StatusName } from './order-status.ts';

/** The office's lists of orders that wait for something, with the statuses in each list. */
export const stages = {
  requires_allocation: ['submitted', 'part_shipped'],
  requires_picking: ['allocated', 'picking', 'picking_paused'],
  requires_prep: ['picked'],
  requires_dispatch: ['booked'],
  waiting_for_courier: ['waiting_for_courier'],
} as const satisfies Record<string, readonly StatusName[]>;

export type Stage = keyof typeof stages;
export const stageNames = Object.keys(stages) as [Stage, ...Stage[]];

/** Whether an order's parcel has waited for its courier for this many minutes or longer. */
export const isStuck = (order: { status: StatusName; status_since: string }, now: string, minutes: number): boolean =>
  order.status === 'waiting_for_courier' && Date.parse(now) - Date.parse(order.status_since) >= minutes * 60_000;
