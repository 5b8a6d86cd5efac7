import type { MovementType } from '../db/tables/stock.ts';
import type { Ctx } from './context.ts';

/** What event handlers need to know about an order. */
export interface OrderOfEvent {
  id: number;
  uuid: string;
  account_id: number;
  requester_id: number;
}

/** Events by which one area causes something in another, with the facts that the other area needs. */
export interface DomainEvents {
  /** Stock of SKUs arrived, or left if `qty` is negative. */
  'stock.moved': readonly { product_id: number; type: MovementType; qty: number; receipt_id?: number | null }[];
  /** Goods of a receipt arrived and are on hand. */
  'goods.received': { receipt_id: number; items: readonly { product_id: number; qty: number }[] };
  /** A count found fewer items than are allocated: each of these lines loses `qty` of the missing items. */
  'stock.short': readonly { order_line_id: number; pick_line_id: number | null; qty: number }[];
  /** A pick is ready to leave. */
  'pick.booked': { id: number; order_id: number; skip_dispatch: boolean };
  'order.hold_lifted': { order_id: number };
  /** A submitted order may have fewer items than before: it or some of it is cancelled, deleted, or changed by the office. */
  'order.lines_reduced': { order_id: number };
  'order.submitted': { order: OrderOfEvent; lines_with_no_sizes: number };
  /** A size was chosen for a line that was submitted without one. */
  'order.size_chosen': { order: OrderOfEvent };
  /** People have a last day, which they had not before or which has moved. */
  'employee.leaving': { employee_ids: readonly number[] };
  /** The first days of people have moved; each with the day before. */
  'employee.start_moved': readonly { employee_id: number; started_on: string | null }[];
  /** People were added to a client company, with their employee roles, sites and clothing sets. */
  'employees.created': { account_id: number; employee_ids: readonly number[] };
  /** Sizes of people became known. */
  'sizes.recorded': { employee_ids: readonly number[] };
  /** People were given employee roles, or lost some. */
  'employee.roles_changed': { employee_ids: readonly number[] };
}

export type EventHandler<Name extends keyof DomainEvents> = (ctx: Ctx, event: DomainEvents[Name]) => Promise<unknown>;

/** The handlers of every event, in the order in which they run. */
export type EventHandlers = { readonly [Name in keyof DomainEvents]: readonly EventHandler<Name>[] };

/** Run the handlers of an event in the caller's unit of work: an error that a handler throws refuses the whole command. */
export async function emit<Name extends keyof DomainEvents>(ctx: Ctx, name: Name, event: DomainEvents[Name]): Promise<void> {
  for (const handle of ctx.services.handlers[name]) await handle(ctx, event);
}
