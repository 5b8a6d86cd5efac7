import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { SizeSwap } from '../../shared/returns/size-swap.ts';
import type { SizeOnFile } from '../../shared/sizes/size-on-file.ts';
import { useOrderNews } from '../api/order-news.ts';
import {
  type Budget,
  type Order,
  readBudgets,
  readDatasheets,
  readMissingSizes,
  readOrder,
  readOrders,
  readProducts,
  readSizeSwaps,
  readSizesOnFile,
  readUnavailable,
  readUsual,
  type UnavailableLine,
  type WearerUsual,
} from './client.ts';

export const orderKey = (uuid: string) => ['order', uuid] as const;
export const listKey = ['orders'] as const;

/** The queries that are out of date once an order has changed. */
export const afterChange = (uuid: string) => [orderKey(uuid), listKey];

/** Milliseconds between two reads of an order that is being filled, for other people's changes. */
const TOGETHER = 15_000;

/**
 * One order, read again when the server reports a change. If `shared`, it is also read at intervals, so that people who fill it together
 * see each other's lines.
 */
export function useOrder(uuid: string, shared = false) {
  const queries = useQueryClient();
  const order = useQuery({ queryKey: orderKey(uuid), queryFn: () => readOrder(uuid), refetchInterval: shared && TOGETHER });
  const id = order.data?.id;
  useOrderNews((ids) => {
    if (ids.length === 0 || (id !== undefined && ids.includes(id))) void queries.invalidateQueries({ queryKey: orderKey(uuid) });
  });
  return order;
}

/** The uuid of the oldest request that waits for the person's decision, other than this one; null if there is none or it cannot be read. */
export async function readNextRequest(queries: QueryClient, uuid: string): Promise<string | null> {
  const query = { page: 1, per_page: 2, orderBy: 'created_at', sortedBy: 'asc' as const, waits: 'decision' };
  const queryKey = [...listKey, 'next', uuid];
  const requests = await queries.fetchQuery({ queryKey, queryFn: ({ signal }) => readOrders(query, signal), staleTime: 0 }).catch(() => null);
  return requests?.items.find((order) => order.uuid !== uuid)?.uuid ?? null;
}

const budgetsKey = (order: Order | undefined) => [...orderKey(order?.uuid ?? ''), 'budgets', order?.version] as const;

/**
 * The budgets to which an order is charged, for people who see its prices. When the order changes, the budgets are read again; until
 * they are read, the earlier budgets are shown.
 */
export const useBudgets = (order: Order | undefined) =>
  useQuery({
    queryKey: budgetsKey(order),
    queryFn: () => readBudgets(order?.uuid ?? ''),
    enabled: order !== undefined && order.sub_total !== null,
    placeholderData: (before, query) => (query?.queryKey[1] === order?.uuid ? before : undefined),
  });

/** Returns a function that reads an order's budgets again; null if they cannot be read, or if the person does not see the order's prices. */
export function useRereadBudgets(order: Order): () => Promise<readonly Budget[] | null> {
  const queries = useQueryClient();
  return async () => {
    if (order.sub_total === null) return null;
    const queryKey = budgetsKey(order);
    // A request that is still running may return older data.
    await queries.cancelQueries({ queryKey });
    const read = await queries.fetchQuery({ queryKey, queryFn: () => readBudgets(order.uuid), staleTime: 0 }).catch(() => null);
    return read?.items ?? null;
  };
}

const none: readonly UnavailableLine[] = [];

/** The lines of a draft or request that prevent its submission to this site; none until they are known. */
export function useUnavailable(order: Order, site_id: number = order.delivery_site?.id ?? 0): readonly UnavailableLine[] {
  const { data } = useQuery({
    queryKey: [...orderKey(order.uuid), 'unavailable', order.version, site_id],
    queryFn: ({ signal }) => readUnavailable(order.uuid, site_id, signal),
    enabled: order.lines.length > 0 && (order.can.edit_lines || order.can.approve),
    placeholderData: (before, query) => (query?.queryKey[1] === order.uuid && query.queryKey[4] === site_id ? before : undefined),
  });
  return data?.items ?? none;
}

/** The products that a wearer may have on an order. */
export const useProducts = (order: Order, employee_id: number | undefined) =>
  useQuery({
    queryKey: ['wearer-products', order.uuid, employee_id, order.delivery_site?.id ?? null],
    queryFn: ({ signal }) => readProducts(employee_id ?? 0, order.uuid, signal),
    enabled: employee_id !== undefined,
    staleTime: 60_000,
  });

/** The sizes that a wearer last kept, by style; empty until they are known. */
export function useSizesOnFile(employee_id: number | undefined): ReadonlyMap<number, SizeOnFile> {
  const { data } = useQuery({
    queryKey: ['sizes-on-file', employee_id],
    queryFn: ({ signal }) => readSizesOnFile(employee_id ?? 0, signal),
    enabled: employee_id !== undefined,
    staleTime: 60_000,
  });
  return useMemo(() => new Map(data?.items.map((size) => [size.style_id, size])), [data]);
}

const noSwaps: readonly SizeSwap[] = [];

/** The sizes of these styles that others often exchanged; none until they are known. Call it where sizes are chosen, once for all styles there. */
export function useSizeSwaps(style_ids: readonly number[]): readonly SizeSwap[] {
  const styles = [...new Set(style_ids)].sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['size-swaps', styles],
    queryFn: ({ signal }) => readSizeSwaps(styles, signal),
    enabled: styles.length > 0,
    staleTime: 300_000,
  });
  return data?.items ?? noSwaps;
}

const noUsual: readonly WearerUsual[] = [];

/** What the wearers of a draft usually have, or one of them; none until it is known. */
export function useUsual(order: Order, employee_id?: number): { usual: readonly WearerUsual[]; isPending: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['usual', order.uuid, employee_id ?? order.employees.map(({ id }) => id), order.delivery_site?.id ?? null],
    queryFn: ({ signal }) => readUsual(order.uuid, employee_id, signal),
    enabled: order.can.edit_lines && !order.is_submitted,
    staleTime: 60_000,
  });
  return { usual: data?.items ?? noUsual, isPending: isLoading };
}

/** The makers' information about a style; none until it is known. */
export function useDatasheets(style_id: number): readonly { name: string; url: string }[] {
  const { data } = useQuery({ queryKey: ['datasheets', style_id], queryFn: ({ signal }) => readDatasheets(style_id, signal), staleTime: 300_000 });
  return data ?? [];
}

/** The wearers with missing sizes on an order, for people who order for others. */
export const useMissingSizes = (order: Order, enabled: boolean) =>
  useQuery({
    queryKey: [...orderKey(order.uuid), 'missing-sizes'],
    queryFn: ({ signal }) => readMissingSizes(order.uuid, signal),
    enabled,
  });

/** The ids of those who miss a size on an order and have no email address, as far as the screen has read who they are. */
export const unreachableWearers = (queries: QueryClient, uuid: string): ReadonlySet<number> =>
  new Set(
    queries
      .getQueryData<Awaited<ReturnType<typeof readMissingSizes>>>([...orderKey(uuid), 'missing-sizes'])
      ?.items.filter(({ has_email }) => !has_email)
      .map(({ employee }) => employee.id),
  );

/** Returns a function that reads the order again. */
export function useRereadOrder(uuid: string) {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: orderKey(uuid) }), [queries, uuid]);
}

/** Returns a function that replaces the order on the screen with the order of a response. */
export function useKeepOrder() {
  const queries = useQueryClient();
  return useCallback((order: Order) => queries.setQueryData(orderKey(order.uuid), order), [queries]);
}
