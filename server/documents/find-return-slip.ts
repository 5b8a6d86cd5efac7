import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { checkUndecided } from '../../shared/returns/decide-return.ts';
import { returnCode } from '../../shared/returns/send-back.ts';
import type { Ctx } from '../core/context.ts';
import { enforce, requireFound } from '../core/problem.ts';
import { returnView } from '../returns/return-queries.ts';
import type { ReturnSlip } from './return-slip.ts';

/** The facts of a return's slip that the caller may see; 409 once the return is decided, because nothing is sent back any more. */
export async function findReturnSlip(ctx: Ctx, id: number): Promise<ReturnSlip> {
  const view = await returnView(ctx, id);
  enforce(checkUndecided(view));
  const { to, until } = requireFound(view.send_back);
  return {
    code: returnCode(view.return_number),
    provider: to,
    until,
    created_at: view.created_at,
    creator: view.creator.name,
    account: view.order.account.name,
    order_number: view.order.order_number,
    comments: view.customer_comments,
    lines: view.lines.map(({ line, product, reason, qty_requested }) => ({
      sku: product.sku,
      product: line.product_name,
      colour: product.attributes.variation_colour,
      size: sizeOf(product.attributes),
      decoration: line.decoration,
      wearer: line.employee.name,
      reason: reason.description,
      quantity: qty_requested,
    })),
  };
}
