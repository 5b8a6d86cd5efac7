import { allocateIncoming } from './allocation/allocate-incoming.ts';
import { allocateReceived } from './allocation/allocate-received.ts';
import { takeBackAllocation } from './allocation/take-back-allocation.ts';
import { mailHoldings } from './collections/mail-holdings.ts';
import type { EventHandlers } from './core/events.ts';
import { resumeBookings } from './dispatch/resume-bookings.ts';
import { shipOnBooked } from './dispatch/ship-on-booked.ts';
import { rechargeLines } from './ordering/recharge-lines.ts';
import { balanceExchangeOrder } from './returns/balance-exchange.ts';
import { announceSizesComplete } from './sizes/announce-sizes-complete.ts';
import { askForSizes } from './sizes/ask-for-sizes.ts';
import { moveFirstDays } from './starters/move-first-day.ts';
import { orderSizedKits } from './starters/queue-kits.ts';
import { startStarters } from './starters/start-starters.ts';

/** The handlers of each event: the only place where a command of one area causes something in an area that it does not import. */
export const eventHandlers: EventHandlers = {
  'stock.moved': [allocateIncoming],
  'goods.received': [allocateReceived],
  'stock.short': [takeBackAllocation],
  'pick.booked': [async (ctx, pick) => pick.skip_dispatch && shipOnBooked(ctx, pick)],
  'order.hold_lifted': [(ctx, { order_id }) => resumeBookings(ctx, order_id)],
  'order.lines_reduced': [balanceExchangeOrder],
  'order.submitted': [async (ctx, { order, lines_with_no_sizes }) => lines_with_no_sizes > 0 && askForSizes(ctx, order)],
  'order.size_chosen': [(ctx, { order }) => announceSizesComplete(ctx, order)],
  'employee.leaving': [(ctx, { employee_ids }) => mailHoldings(ctx, employee_ids)],
  'employee.start_moved': [moveFirstDays],
  'employees.created': [startStarters],
  'sizes.recorded': [orderSizedKits],
  'employee.roles_changed': [(ctx, { employee_ids }) => rechargeLines(ctx, employee_ids)],
};
