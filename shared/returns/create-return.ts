import { z } from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { checkNotCancelled } from '../ordering/editable.ts';
import { wordsText } from '../text.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { qtyReturnable, type ReturnableFacts } from './returnable.ts';

/** How many items of one order line are returned, and why. A caller may send all lines: lines without a quantity are not returned. */
export const returnLine = z.object({
  id: z.int().positive(),
  qty_to_return: z.int().min(0).max(limits.line_quantity).nullish(),
  /** The id of a reason. */
  return_reason: z.int().positive().nullish(),
});
export const newReturn = z.object({
  lines: z.array(returnLine).min(1).max(limits.order_lines),
  customer_comments: wordsText(limits.notes).nullish(),
});
export type NewReturn = z.infer<typeof newReturn>;

/** Items of an order can be returned once the order is submitted, unless it is cancelled. */
export const checkCreateReturn = (order: { submitted_at: string | null; cancelled_at: string | null }): Verdict =>
  all(checkNotCancelled(order), order.submitted_at ? allow : refuse('order_not_submitted', messages.order_not_submitted));

/** The errors of a requested return, by field; empty if every line of the return is allowed. */
export function returnFaults(
  input: NewReturn,
  returnFacts: { lines: ReadonlyMap<number, ReturnableFacts>; reasons: ReadonlySet<number> },
): Record<string, string> {
  const faults: Record<string, string> = {};
  const visitedIds = new Set<number>();
  for (const [n, { id, qty_to_return, return_reason }] of input.lines.entries()) {
    if (!qty_to_return) continue;
    const facts = returnFacts.lines.get(id);
    const qty = facts ? qtyReturnable(facts) : 0;
    if (!facts) faults[`lines.${n}.id`] = messages.unknown_line;
    else if (visitedIds.has(id)) faults[`lines.${n}.id`] = messages.line_twice;
    else if (facts.is_non_returnable) faults[`lines.${n}.qty_to_return`] = messages.non_returnable;
    else if (qty_to_return > qty) faults[`lines.${n}.qty_to_return`] = messages.returnable(qty);
    if (!return_reason) faults[`lines.${n}.return_reason`] = messages.return_reason_needed;
    else if (!returnFacts.reasons.has(return_reason)) faults[`lines.${n}.return_reason`] = messages.unknown_return_reason;
    visitedIds.add(id);
  }
  return visitedIds.size > 0 ? faults : { lines: messages.nothing_to_return };
}
