import { and, lt, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { purchaseOrderUrl, supplierReturnUrl } from '../../shared/documents/document-urls.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, pageSchema, queryFlag, readPage } from '../core/paging.ts';
import { authorize } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { isFailedMail, outbox } from '../db/tables/index.ts';
import type { MailAttachment } from '../db/tables/platform.ts';

export const mailQuery = listQuery({
  orderBy: ['created_at', 'to', 'subject', 'sent_at', 'id'],
  default: 'created_at',
  sortedBy: 'desc',
  per_page: 25,
}).extend({ failed: queryFlag.optional().describe('Failed, or expired before it was sent, and neither sent again nor set aside') });

const outgoingMail = z.object({
  id: z.number(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The attached document. */
  attachment: z.object({ name: z.string(), url: z.string() }).nullable(),
  created_at: z.string(),
  /** Null while the email is pending; always null if no mail server is set. */
  sent_at: z.string().nullable(),
  /** The time at which Kitroom gave up sending; null if it did not. */
  failed_at: z.string().nullable(),
  /** The time at which the office set a failed email aside. */
  dismissed_at: z.string().nullable(),
  expires_at: z.string().nullable().describe('When sending is given up'),
  state: z.enum(['sent', 'failed', 'expired', 'waiting']),
  attempts: z.number(),
  /** The mail server's answer to the last attempt. */
  error: z.string().nullable(),
});
export const mailPage = pageSchema(outgoingMail);

const columns = columnsOf(outbox, outgoingMail.omit({ state: true }));

/**
 * Lists the emails that Kitroom wrote, by default newest first. Outside demo mode the secrets in the emails' links are masked. If `before` is given,
 * only emails older than the email with this id are listed.
 */
export async function listMail(
  { db, actor, now, services }: Ctx,
  query: z.infer<typeof mailQuery> & { before?: number | undefined },
): Promise<Page<z.infer<typeof outgoingMail>>> {
  authorize(policy.read_mail(actor));
  const where = and(matching(query.search), query.failed ? isFailedMail(outbox) : undefined, query.before ? lt(outbox.id, query.before) : undefined);
  const rows = db.select(columns).from(outbox).where(where);
  return readPage(db, query, { rows, order: [outbox[query.orderBy], outbox.id] }, (mails) =>
    mails.map((mail) => ({
      ...mail,
      ...(services.is_demo ? {} : { text: masked(mail.text), html: masked(mail.html) }),
      state: stateOf(mail, now),
      attachment: mail.attachment && { name: mail.attachment.name, url: urlOf(mail.attachment) },
    })),
  );
}

const urlOf = ({ kind, id }: MailAttachment): string => (kind === 'purchase_order' ? purchaseOrderUrl({ id }) : supplierReturnUrl(id));

/** The state of an email. */
function stateOf(
  { sent_at, failed_at, expires_at }: Record<'sent_at' | 'failed_at' | 'expires_at', string | null>,
  now: string,
): z.infer<typeof outgoingMail>['state'] {
  if (sent_at) return 'sent';
  if (expires_at && expires_at <= (failed_at ?? now)) return 'expired';
  return failed_at ? 'failed' : 'waiting';
}

const matching = (search: string | undefined): SQL | undefined =>
  search ? or(...[outbox.to, outbox.subject].map((column) => contains(column, search))) : undefined;

/** The secret part of links that sign in, reset a password or choose sizes must not be readable over somebody's shoulder. */
const masked = (text: string): string => text.replace(/(token=|\/sizes\/)[\w-]+/g, '$1•••');
