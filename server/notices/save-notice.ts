import { eq, sql } from 'drizzle-orm';
import { onOneLine } from '../../shared/invisible.ts';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { NewNotice, NoticeChange, NoticeDetails } from '../../shared/notices/notice.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, Problem, requireFound } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { among, idList } from '../db/among.ts';
import { lockRows } from '../db/lock.ts';
import { accounts, noticeAccounts, noticeSites, notices, sites } from '../db/tables/index.ts';
import { registerFile } from '../files/register-file.ts';
import { type StoredFile, storeFile } from '../files/store-file.ts';
import { noticeDetailsOf } from './office-notice-queries.ts';

/** Longest side of a picture in a notice, in pixels: enough to read a page on a screen. */
const SIDE = 3000;
const accepted = { kinds: ['pdf', 'jpg', 'png', 'csv'], max: limits.notice_bytes, side: SIDE } as const;
const faults: Partial<Record<number, string>> = {
  413: messages.notice_file_too_large,
  415: messages.notice_file_type,
  422: messages.picture_unreadable,
};

async function* bytesOf(data: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(data, 'base64');
}

/** Store the file that a request carries, as a data URL, for a notice; undefined if the request carries none. Call this before the unit of work. */
export async function storeNoticeFile({ actor, services }: Ctx, file: string | null | undefined): Promise<StoredFile | undefined> {
  authorize(policy.edit_notices(actor));
  if (!file) return undefined;
  const comma = file.indexOf(',');
  if (!/^data:[^,]{0,200};base64$/i.test(file.slice(0, comma))) throw invalid({ file: messages.notice_file_type });
  try {
    return await storeFile(services.settings.DATA_DIR, bytesOf(file.slice(comma + 1)), accepted);
  } catch (error) {
    const message = error instanceof Problem && faults[error.status];
    throw message ? invalid({ file: message }) : error;
  }
}

/**
 * Replaces the clients and sites for which a notice is meant. 422 for clients and sites that do not exist, and for sites of clients that are not
 * chosen.
 */
async function assign({ db }: Ctx, notice_id: number, accountIds: readonly number[], siteIds: readonly number[]): Promise<void> {
  const accountsCount = await db.$count(accounts, among(accounts.id, idList(accountIds)));
  if (accountsCount !== accountIds.length) throw invalid({ accounts: messages.choose_account });
  const chosenAccounts = new Set(accountIds);
  const chosenSites = await db
    .select({ account_id: sites.account_id })
    .from(sites)
    .where(among(sites.id, idList(siteIds)));
  if (chosenSites.length !== siteIds.length || chosenSites.some(({ account_id }) => !chosenAccounts.has(account_id)))
    throw invalid({ sites: messages.site_of_other_account });
  await db.delete(noticeSites).where(eq(noticeSites.notice_id, notice_id));
  await db.delete(noticeAccounts).where(eq(noticeAccounts.notice_id, notice_id));
  if (accountIds.length) await db.insert(noticeAccounts).values(accountIds.map((account_id) => ({ notice_id, account_id })));
  if (siteIds.length) await db.insert(noticeSites).values(siteIds.map((site_id) => ({ notice_id, site_id })));
}

const enforcePeriod = (starts_at: string | null, ends_at: string | null): void => {
  if (starts_at && ends_at && ends_at < starts_at) throw invalid({ ends_at: messages.ends_before_start });
};

/** The stored file and the name under which it is downloaded. */
const fileColumns = async (ctx: Ctx, stored: StoredFile, filename: string | null | undefined) => ({
  file_id: await registerFile(ctx, stored),
  filename: filename ? onOneLine(filename).slice(-limits.name) : null,
});

const forAudit = ({ downloads: _, downloads_count: __, assignee_counts: ___, accounts: companies, sites: places, ...notice }: NoticeDetails) => ({
  ...notice,
  accounts: companies.map(({ name }) => name),
  sites: places.map(({ name }) => name),
});

const lockNotice = ({ db }: Ctx, id: number) => lockRows(db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)));

/** Add a notice. */
export async function createNotice(ctx: Ctx, input: NewNotice, stored: StoredFile | undefined): Promise<NoticeDetails> {
  authorize(policy.edit_notices(ctx.actor));
  const { name, subject, starts_at = null, ends_at = null, filename } = input;
  enforcePeriod(starts_at, ends_at);
  const file = stored && (await fileColumns(ctx, stored, filename));
  const [created] = await ctx.db
    .insert(notices)
    .values({ name, subject, starts_at, ends_at, ...file, created_at: ctx.now })
    .returning({ id: notices.id });
  const { id } = requireFound(created);
  await assign(ctx, id, input.accounts ?? [], input.sites ?? []);
  const notice = await noticeDetailsOf(ctx, id);
  await audit(ctx, 'notice.created', { type: 'notice', id }, null, forAudit(notice));
  return notice;
}

/** Change a notice; if no new file is stored, the notice keeps its present file. */
export async function changeNotice(ctx: Ctx, id: number, change: NoticeChange, stored: StoredFile | undefined): Promise<NoticeDetails> {
  authorize(policy.edit_notices(ctx.actor));
  await lockNotice(ctx, id);
  const before = await noticeDetailsOf(ctx, id);
  await enforceVersion(ctx, change.version, before, () => before);
  const { name = before.name, subject = before.subject, starts_at = before.starts_at, ends_at = before.ends_at, filename } = change;
  enforcePeriod(starts_at, ends_at);
  const file = stored && (await fileColumns(ctx, stored, filename));
  await ctx.db
    .update(notices)
    .set({ name, subject, starts_at, ends_at, ...file, version: sql`${notices.version} + 1` })
    .where(eq(notices.id, id));
  const idsOf = (some: readonly { id: number }[]): number[] => some.map((one) => one.id);
  await assign(ctx, id, change.accounts ?? idsOf(before.accounts), change.sites ?? idsOf(before.sites));
  const after = await noticeDetailsOf(ctx, id);
  await audit(ctx, 'notice.changed', { type: 'notice', id }, forAudit(before), forAudit(after));
  return after;
}

/** Delete a notice with the list of its downloads; the audit event has the fields of the notice. */
export async function deleteNotice(ctx: Ctx, id: number): Promise<{ id: number; deleted: true }> {
  authorize(policy.edit_notices(ctx.actor));
  await lockNotice(ctx, id);
  const before = await noticeDetailsOf(ctx, id);
  await ctx.db.delete(notices).where(eq(notices.id, id));
  await audit(ctx, 'notice.deleted', { type: 'notice', id }, forAudit(before));
  return { id, deleted: true };
}
