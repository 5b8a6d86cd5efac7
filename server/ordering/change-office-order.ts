import { z } from 'zod';
import { details, officeOrder, orderChange } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { changeFulfilment, fulfilmentChange } from '../allocation/change-fulfilment.ts';
import type { Ctx } from '../http/context.ts';
import { authorize } from '../http/problem.ts';
import { orderView } from './order-queries.ts';
import type { OrderView } from './order-view.ts';
import { submitOrder } from './submit-order.ts';
import { updateOrder } from './update-order.ts';

/** What the office says of an order on its one address; the first of these that fits names the command. */
export const officeOrderChange = z.union([fulfilmentChange, orderChange.extend({ submit: z.literal(true) }), officeOrder]);
export type OfficeOrderChange = z.infer<typeof officeOrderChange>;

/** Un-allocate, send back, hold, submit, or change the head: whichever the body names. */
export async function changeOfficeOrder(ctx: Ctx, uuid: string, body: OfficeOrderChange): Promise<OrderView> {
  if ('unallocate' in body || 'sendBack' in body || ('is_frozen' in body && body.is_frozen !== undefined)) {
    await changeFulfilment(ctx, uuid, body);
    return orderView(ctx, uuid);
  }
  authorize(policy.use_office(ctx.actor));
  if (!('submit' in body)) return updateOrder(ctx, uuid, body);
  return submitOrder(ctx, uuid, {
    details: details.parse(body),
    saveAddress: body.saveAddress === true,
    terms: body.terms === true,
    needs_terms: false,
    force_over_budget_order: body.force_over_budget_order === true,
    confirm_missing_sizes: body.confirm_missing_sizes === true,
    po_field: 'client_po_reference',
    version: body.version,
  });
}
