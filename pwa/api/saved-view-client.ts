import { hc } from 'hono/client';
import type { SavedViewRoutes } from '../../server/saved-views/routes.ts';
import type { SavedView, SavedViewList } from '../../shared/saved-views/saved-view.ts';
import { answer } from './answer.ts';
import { type Once, overTheWire } from './transport.ts';

const savedViews = hc<SavedViewRoutes>('/api/admin/saved-views', overTheWire);
const param = (id: number) => ({ id: String(id) });
const queryKey = ['saved-views'];

/** The person's saved views of all lists. */
export const savedViewsQuery = {
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => answer(savedViews.index.$get({}, { init: { signal } })),
  staleTime: 60_000,
};

/** Saves a new view of a list. */
export const createView = (list: SavedViewList, view: string) => (json: { name: string }, options: Once) =>
  answer(savedViews.index.$post({ json: { list, view, ...json } }, options));
/** Renames the view with this id, or replaces what it shows. */
export const changeView = (id: number) => (json: Partial<Pick<SavedView, 'name' | 'view'>>, options: Once) =>
  answer(savedViews[':id'].$put({ param: param(id), json }, options));
/** Deletes the view with this id. */
export const deleteView = (id: number, options: Once) => answer(savedViews[':id'].$delete({ param: param(id) }, options));

const paths: Record<SavedViewList, string> = { orders: '/admin/orders', products: '/admin/products', purchase_orders: '/admin/purchase-orders' };
/** The address at which a saved view opens its list. */
export const viewPath = ({ list, view }: Pick<SavedView, 'list' | 'view'>): string => `${paths[list]}${view && `#${view}`}`;
