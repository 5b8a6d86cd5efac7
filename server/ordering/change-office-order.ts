import { z } from 'zod';
import { details, officeOrder, orderChange } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { chooseSizesInput } from '../../shared/sizes/size-input.ts';
import { callBack, changeAllocationState } from '../allocation/change-allocation-state.ts';
import { holdBody, turnsHold } from '../allocation/hold-order.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { orderView } from '../order-queries/order-queries.ts';
import { orderSchema } from '../order-queries/order-view.ts';
import { findOrder } from '../orders/find-order.ts';
import { chooseSizes } from './choose-sizes.ts';
import { chosenLine } from './chosen-lines.ts';
import { findEditable } from './find-editable.ts';
import { submitOrder } from './submit-order.ts';
import { updateOrder } from './update-order.ts';

const hold = holdBody.partial().shape;
/** The missing sizes of one wearer. */
const wearerSizes = z.object({ update: z.literal(true), employee: z.int().positive(), sizes: chooseSizesInput.shape.lines });

/**
 * The changes that the office can send to the address of an order. All commands share this address: the first schema that fits decides which command
 * it is. A request with a whole order also contains the order's hold.
 */
export const officeOrderChange = z.union([
  callBack,
  wearerSizes,
  orderChange.extend({ submit: z.literal(true), ...hold }),
  officeOrder.extend({ submit: z.literal(false).optional(), sizes: z.never().optional(), ...hold }),
]);
export type OfficeOrderChange = z.infer<typeof officeOrderChange>;

/** An order after a change by the office. */
export const officeOrderResult = orderSchema.extend({
  chosen_already: z.array(chosenLine).optional().describe('Where sizes were chosen: lines of the request that had a size before, and keep it'),
});
type OfficeOrderResult = z.infer<typeof officeOrderResult>;

/**
 * Un-allocates the order, sends it back or chooses sizes if `body` says so. Otherwise applies the hold, the submission and the changes of the head in
 * `body`.
 */
export async function changeOfficeOrder(ctx: Ctx, uuid: string, body: OfficeOrderChange): Promise<OfficeOrderResult> {
  if ('unallocate' in body || 'sendBack' in body) {
    await changeAllocationState(ctx, uuid, body);
    return orderView(ctx, uuid);
  }
  authorize(policy.use_office(ctx.actor));
  if ('update' in body) {
    const order = await findEditable(ctx, uuid);
    const chosen_already = await chooseSizes(ctx, order, body.employee, body.sizes, { field: 'sizes', by: 'office' });
    return { ...(await orderView(ctx, uuid)), chosen_already };
  }
  const { is_frozen, frozen_reason, ...head } = body;
  if (is_frozen !== undefined && turnsHold({ is_frozen, frozen_reason }, await findOrder(ctx, uuid))) {
    await changeAllocationState(ctx, uuid, { is_frozen, frozen_reason, version: head.version });
    // The sent version has been checked already, and the change of the hold has incremented the stored version.
    delete head.version;
    if (Object.values(head).every((value) => value === undefined)) return orderView(ctx, uuid);
  }
  if (!head.submit) return updateOrder(ctx, uuid, head);
  return submitOrder(ctx, uuid, {
    details: details.parse(head),
    saveAddress: head.saveAddress === true,
    terms: head.terms === true,
    needs_terms: false,
    force_over_budget_order: head.force_over_budget_order === true,
    force_over_allowance: head.force_over_allowance === true,
    excess_reason: head.excess_reason || null,
    confirm_missing_sizes: head.confirm_missing_sizes === true,
    version: head.version,
  });
}
