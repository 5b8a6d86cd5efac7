import { hc } from 'hono/client';
import type { SiteRoutes } from '../../server/sites/routes.ts';
import type { NewSite, SiteChange } from '../../shared/sites/site.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const sites = hc<SiteRoutes>('/api/sites', overTheWire);
const { ':id': one } = sites;
const param = (id: number) => ({ id: String(id) });

/** Reads a page of the sites that the person may see; if `account_id` is given, only of the sites of that account. */
export const readSites = (account_id: string | undefined) => (query: ListQuery, signal: AbortSignal) =>
  answer(sites.index.$get({ query: stringQuery({ ...query, account_id }) }, { init: { signal } }));
/** One site with all its fields. */
export const readSite = (id: string, signal: AbortSignal) => answer(one.$get({ param: { id } }, { init: { signal } }));
/** The other sites of an account whose name or references contain these words. */
export const findOtherSites = async ({ id, account_id }: { id: number; account_id: number }, search: string, signal: AbortSignal) =>
  (await readSites(String(account_id))({ page: 1, per_page: 50, search }, signal)).items.filter((other) => other.id !== id);
/** Changes the site `id`, or adds a site if `id` is undefined. The office adds a site to `account_id`; a client adds it to their own account. */
export const saveSite = (id: number | undefined, account_id: number | undefined) => (json: SiteChange, options: Once) =>
  id === undefined
    ? answer(sites.index.$post({ json: { ...json, account_id } as NewSite }, options))
    : answer(one.$put({ param: param(id), json }, options));
/** Deletes a site. People who have only this site move to the site `move_to`. */
export const deleteSite = (id: number) => (query: { move_to?: number | undefined }, options: Once) =>
  answer(one.$delete({ param: param(id), query: stringQuery(query) }, options));
