import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { messages } from '../../shared/messages.ts';
import { approvalFaults, cancelledInFull, checkCancelPurchaseOrder, checkClosePurchaseOrder } from '../../shared/purchasing/change-stage.ts';
import { checkDraft } from '../../shared/purchasing/editable.ts';
import { expectedOn } from '../../shared/purchasing/lead-time.ts';
import { needsDecoration } from '../../shared/purchasing/work-order.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import type { Ctx } from '../core/context.ts';
import { enforce, invalid } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { alias } from '../db/db.ts';
import { clothingSets, products, purchaseOrderLines, suppliers } from '../db/tables/index.ts';
import { announcingDates } from './announce-dates.ts';
import { type LockedPurchaseOrder, writePurchaseOrder } from './find-purchase-order.ts';
import { decorationsOfLine } from './line-decoration.ts';
import { mailPurchaseOrder, recipientOf, withdrawPurchaseMails } from './mail-supplier.ts';

const style = alias(products, 'style');

const writeLines = (ctx: Ctx, id: number, values: { is_open: boolean; qty_cancelled?: SQL }) =>
  ctx.db.update(purchaseOrderLines).set(values).where(eq(purchaseOrderLines.purchase_order_id, id));

/** The lead time in days of each undated line: its SKU’s, else its style’s, else the supplier’s. Null if none of them has one. */
async function leadTimes(ctx: Ctx, { id, supplier_id }: LockedPurchaseOrder): Promise<Map<number, number | null>> {
  const rows = await ctx.db
    .select({
      line_id: purchaseOrderLines.id,
      days: sql<number | null>`coalesce(${products.lead_time_days}, ${style.lead_time_days}, ${suppliers.lead_time_days})`,
    })
    .from(purchaseOrderLines)
    .innerJoin(products, eq(products.id, purchaseOrderLines.product_id))
    .leftJoin(style, eq(style.id, products.parent_id))
    .innerJoin(suppliers, eq(suppliers.id, supplier_id))
    .where(and(eq(purchaseOrderLines.purchase_order_id, id), isNull(purchaseOrderLines.due_on)));
  return new Map(rows.map(({ line_id, days }) => [line_id, days]));
}

/** Give each line without a due date one from its lead time, in one statement for all lines. */
async function setDates(ctx: Ctx, order: LockedPurchaseOrder): Promise<void> {
  const today = ukDate(ctx.now);
  const byDate = new Map<string, number[]>();
  for (const [line_id, days] of await leadTimes(ctx, order)) {
    const due_on = expectedOn(today, days);
    byDate.set(due_on, [...(byDate.get(due_on) ?? []), line_id]);
  }
  const dates = [...byDate].map(([due_on, ids]) => sql`when ${among(purchaseOrderLines.id, idList(ids))} then ${due_on}`);
  if (!dates.length) return;
  await ctx.db
    .update(purchaseOrderLines)
    .set({ due_on: sql`case ${sql.join(dates, sql` `)} else ${purchaseOrderLines.due_on} end` })
    .where(eq(purchaseOrderLines.purchase_order_id, order.id));
}

/** The decorations that each line’s clothing set has for the line’s product. */
async function decorationsOffered(ctx: Ctx, { id }: LockedPurchaseOrder): Promise<Map<number, string | null>> {
  const rows = await ctx.db
    .select({ line_id: purchaseOrderLines.id, decorations: decorationsOfLine })
    .from(purchaseOrderLines)
    .innerJoin(products, eq(products.id, purchaseOrderLines.product_id))
    .innerJoin(clothingSets, eq(clothingSets.id, purchaseOrderLines.clothing_set_id))
    .where(eq(purchaseOrderLines.purchase_order_id, id));
  return new Map(rows.map(({ line_id, decorations }) => [line_id, decorations]));
}

/**
 * Approve a purchase order: open its lines, and give each line a date. If `send` is true, mail the order
 * to its supplier.
 */
async function approve(ctx: Ctx, order: LockedPurchaseOrder, send: boolean): Promise<void> {
  const recipient = send ? await recipientOf(ctx, order) : null;
  const offered = order.work_order ? await decorationsOffered(ctx, order) : new Map<number, string | null>();
  const faults = approvalFaults(
    order.lines.map((line) => ({ ...line, needs_decoration: needsDecoration(decorationsOf(offered.get(line.id) ?? null), line.decoration) })),
  );
  if (send && !recipient) faults.contact_email = messages.purchase_order_no_address;
  if (Object.keys(faults).length) throw invalid(faults);
  if (order.due_on === null) await setDates(ctx, order);
  await writeLines(ctx, order.id, { is_open: true });
  await writePurchaseOrder(ctx, order.id, { approved_at: ctx.now, approved_by: ctx.actor.id });
  const lines = order.lines.map(({ product_id, qty_requested, unit_price_tenths }) => ({ product_id, qty_requested, unit_price_tenths }));
  await audit(ctx, 'purchase_order.approved', { type: 'purchase_order', id: order.id }, null, { emailed_to: recipient?.to ?? null, lines });
  if (recipient) await mailPurchaseOrder(ctx, order, recipient);
}

/** Cancel a purchase order: items that have arrived stay received, the rest is cancelled. */
async function cancel(ctx: Ctx, order: LockedPurchaseOrder): Promise<void> {
  const { qty_requested, qty_received, qty_cancelled } = purchaseOrderLines;
  const rest = sql`case when ${qty_requested} - ${qty_received} > ${qty_cancelled} then ${qty_requested} - ${qty_received} else ${qty_cancelled} end`;
  await announcingDates(ctx, order, () => writeLines(ctx, order.id, { is_open: false, qty_cancelled: rest }));
  await writePurchaseOrder(ctx, order.id, { cancelled_at: ctx.now, cancelled_by: ctx.actor.id });
  await withdrawPurchaseMails(ctx, order.id);
  const changed = order.lines.filter((line) => cancelledInFull(line) !== line.qty_cancelled);
  const before = { lines: changed.map((line) => ({ line_id: line.id, qty_cancelled: line.qty_cancelled })) };
  const after = { lines: changed.map((line) => ({ line_id: line.id, qty_cancelled: cancelledInFull(line) })) };
  await audit(ctx, 'purchase_order.cancelled', { type: 'purchase_order', id: order.id }, before, after);
}

/** Close a purchase order of which nothing more is to arrive. */
async function close(ctx: Ctx, order: LockedPurchaseOrder): Promise<void> {
  await writeLines(ctx, order.id, { is_open: false });
  await writePurchaseOrder(ctx, order.id, { closed_at: ctx.now, closed_by: ctx.actor.id });
  await withdrawPurchaseMails(ctx, order.id);
  await audit(ctx, 'purchase_order.closed', { type: 'purchase_order', id: order.id });
}

const transitions = {
  approve: { check: checkDraft, act: 'purchase_order.approved', carryOut: approve },
  cancel: { check: checkCancelPurchaseOrder, act: 'purchase_order.cancelled', carryOut: cancel },
  close: { check: checkClosePurchaseOrder, act: 'purchase_order.closed', carryOut: close },
} as const;
type Transition = keyof typeof transitions;

/** Approve, cancel or close a locked purchase order. If `send` is true, an approved order is mailed to its supplier. */
export async function changeStage(ctx: Ctx, order: LockedPurchaseOrder, transition: Transition, send: boolean): Promise<void> {
  const { check, carryOut } = transitions[transition];
  enforce(check(order));
  await carryOut(ctx, order, send);
}

/** Whether the caller has already made this transition of a locked purchase order, with the same header and the same value of `send`. */
export function isStageDone(
  ctx: Ctx,
  order: LockedPurchaseOrder,
  transition: Transition,
  { send, header }: { send: boolean; header: object },
): Promise<boolean> {
  const { check, act } = transitions[transition];
  const hasHeader = Object.entries(header).every(
    ([name, value]) => JSON.stringify(order[name as keyof LockedPurchaseOrder]) === JSON.stringify(value),
  );
  return isDone(ctx, check(order), [act], { type: 'purchase_order', id: order.id }, (after) => {
    const isMailed = after !== null && 'emailed_to' in after ? after.emailed_to !== null : send;
    return hasHeader && isMailed === send;
  });
}
