import { isDeepStrictEqual } from 'node:util';
import { desc } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ChangedPurchaseOrder, PurchaseOrderChange } from '../../shared/purchasing/purchase-order.ts';
import { type RecordedReceipt, receiptReference } from '../../shared/purchasing/receipt.ts';
import { checkOverReceipt, checkReceiveOrder } from '../../shared/purchasing/receive-order.ts';
import { didLast } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { receipts } from '../db/tables/index.ts';
import { findPurchaseOrder, type LockedPurchaseOrder } from './find-purchase-order.ts';
import { purchaseOrderOf } from './purchase-order-queries.ts';
import { isReceivedOn } from './receipt-parts.ts';
import { destinationsOfReceipt } from './receipt-queries.ts';
import { type LineReceived, officeReceipt, receiveLines } from './receive-lines.ts';

/** The quantity that arrives in this delivery, by line of the order. */
function newQuantities(lines: readonly { id: number; qty_new: number }[], known: ReadonlySet<number>): Map<number, number> {
  const quantities = new Map<number, number>();
  for (const [n, { id, qty_new }] of lines.entries()) {
    if (!known.has(id)) throw invalid({ [`lines.${n}.id`]: messages.unknown_purchase_order_line });
    quantities.set(id, (quantities.get(id) ?? 0) + qty_new);
  }
  return quantities;
}

type Delivery = Required<Pick<PurchaseOrderChange, 'lines'>> & Pick<PurchaseOrderChange, 'delivery_note_number' | 'confirm_over_receipt' | 'version'>;

/** The receipt that the caller has already recorded for the same delivery and order version, unless the order was changed since; null otherwise. */
async function findOwnReceipt(
  ctx: Ctx,
  order: LockedPurchaseOrder,
  lines: readonly LineReceived[],
  { version, delivery_note_number }: Omit<Delivery, 'lines'>,
): Promise<RecordedReceipt | null> {
  if (version !== order.version - 1) return null;
  const [latest] = await ctx.db
    .select({ id: receipts.id, uuid: receipts.uuid, delivery_note_number: receipts.delivery_note_number })
    .from(receipts)
    .where(isReceivedOn(order.id))
    .orderBy(desc(receipts.id))
    .limit(1);
  if (!latest || latest.delivery_note_number !== (delivery_note_number ?? null)) return null;
  const { id, uuid } = latest;
  const reference = receiptReference(id);
  const received = lines.map(({ purchase_order_line_id: line_id, product_id, qty }) => ({ line_id, product_id, qty }));
  const isOwn = await didLast(
    ctx,
    ['purchase_order.received'],
    { type: 'purchase_order', id: order.id },
    (after) => after.receipt === reference && isDeepStrictEqual(after.lines, received),
  );
  if (!isOwn) return null;
  const product_ids = [...new Set(lines.map(({ product_id }) => product_id))];
  return { id, uuid, reference, received: await destinationsOfReceipt(ctx, id, product_ids) };
}

/**
 * Receive one delivery of a purchase order: one receipt. The caller has to confirm a quantity above the ordered one. A repeated request with the same
 * version is answered with its first receipt; a request without a version is another delivery.
 */
export async function receiveOrder(ctx: Ctx, id: number, delivery: Delivery): Promise<ChangedPurchaseOrder> {
  authorize(policy.receive_goods(ctx.actor));
  const order = await findPurchaseOrder(ctx, id);
  const quantities = newQuantities(delivery.lines ?? [], new Set(order.lines.map((line) => line.id)));
  enforce(checkReceiveOrder(order));
  const arriving = order.lines.map((line) => ({ ...line, qty_new: quantities.get(line.id) ?? 0 })).filter(({ qty_new }) => qty_new > 0);
  const lines = arriving.flatMap(({ id: purchase_order_line_id, product_id, qty_new: qty }) =>
    product_id === null ? [] : [{ purchase_order_line_id, product_id, qty }],
  );
  const ownReceipt = await findOwnReceipt(ctx, order, lines, delivery);
  if (ownReceipt) return { ...(await purchaseOrderOf(ctx, id)), receipt: ownReceipt };
  await enforceVersion(ctx, delivery.version, order, () => purchaseOrderOf(ctx, id));
  enforce(checkOverReceipt(arriving, delivery.confirm_over_receipt === true));
  const receipt = await receiveLines(ctx, { ...officeReceipt(), lines, delivery_note_number: delivery.delivery_note_number });
  return { ...(await purchaseOrderOf(ctx, id)), receipt };
}
