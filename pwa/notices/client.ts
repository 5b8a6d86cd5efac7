import { hc } from 'hono/client';
import type { NoticeRoutes } from '../../server/notices/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const notices = hc<NoticeRoutes>('/api/notices', overTheWire);

/** A page of the current notices. */
export const readNotices = (query: ListQuery, signal: AbortSignal) =>
  answer(notices.index.$get({ query: { ...stringQuery(query), include: 'is_new' } }, { init: { signal } }));

export type Notice = Awaited<ReturnType<typeof readNotices>>['items'][number];
