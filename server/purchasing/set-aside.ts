import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { products, receiptSetAsides } from '../db/tables/index.ts';
import { lockReceipt } from './receive-lines.ts';

/** Returns the product's SKU, under which items that were not scanned are listed. 422 if the product does not exist. */
async function skuOf({ db }: Ctx, product_id: number | null): Promise<string> {
  const isKnown = and(eq(products.id, product_id ?? 0), isNull(products.deleted_at));
  const [product] = await db.select({ sku: products.sku }).from(products).where(isKnown);
  if (!product) throw invalid({ product_id: messages.choose_sku });
  return product.sku;
}

/**
 * Set the quantity that a receipt sets aside for one code and reason. Returns false if nothing changes. If the quantity exceeds the one that the
 * office has decided about, the items are on the office's list again.
 */
export async function setAside(ctx: Ctx, { receipt: uuid, ...entry }: ArgsOf<'receipt.set_aside'>, device: string): Promise<boolean> {
  authorize(policy.receive_goods(ctx.actor));
  const receipt = await lockReceipt(ctx, uuid, device);
  const { product_id, qty, reason, notes } = entry;
  const sku = product_id === null && entry.code !== '' ? null : await skuOf(ctx, product_id);
  const code = entry.code || (sku ?? '');
  const same = and(eq(receiptSetAsides.receipt_id, receipt.id), eq(receiptSetAsides.code, code), eq(receiptSetAsides.reason, reason));
  const [before] = await ctx.db.select().from(receiptSetAsides).where(same);
  if (before ? before.qty === qty && before.product_id === product_id && before.notes === notes : qty === 0) return false;

  const reopened = before && qty > before.qty_decided ? { resolved_at: null, resolved_by: null, choice: null } : {};
  if (before)
    await ctx.db
      .update(receiptSetAsides)
      .set({ product_id, qty, notes, ...reopened })
      .where(eq(receiptSetAsides.id, before.id));
  else
    await ctx.db
      .insert(receiptSetAsides)
      .values({ m: randomUUID(), receipt_id: receipt.id, ...entry, code, created_by: ctx.actor.id, created_at: ctx.now });
  await audit(ctx, 'receipt.set_aside', { type: 'receipt', id: receipt.id }, { qty: before?.qty ?? 0 }, { code, reason, qty });
  return true;
}
