import { hc } from 'hono/client';
import type { AdminNoticeRoutes } from '../../server/notices/routes.ts';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { NewNotice, NoticeChange } from '../../shared/notices/notice.ts';
import { accounts } from '../api/accounts.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const notices = hc<AdminNoticeRoutes>('/api/admin/notices', overTheWire);
const { ':id': one } = notices;
const sites = hc<SiteRoutes>('/api/sites', overTheWire);

/** A page of all notices. */
export const readOfficeNotices = (query: ListQuery, signal: AbortSignal) =>
  answer(notices.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** Reads one notice with the companies and sites that it is for. */
export const readNotice = (id: string, signal: AbortSignal) =>
  answer(one.$get({ param: { id }, query: { include: 'sites,accounts' } }, { init: { signal } }));
/** Adds a notice, or changes the stored one with this id. */
export const saveNotice = (id: number | undefined) => (json: NoticeChange, options: Once) =>
  id === undefined
    ? answer(notices.index.$post({ json: json as NewNotice }, options))
    : answer(one.$put({ param: { id: String(id) }, json }, options));
/** Deletes the notice with this id. */
export const deleteNotice = ({ id }: { id: number }, options: Once) => answer(one.$delete({ param: { id: String(id) } }, options));

/** A page of the client companies by name, including archived companies. */
export const readPickerAccounts = (query: { letter: string; search: string; page: number }, signal: AbortSignal) =>
  answer(
    accounts.index.$get(
      { query: stringQuery({ ...query, letter: query.letter || undefined, archived: true, include: 'counts', orderBy: 'name', per_page: 100 }) },
      { init: { signal } },
    ),
  );
export type PickerAccount = Awaited<ReturnType<typeof readPickerAccounts>>['items'][number];
/** A page of a client company's sites by name, with their addresses. */
export const readPickerSites = (query: { account_id: number; search: string; page: number }, signal: AbortSignal) =>
  answer(sites.index.$get({ query: stringQuery({ ...query, include: 'delivery_address', orderBy: 'name', per_page: 100 }) }, { init: { signal } }));
