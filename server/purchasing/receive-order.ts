import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ChangedPurchaseOrder, PurchaseOrderChange } from '../../shared/purchasing/purchase-order.ts';
import { checkOverReceipt, checkReceive } from '../../shared/purchasing/receive-lines.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { findPurchaseOrder } from './find-purchase-order.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';
import { officeReceipt, receiveLines } from './receive-lines.ts';

/** What arrives now, for each line of an order. */
function newQuantities(lines: readonly { id: number; qty_new: number }[], known: ReadonlySet<number>): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const [n, { id, qty_new }] of lines.entries()) {
    if (!known.has(id)) throw invalid({ [`lines.${n}.id`]: messages.unknown_purchase_order_line });
    quantities.set(id, (quantities.get(id) ?? 0) + qty_new);
  }
  return quantities;
}

type Delivery = Required<Pick<PurchaseOrderChange, 'lines'>> & Pick<PurchaseOrderChange, 'delivery_note_number' | 'confirm_over_receipt' | 'version'>;

/** Receive one delivery of a purchase order: one receipt. More than was ordered has to be confirmed. */
export async function receiveOrder(ctx: Ctx, id: number, delivery: Delivery): Promise<ChangedPurchaseOrder> {
  authorize(policy.receive_goods(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const quantities = newQuantities(delivery.lines ?? [], new Set(order.lines.map((line) => line.id)));
  enforce(checkReceive(order));
  await enforceVersion(ctx, delivery.version, order, () => purchaseOrderOf(ctx, id));
  const arriving = order.lines.map((line) => ({ ...line, qty_new: quantities.get(line.id) ?? 0 })).filter(({ qty_new }) => qty_new > 0);
  enforce(checkOverReceipt(arriving, delivery.confirm_over_receipt === true));
  const lines = arriving.flatMap(({ id: purchase_order_line_id, product_id, qty_new: qty }) =>
    product_id === null ? [] : [{ purchase_order_line_id, product_id, qty }],
  );
  const receipt = await receiveLines(ctx, { ...officeReceipt(), lines, delivery_note_number: delivery.delivery_note_number });
  return { ...(await purchaseOrderOf(ctx, id)), receipt };
}
