import { messages } from '../messages.ts';
import type { PickState } from '../picking/pick-states.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import type { OrderFacts } from './order-status.ts';

/** The facts of an order on which the rules of ordering decide. */
export interface OrderRuleFacts {
  submitted_at: string | null;
  requested_at: string | null;
  cancelled_at: string | null;
  is_frozen: boolean;
}

export const checkNotCancelled = (order: Pick<OrderRuleFacts, 'cancelled_at'>): Verdict =>
  order.cancelled_at ? refuse('order_cancelled', messages.order_cancelled) : allow;

/** A draft can be changed by people who may edit it, a request only by people who may approve it. */
export function checkEdit(order: OrderRuleFacts, may: { approve: boolean }): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  if (order.submitted_at) return refuse('order_submitted', messages.order_submitted);
  if (order.requested_at && !may.approve) return refuse('already_requested', messages.already_requested);
  return allow;
}

/** The office can change an order's lines until the order is cancelled, except while the order has an open pick. */
export const checkOfficeEdit = (order: OrderRuleFacts, pick_state: PickState | null): Verdict =>
  all(checkNotCancelled(order), pick_state ? refuse('pick_open', messages.pick_open) : allow);

/** Once all items of an order have shipped, its items cannot change, so more items need a new order. */
export const checkOrderMore = ({ qty_wanted, qty_shipped }: Pick<OrderFacts, 'qty_wanted' | 'qty_shipped'>): Verdict =>
  qty_shipped > 0 && qty_shipped >= qty_wanted ? refuse('order_shipped', messages.all_shipped) : allow;

interface Pieces {
  employee_id: number;
  product_id: number;
  qty_requested: number;
}
/** Whether a change of a line changes its quantity, its product or its wearer. */
export const changesPieces = (line: Pieces, change: { [Part in keyof Pieces]?: number | undefined }): boolean =>
  (['employee_id', 'product_id', 'qty_requested'] as const).some((part) => change[part] !== undefined && change[part] !== line[part]);

interface LineTerms extends Pieces {
  decoration: string | null;
  employee_role_id: number | null;
  unit_price: number;
  is_manually_priced: boolean;
  variation_colour: string | null;
}
interface TermsChange {
  variation_colour?: string | null | undefined;
  decoration?: string | null | undefined;
  budget?: number | null | undefined;
  unit_price?: number | null | undefined;
}

/** Whether a change of a line affects more than the notes. Notes can be edited even while the warehouse has the order. */
export const changesMoreThanNotes = (line: LineTerms, change: { [Part in keyof Pieces]?: number | undefined } & TermsChange): boolean =>
  changesPieces(line, change) ||
  (change.decoration !== undefined && (change.decoration || null) !== line.decoration) ||
  (change.variation_colour !== undefined && (change.variation_colour || null) !== line.variation_colour) ||
  (change.budget !== undefined && change.budget !== line.employee_role_id) ||
  (change.unit_price !== undefined && (change.unit_price !== line.unit_price || !line.is_manually_priced));

/** A line can be removed or get another product only while none of its items is allocated or shipped. */
export const checkUnpromised = (line: { qty_allocated: number; qty_shipped: number }): Verdict =>
  line.qty_allocated > 0 || line.qty_shipped > 0 ? refuse('line_allocated', messages.line_allocated) : allow;
