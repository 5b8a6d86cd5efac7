import { and, eq, isNull, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { OfficeChoice } from '../../shared/sync/office-choices.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { lockRows } from '../db/lock.ts';
import { receiptDiscrepancies, receiptLines, receiptSetAsides, receipts } from '../db/tables/index.ts';
import { receiveLines } from './receive-lines.ts';

interface Decision {
  m: string;
  choice: OfficeChoice;
  /** The SKU under which unknown items are taken into stock. */
  product_id?: number | null | undefined;
}

/**
 * Decide about items that were not expected: they are kept, or they go back to the supplier and are removed from the receipt and the stock. Returns
 * false if `m` names no pending discrepancy.
 */
async function resolveDiscrepancy(ctx: Ctx, { m, choice }: Decision): Promise<boolean> {
  const isWaiting = and(eq(receiptDiscrepancies.m, m), isNull(receiptDiscrepancies.resolved_at));
  const [waiting] = await ctx.db
    .select({ id: receiptDiscrepancies.id, qty: receiptDiscrepancies.qty, line: receiptLines, receipt: receipts })
    .from(receiptDiscrepancies)
    .innerJoin(receiptLines, eq(receiptLines.id, receiptDiscrepancies.receipt_line_id))
    .innerJoin(receipts, eq(receipts.id, receiptLines.receipt_id))
    .where(isWaiting);
  if (!waiting || waiting.qty === 0) return false;
  authorize(policy.use_office(ctx.actor));
  if (choice !== 'keep' && choice !== 'send_back') throw invalid({ choice: messages.keep_or_send_back });
  await lockRows(ctx.db.select({ id: receipts.id }).from(receipts).where(eq(receipts.id, waiting.receipt.id)));
  // While this request waited, somebody else may have decided the discrepancy, or the tablet may have corrected it.
  const [locked] = await lockRows(ctx.db.select().from(receiptDiscrepancies).where(isWaiting));
  if (!locked || locked.qty === 0) return false;
  const [line] = await ctx.db.select().from(receiptLines).where(eq(receiptLines.id, locked.receipt_line_id));
  const { purchase_order_line_id, product_id, qty } = requireFound(line);
  if (choice === 'send_back') {
    const { uuid, device } = waiting.receipt;
    await receiveLines(ctx, { receipt: uuid, device, lines: [{ purchase_order_line_id, product_id, qty: qty - locked.qty }] });
  }
  await ctx.db
    .update(receiptDiscrepancies)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice })
    .where(eq(receiptDiscrepancies.id, locked.id));
  await audit(ctx, 'receipt.discrepancy_resolved', { type: 'receipt', id: waiting.receipt.id }, null, { choice, product_id, qty: locked.qty });
  return true;
}

/**
 * Take items that were set aside into stock: their receipt gets a line that belongs to no purchase order. The line is no discrepancy, because the
 * office has decided about its items.
 */
async function takeIntoStock(ctx: Ctx, receipt: typeof receipts.$inferSelect, product_id: number, qty: number): Promise<void> {
  const ofSku = and(eq(receiptLines.receipt_id, receipt.id), isNull(receiptLines.purchase_order_line_id), eq(receiptLines.product_id, product_id));
  const [line] = await ctx.db.select({ qty: receiptLines.qty }).from(receiptLines).where(ofSku);
  const { uuid, device } = receipt;
  await receiveLines(ctx, { receipt: uuid, device, lines: [{ purchase_order_line_id: null, product_id, qty: (line?.qty ?? 0) + qty }] });
  await ctx.db
    .update(receiptDiscrepancies)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice: 'keep' })
    .where(
      and(
        isNull(receiptDiscrepancies.resolved_at),
        sql`${receiptDiscrepancies.receipt_line_id} in ${ctx.db.select({ id: receiptLines.id }).from(receiptLines).where(ofSku)}`,
      ),
    );
}

/** Decide about items that were set aside. Returns false if `m` names no pending items. */
async function resolveSetAside(ctx: Ctx, { m, choice, product_id }: Decision): Promise<boolean> {
  const isWaiting = and(eq(receiptSetAsides.m, m), isNull(receiptSetAsides.resolved_at));
  const [waiting] = await ctx.db.select().from(receiptSetAsides).where(isWaiting);
  if (!waiting) return false;
  authorize(policy.use_office(ctx.actor));
  if (choice !== 'receive' && choice !== 'send_back' && choice !== 'dismiss') throw invalid({ choice: messages.receive_or_send_back });
  const [receipt] = await lockRows(ctx.db.select().from(receipts).where(eq(receipts.id, waiting.receipt_id)));
  const [locked] = await lockRows(ctx.db.select().from(receiptSetAsides).where(isWaiting));
  const qty = locked ? locked.qty - locked.qty_decided : 0;
  if (!locked || qty <= 0) return false;
  if (choice === 'receive') {
    const sku = product_id ?? locked.product_id;
    if (sku === null) throw invalid({ product_id: messages.choose_sku });
    await takeIntoStock(ctx, requireFound(receipt), sku, qty);
  }
  await ctx.db
    .update(receiptSetAsides)
    .set({ resolved_at: ctx.now, resolved_by: ctx.actor.id, choice, qty_decided: locked.qty })
    .where(eq(receiptSetAsides.id, locked.id));
  await audit(ctx, 'receipt.set_aside_resolved', { type: 'receipt', id: locked.receipt_id }, null, { choice, code: locked.code, qty });
  return true;
}

/** Decide about goods on the office's list. Returns false if `m` names no pending goods. A second decision changes nothing. */
export const resolveGoods = async (ctx: Ctx, decision: Decision): Promise<boolean> =>
  (await resolveDiscrepancy(ctx, decision)) || (await resolveSetAside(ctx, decision));

/** Whether `m` names goods about which the office has decided or has to decide. */
export async function isOfGoods(ctx: Pick<Ctx, 'db'>, m: string): Promise<boolean> {
  const discrepancies = await ctx.db.$count(receiptDiscrepancies, eq(receiptDiscrepancies.m, m));
  return discrepancies > 0 || (await ctx.db.$count(receiptSetAsides, eq(receiptSetAsides.m, m))) > 0;
}
