import type { Address } from '../address.ts';
import { messages } from '../messages.ts';
import type { Role } from '../roles.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import type { OrderRuleFacts } from './editable.ts';

/** The facts that decide whether an order is complete enough to be submitted. */
export interface Completeness {
  lines: number;
  lines_with_no_sizes: number;
  delivery_site_id: number | null;
  delivery_address: Address | null;
  client_po_reference: string | null;
  cost_code: string | null;
  requires: { po: boolean; cc: boolean };
}

/** Whether a reference is required: as the account's setting says or, if the site reverses that setting (`inverse`), the opposite. */
export const isRequired = (account: boolean, inverse: boolean): boolean => account !== inverse;

/** An order can be submitted once, and not after it was cancelled. */
export function checkSubmitOrder(order: OrderRuleFacts): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  return order.submitted_at ? refuse('already_submitted', messages.already_submitted) : allow;
}

/**
 * If a request has become a draft again, only the order's requester, its creator or a caller who names the draft's version may submit it. The screen
 * of anybody else may still show the former request, so they have to look at the order again first.
 */
export function checkReturned(
  order: { requested_at: string | null; returned_to_draft_at: string | null },
  by: { isOwn: boolean; names_version: boolean },
): Verdict {
  const isReturned = order.returned_to_draft_at !== null && !order.requested_at;
  return isReturned && !by.isOwn && !by.names_version ? refuse('not_requested', messages.request_returned) : allow;
}

/** People who order for themselves must choose every size first; other people may confirm that sizes are missing. */
export const mustChooseSizes = (role: Role): boolean => role === 'employee' || role === 'employee_with_order';

/** The messages about what an order lacks before it can be submitted, by field; empty for a complete order. */
export function submissionFaults(order: Completeness, input: { terms: boolean; confirm_missing_sizes: boolean }, role: Role): Record<string, string> {
  const faults: Record<string, string> = {};
  if (!order.lines) faults.lines = messages.no_lines;
  if (order.delivery_site_id === null) faults.delivery_site_id = messages.site_needed;
  if (!order.delivery_address) faults.delivery_address = messages.address_needed;
  if (order.requires.po && !order.client_po_reference) faults.client_po_reference = messages.po_needed;
  if (order.requires.cc && !order.cost_code) faults.cost_code = messages.cost_code_needed;
  if (!input.terms) faults.terms = messages.terms_needed;
  if (order.lines_with_no_sizes > 0) {
    if (mustChooseSizes(role)) faults.lines = messages.sizes_missing;
    else if (!input.confirm_missing_sizes) faults.confirm_missing_sizes = messages.confirm_missing_sizes;
  }
  return faults;
}
