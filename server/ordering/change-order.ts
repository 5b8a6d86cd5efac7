import { messages } from '../../shared/messages.ts';
import { details, type OrderChange } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import type { OrderView } from '../order-queries/order-view.ts';
import { setDetails } from './set-details.ts';
import { submitOrder } from './submit-order.ts';

/** Applies a PUT of an order: submits the order if the body or the query of the review says so, else changes its delivery details. */
export function changeOrder(
  ctx: Ctx,
  uuid: string,
  body: OrderChange,
  query: { submitted?: boolean | undefined; overBudget?: boolean | undefined },
): Promise<OrderView> {
  const { version } = body;
  const saveAddress = body.saveAddress === true;
  const office = policy.use_office(ctx.actor);
  const input = {
    details: details.parse(body),
    saveAddress,
    version,
    terms: body.terms === true,
    force_over_budget_order: body.force_over_budget_order === true || query.overBudget === true,
    force_over_allowance: body.force_over_allowance === true,
    excess_reason: body.excess_reason || null,
    confirm_missing_sizes: body.confirm_missing_sizes === true,
  };
  if (query.submitted || body.submitted_at) return submitOrder(ctx, uuid, { ...input, needs_terms: query.submitted === true && !office });
  if (!body.set_delivery_details && !Object.keys(input.details).length) throw invalid({ body: messages.nothing_to_change });
  return setDetails(ctx, uuid, input.details, { saveAddress, version });
}
