import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AuditEventName } from '../../../shared/audit/events.ts';
import type { ReportFormat, ReportName } from '../../../shared/reports/report-queries.ts';
import { c, check, index, primaryKey, table } from '../dialect.ts';
import { apiTokens, imports } from './imports.ts';
import { accounts, users } from './people.ts';

/** Who changed what; each row is written in the transaction of the change itself. */
export const auditRows = table(
  'audit',
  {
    id: c.id(),
    who_id: c.maybeRef(() => users.id),
    impersonator_id: c.maybeRef(() => users.id),
    at: c.time(),
    what: c.text().$type<AuditEventName>(),
    on_type: c.text(),
    on_id: c.maybeCount(),
    before: c.maybeJson<unknown>(),
    after: c.maybeJson<unknown>(),
    request_id: c.maybeText(),
    /** The API token by which a machine acted for `who_id`. */
    api_token_id: c.maybeRef(() => apiTokens.id),
    /** The import that caused the change. */
    import_id: c.maybeRef(() => imports.id),
  },
  (t) => [
    index('audit_by_thing').on(t.on_type, t.on_id, t.id),
    index('audit_by_who').on(t.who_id, t.id),
    index('audit_by_impersonator').on(t.impersonator_id).where(sql`${t.impersonator_id} is not null`),
  ],
);

/** A document attached to an email: its kind and id, and its file name. */
export interface MailAttachment {
  kind: 'purchase_order' | 'supplier_return' | 'return_label';
  id: number;
  name: string;
  /** The last day for sending the items back, on the label of a return. */
  until?: string;
}

/** The condition that an email failed, or expired before it was sent, and still waits for the office. Both engines use the partial index for it. */
export const isFailedMail = (email: Record<'failed_at' | 'dismissed_at', SQLWrapper>): SQL =>
  sql`${email.failed_at} is not null and ${email.dismissed_at} is null`;

/** Emails to be sent, and sent emails. They are written in the transaction of the change that causes them and sent afterwards. */
export const outbox = table(
  'outbox',
  {
    id: c.id(),
    account_id: c.maybeRef(() => accounts.id),
    kind: c.text(),
    to: c.text(),
    subject: c.text(),
    text: c.text(),
    html: c.text(),
    /** The attached document, which is rendered when the email is sent. */
    attachment: c.maybeJson<MailAttachment>(),
    /** The topic by which emails of a limited kind are counted: `order:7`. */
    topic: c.maybeText(),
    created_at: c.time(),
    due_at: c.time(),
    /** The email is not sent after this time. */
    expires_at: c.maybeTime(),
    attempts: c.quantity(),
    /** The time until which one process handles the email; afterwards another process may take it over. */
    leased_until: c.maybeTime(),
    sent_at: c.maybeTime(),
    failed_at: c.maybeTime(),
    error: c.maybeText(),
    /** When the office set a failed email aside; null until then. */
    dismissed_at: c.maybeTime(),
  },
  (t) => [
    index('outbox_failed').on(t.id).where(isFailedMail(t)),
    index('outbox_due').on(t.due_at).where(sql`${t.sent_at} is null and ${t.failed_at} is null`),
    index('outbox_by_topic').on(t.topic, t.kind, t.created_at).where(sql`${t.topic} is not null`),
  ],
);

export const jobs = table(
  'jobs',
  {
    id: c.id(),
    kind: c.text(),
    /** At most one waiting job of a kind has the same key. */
    key: c.text().default(''),
    payload: c.json<unknown>(),
    created_at: c.time(),
    due_at: c.time(),
    attempts: c.quantity(),
    leased_until: c.maybeTime(),
    done_at: c.maybeTime(),
    failed_at: c.maybeTime(),
    error: c.maybeText(),
  },
  (t) => [index('jobs_due').on(t.due_at).where(sql`${t.done_at} is null and ${t.failed_at} is null`)],
);

/** Reports that are mailed every week or month as links. */
export const scheduledReports = table(
  'scheduled_reports',
  {
    id: c.id(),
    report: c.text().$type<ReportName>(),
    /** The report's own filters without days and format. */
    query: c.json<Record<string, string | number | boolean>>(),
    format: c.text().$type<ReportFormat>(),
    every: c.text().$type<'week' | 'month'>(),
    /** The day of the week, from 1 for Monday to 7, or the day of the month, from 1 to 28. */
    day: c.count(),
    recipients: c.json<string[]>(),
    /** The day, in the UK, on which the report is mailed next. */
    next_on: c.date(),
    last_mailed_at: c.maybeTime(),
    creator_id: c.ref(() => users.id),
    created_at: c.time(),
    version: c.version(),
  },
  (t) => [
    index('scheduled_reports_by_day').on(t.next_on),
    check('scheduled_report_day', sql`${t.day} between 1 and 28 and (${t.every} = 'month' or (${t.every} = 'week' and ${t.day} <= 7))`),
  ],
);

/** The first answer to a write request with an idempotency key, so that a repeated request gets the same answer. */
export const idempotencyKeys = table(
  'idempotency_keys',
  {
    user_id: c.ref(() => users.id, { onDelete: 'cascade' }),
    key: c.text(),
    /** SHA-256 of method, path and body. */
    request_hash: c.text(),
    status: c.count(),
    body: c.maybeText(),
    created_at: c.time(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.key] }),
    index('idempotency_keys_by_age').on(t.created_at),
    check('idempotency_status', sql`${t.status} between 200 and 599`),
  ],
);

/** The number of orders of each client in each status, maintained by triggers. With it, the total of a list is known without counting rows. */
export const orderTally = table('order_tally', { id: c.id(), account_id: c.ref(() => accounts.id), status: c.text(), n: c.count() }, (t) => [
  index('order_tally_by_account').on(t.account_id, t.status),
  index('order_tally_by_status').on(t.status, t.n),
]);

const spendColumns = () => ({
  /** `client`, `site`, `product`, `any_product` or `wearer`. */
  kind: c.text(),
  /** The owner of the key: the client's id for sites and products, the employee role's id for wearers, otherwise 0. */
  of_id: c.big(),
  /** A day in the UK as 20261120, or a whole month as 202611. */
  period: c.count(),
  /** The id of the client, site, style or wearer; 0 instead of a site for an address without a site. */
  key_id: c.big(),
  /** The number of orders for the kinds `client` and `site`, of items for the other kinds. */
  n: c.big(),
  /** Pence ex VAT of submitted orders, without cancelled ones and samples, by the day of submission. */
  spent: c.big(),
  /** Pence ex VAT of approved returns, by the day on which the returned order was submitted. */
  returned: c.big(),
});

/**
 * Spending by day and by month, maintained by triggers: a graph over a year need not add up the year's lines. On SQLite the rows are stored in the
 * primary key.
 */
export const spendTally = table('spend_tally', spendColumns(), (t) => [primaryKey({ columns: [t.kind, t.of_id, t.period, t.key_id] })]);

/** Differences not yet merged into the tally, which are appended here so that many can write at once; the view `spend_sums` covers both. */
export const spendDifferences = table('spend_differences', spendColumns(), (t) => [
  index('spend_differences_like_tally').on(t.kind, t.of_id, t.period, t.key_id),
]);
