import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { purchaseOrders } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';

/**
 * Record what follows from the mail server's acceptance of an email: a purchase order is *sent*. The order's version stays, because nobody edits
 * these fields. Call this function before the outbox is written: a command that withdraws an email also locks the purchase order before the outbox.
 */
export async function noteSent(db: Db, { kind, to, attachment }: { kind: string; to: string; attachment: MailAttachment | null }, now: string) {
  if (kind !== 'purchase_order' || !attachment) return;
  await db.update(purchaseOrders).set({ emailed_to: to, sent_at: now }).where(eq(purchaseOrders.id, attachment.id));
}
