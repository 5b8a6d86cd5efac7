import { and, asc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../core/context.ts';
import { skipLocked } from '../db/db.ts';
import { outbox } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';
import { drawAttachment } from '../documents/draw-attachment.ts';
import { backOff } from '../jobs/back-off.ts';
import { noteSent } from './note-sent.ts';
import { type Post, PostFault, type PostOffice } from './smtp.ts';

type Sending = Pick<Services, 'database' | 'clock' | 'log'>;

/** How long one process holds the lease of an email, in milliseconds. If the process dies, another process takes the email over afterwards. */
export const LEASE = 3 * 60_000;
/** With the back-off between attempts, this many attempts take a good two days. */
export const MAX_ATTEMPTS = 20;

interface Claimed extends Omit<Post, 'attachments'> {
  kind: string;
  attachment: MailAttachment | null;
  attempts: number;
  leased_until: string;
}

const isWaiting = (now: string): SQL | undefined =>
  and(isNull(outbox.sent_at), isNull(outbox.failed_at), or(isNull(outbox.leased_until), lte(outbox.leased_until, now)));
const isDue = (now: string): SQL | undefined =>
  and(isWaiting(now), lte(outbox.due_at, now), or(isNull(outbox.expires_at), gt(outbox.expires_at, now)));

/** Give up emails that expired while they waited for the mail server. */
async function giveUpExpired({ database, clock, log }: Sending): Promise<void> {
  const now = clock().toISOString();
  const isOver = and(isWaiting(now), lte(outbox.expires_at, now));
  const [over] = await database.reader.select({ id: outbox.id }).from(outbox).where(isOver).limit(1);
  if (!over) return;
  const expired = await database.unitOfWork((db) => db.update(outbox).set({ failed_at: now }).where(isOver).returning({ id: outbox.id }));
  log.warn({ mails: expired.length }, 'mails expired before they were sent');
}

/** Send due emails, oldest first, until none is left, the mail server is out of reach, or the signal is aborted. Returns how many were sent. */
export async function sendDueMail(services: Sending, open: () => PostOffice, signal: AbortSignal): Promise<number> {
  let sentCount = 0;
  let office: PostOffice | undefined;
  await giveUpExpired(services);
  try {
    while (!signal.aborted) {
      const mail = await claim(services);
      if (!mail) break;
      office ??= open();
      const fault = await deliverMail(services, office, mail);
      await record(services, mail, fault);
      if (!fault) sentCount += 1;
      if (fault?.kind === 'unreachable') break;
    }
  } finally {
    office?.close();
  }
  return sentCount;
}

/** Claim the next due email for this process alone; null when there is none. */
async function claim({ database, clock }: Sending): Promise<Claimed | null> {
  const now = clock();
  const due = isDue(now.toISOString());
  const [waiting] = await database.reader.select({ id: outbox.id }).from(outbox).where(due).limit(1);
  if (!waiting) return null;

  const leased_until = new Date(now.getTime() + LEASE).toISOString();
  const [mail] = await database.unitOfWork((db) => {
    const next = db.select({ id: outbox.id }).from(outbox).where(due).orderBy(asc(outbox.due_at), asc(outbox.id)).limit(1);
    return db
      .update(outbox)
      .set({ leased_until, attempts: sql`${outbox.attempts} + 1` })
      .where(eq(outbox.id, sql`(${next.getSQL()}${skipLocked})`))
      .returning({
        id: outbox.id,
        kind: outbox.kind,
        to: outbox.to,
        subject: outbox.subject,
        text: outbox.text,
        html: outbox.html,
        attachment: outbox.attachment,
        created_at: outbox.created_at,
        attempts: outbox.attempts,
      });
  });
  return mail ? { ...mail, leased_until } : null;
}

async function deliverMail({ database }: Sending, office: PostOffice, mail: Claimed): Promise<PostFault | null> {
  try {
    const attachments = mail.attachment ? [{ filename: mail.attachment.name, content: await drawAttachment(database.reader, mail.attachment) }] : [];
    await office.send({ ...mail, attachments });
    return null;
  } catch (error) {
    return error instanceof PostFault ? error : new PostFault('later', String(error));
  }
}

/** Record the result of an attempt, unless the lease expired and another process has the email now. */
async function record({ database, clock, log }: Sending, mail: Claimed, fault: PostFault | null): Promise<void> {
  const now = clock();
  const isOver = fault?.kind === 'refused' || (fault !== null && mail.attempts >= MAX_ATTEMPTS);
  await database.unitOfWork(async (db) => {
    if (fault === null) await noteSent(db, mail, now.toISOString());
    await db
      .update(outbox)
      .set({
        leased_until: null,
        error: fault?.message ?? null,
        ...(fault === null ? { sent_at: now.toISOString() } : {}),
        ...(isOver ? { failed_at: now.toISOString() } : {}),
        ...(fault !== null && !isOver ? { due_at: new Date(now.getTime() + backOff(mail.attempts)).toISOString() } : {}),
      })
      .where(and(eq(outbox.id, mail.id), eq(outbox.leased_until, mail.leased_until)));
  });
  if (fault) log.warn({ mail: mail.id, attempts: mail.attempts, given_up: isOver, reason: fault.message }, 'a mail was not sent');
}
