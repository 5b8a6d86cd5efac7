import { hc } from 'hono/client';
import type { TabletRoutes } from '../../server/sync/routes.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const tablets = hc<TabletRoutes>('/api/admin/tablets', overTheWire);

/** A page of the tablets that sync. */
export const readTablets = (query: ListQuery & { show?: string }, signal: AbortSignal) =>
  answer(tablets.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** Takes a tablet out of use until it syncs again. */
export const retireTablet = (device: string, options: Once) => answer(tablets[':device'].retire.$post({ param: { device } }, options));

export type Tablet = Awaited<ReturnType<typeof readTablets>>['items'][number];
