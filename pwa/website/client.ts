import { hc, type InferResponseType } from 'hono/client';
import type { AdminWebsiteRoutes } from '../../server/website/routes.ts';
import type { WebsiteText } from '../../shared/website/website-text.ts';
import { answer } from '../api/answer.ts';
import { type Once, overTheWire } from '../api/transport.ts';

const texts = hc<AdminWebsiteRoutes>('/api/admin/website/categories', overTheWire).index;
export type WebsiteTexts = InferResponseType<typeof texts.$get, 200>;

/** Every text of the website’s pages. */
export const readTexts = (signal: AbortSignal) => answer(texts.$get(undefined, { init: { signal } }));
/** Saves all texts; `revision` is that of the texts on which the change is based. */
export const saveTexts = (revision: string) => (json: WebsiteText[], options: Once) => answer(texts.$post({ json, query: { revision } }, options));
