import { hc, type InferResponseType } from 'hono/client';
import type { AdminProductRoutes } from '../../server/catalogue/routes.ts';
import type { AdminSetRoutes } from '../../server/clothing-sets/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const products = hc<AdminProductRoutes>('/api/admin/products', overTheWire);
const sets = hc<AdminSetRoutes>('/api/admin/clothing-sets', overTheWire);

export type DecoratedProduct = InferResponseType<typeof products.index.$get, 200>['items'][number];
export type DecoratedSet = NonNullable<DecoratedProduct['clothing_sets_with_decoration']>[number];

/** A page of the products that the caller’s clothing sets decorate, each with the sets that decorate it. */
export const readDecorated = ({ account_id, ...query }: ListQuery & { account_id?: string }, signal: AbortSignal) =>
  answer(
    products.index.$get(
      { query: stringQuery({ ...query, decorated: true, decorated_for: account_id, search_decorations: true, parent_only: true }) },
      { init: { signal } },
    ),
  );
/** The clothing sets to which the signed-in embroiderer is assigned, whichever clients they belong to. */
export const readAssignedSets = async (signal: AbortSignal) =>
  (await answer(sets.index.$get({ query: stringQuery({ per_page: limits.page_cap_clothing_sets }) }, { init: { signal } }))).items;
