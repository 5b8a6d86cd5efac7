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

/** An account may require a reference, and a site may reverse that. */
export const isRequired = (account: boolean, inverse: boolean): boolean => account !== inverse;

/** An order can be submitted once, and not after it was cancelled. */
export function checkSubmitOrder(order: OrderRuleFacts): Verdict {
  if (order.cancelled_at) return refuse('order_cancelled', messages.order_cancelled);
  return order.submitted_at ? refuse('already_submitted', messages.already_submitted) : allow;
}

/**
 * A request that is a draft again can be submitted only by its own people; anybody else whose screen still shows a request must
 * look at it again first.
 */
export function checkReturned(
  order: { requested_at: string | null; returned_to_draft_at: string | null },
  by: { isOwn: boolean; names_version: boolean },
): Verdict {
  const isReturned = order.returned_to_draft_at !== null && !order.requested_at;
  return isReturned && !by.isOwn && !by.names_version ? refuse('not_requested', messages.request_returned) : allow;
}

/** People who order for themselves must choose every size first; the others may confirm that sizes are missing. */
export const mustChooseSizes = (role: Role): boolean => role === 'employee' || role === 'employee_with_order';

/** What is missing before an order can be submitted, by field; empty when it is complete. */
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
