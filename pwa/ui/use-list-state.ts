import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ListQuery } from './page-of.ts';

export interface ListDefaults<Filter extends string> {
  orderBy?: string;
  sortedBy?: 'asc' | 'desc';
  per_page?: number;
  /** The page sizes that the list offers; the chosen one is stored in the hash. */
  sizes?: readonly number[];
  /** Names of further filters, stored in the hash like the rest. */
  filters?: readonly Filter[];
}

export interface ListState<Filter extends string = string> {
  search: string;
  page: number;
  orderBy?: string;
  sortedBy: 'asc' | 'desc';
  per_page: number;
  sizes?: readonly number[];
  filters: Partial<Record<Filter, string>>;
  /** Changes some of the state. Every change except that of the page goes back to page 1; an empty value is left out of the address. */
  set: (change: Partial<Record<Filter | 'search' | 'orderBy' | 'sortedBy', string>> & { page?: number; per_page?: number }) => void;
  /** Clears search and filters. */
  clear: () => void;
  /** The query for the API, including filters. */
  query: ListQuery & Partial<Record<Filter, string>>;
}

/**
 * Search, filters, order and page of a list, stored in the address: `#search=polo&stage=requires_prep&page=2`. A link or the Back button restores the
 * same view. A link from outside may have its search before the hash: `?search=polo`.
 */
export function useListState<Filter extends string = never>(defaults: ListDefaults<Filter> = {}): ListState<Filter> {
  const { hash, pathname, search: queryString } = useLocation();
  const navigate = useNavigate();
  const { orderBy: firstOrder, sortedBy: firstSorted = 'asc', per_page: firstSize = 15 } = defaults;
  const names = (defaults.filters ?? []).join(' ');
  const sizeNames = (defaults.sizes ?? []).join(' ');

  const change = useCallback(
    (edit: (params: URLSearchParams) => void) => {
      // When a person leaves, the list is shown until the next screen has loaded. A search that is still delayed must not lead back to the list.
      if (window.location.pathname !== pathname || window.location.search !== queryString) return;
      // Reads the address itself, not the last render: otherwise the second of two quick changes would undo the first.
      const params = new URLSearchParams(window.location.hash.slice(1));
      const query = new URLSearchParams(queryString);
      const linkedSearch = query.get('search');
      if (linkedSearch !== null && !params.has('search')) params.set('search', linkedSearch);
      query.delete('search');
      edit(params);
      const next = params.toString();
      void navigate({ pathname, search: query.toString(), hash: next ? `#${next}` : '' }, { replace: true, preventScrollReset: true });
    },
    [navigate, pathname, queryString],
  );

  const set = useCallback<ListState<Filter>['set']>(
    (changes) =>
      change((params) => {
        if (!('page' in changes)) params.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '' || (name === 'page' && value === 1)) params.delete(name);
          else params.set(name, String(value));
        }
      }),
    [change],
  );
  const clear = useCallback(
    () =>
      change((params) => {
        for (const name of ['search', 'page', ...names.split(' ')]) params.delete(name);
      }),
    [change, names],
  );

  return useMemo(() => {
    const params = new URLSearchParams(hash.slice(1));
    const search = params.get('search') ?? new URLSearchParams(queryString).get('search') ?? '';
    const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
    const orderBy = params.get('orderBy') ?? firstOrder;
    const sorted = params.get('sortedBy');
    const sortedBy = sorted === 'asc' || sorted === 'desc' ? sorted : firstSorted;
    const filters: Partial<Record<Filter, string>> = {};
    for (const name of names.split(' ') as Filter[]) {
      const value = params.get(name);
      if (name && value) filters[name] = value;
    }
    const sizes = sizeNames ? sizeNames.split(' ').map(Number) : undefined;
    const size = Number(params.get('per_page'));
    const per_page = sizes?.includes(size) ? size : firstSize;
    const query = { page, per_page, ...(search && { search }), ...(orderBy && { orderBy, sortedBy }), ...filters } as ListState<Filter>['query'];
    return { search, page, orderBy, sortedBy, per_page, sizes, filters, set, clear, query };
  }, [hash, queryString, names, sizeNames, firstOrder, firstSorted, firstSize, set, clear]);
}
