import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { purchaseOrders } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';

/**
 * What it changes that the mail server has accepted an email: a purchase order is *sent*. Its version stays, because nobody edits these
 * fields. It comes before the outbox is written, in the order in which a command that withdraws an email locks both.
 */
export async function noteSent(db: Db, { kind, to, attachment }: { kind: string; to: string; attachment: MailAttachment | null }, now: string) {
  if (kind !== 'purchase_order' || !attachment) return;
  await db.update(purchaseOrders).set({ emailed_to: to, sent_at: now }).where(eq(purchaseOrders.id, attachment.id));
}
