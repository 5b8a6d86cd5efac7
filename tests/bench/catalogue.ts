import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { limits } from '../../shared/limits.ts';
import { p95 } from '../measured.ts';
import type { Request } from './load.ts';
import { latenciesDuring } from './people.ts';
import { type Askers, emptyList, LIST_TIMES_SLOWER, type Scenario } from './scenarios.ts';

/** Prices that a bulk change has to change in a second, at least. */
export const LEAST_PRICES = 5000;
/** How many times slower than its bare transaction an inline edit may be. */
const EDIT_TIMES_SLOWER = 2;
/** Rows that a page of styles may read: its styles and all their SKUs. */
const MAX_STYLE_ROWS = 12_000;
const places = 40;
const json = { 'Content-Type': 'application/json' };

/** The list of products and the list of SKUs as they open, and the change of a price in a cell. */
export function catalogueScenarios(connection: BetterSqlite.Database, askers: Askers): Scenario[] {
  const { super: headers } = askers;
  const supplier = connection.prepare('select supplier_id id from products where supplier_id is not null limit 1').get() as { id: number };
  const styles = connection
    .prepare('select id from products where parent_id is null and deleted_at is null order by id limit ?')
    .pluck()
    .all(places * 2) as number[];
  const list = (name: string, path: string, most_rows?: number): Scenario => ({
    name,
    requests: [{ method: 'GET', path: `/api/admin/products?${path}`, headers }],
    most_times_slower: LIST_TIMES_SLOWER,
    kind: 'list',
    ...(most_rows !== undefined && { most_rows }),
  });
  const edits = (ids: readonly number[]): Request[] =>
    [1001, 1002].flatMap((value) =>
      ids.map((id) => ({
        method: 'PUT' as const,
        path: `/api/admin/products/${id}`,
        headers: { ...headers, ...json },
        body: JSON.stringify({ field: 'price', value }),
      })),
    );
  const skus = `disable_parent=true&include_on_order_count=true&per_page=${limits.page_cap}`;
  return [
    emptyList(askers),
    list('products, first page', 'parent_only=true', MAX_STYLE_ROWS),
    list('products, 100 a page', `parent_only=true&per_page=${limits.page_cap}`, MAX_STYLE_ROWS),
    list('SKUs, first page', skus),
    list('SKUs of a supplier', `${skus}&supplier_id=${supplier.id}`),
    {
      name: 'price of a style in its cell',
      requests: edits(styles.slice(0, places)),
      recorded: edits(styles.slice(places)),
      writes: true,
      most_times_slower: EDIT_TIMES_SLOWER,
    },
  ];
}

export interface PriceRun {
  prices: number;
  seconds: number;
  /** Milliseconds within which 95 of 100 other requests were answered while it ran. */
  read: number;
  write: number;
}

/** A change of all prices, from its decision to the last price, while somebody else reads and writes. */
export async function priceRun(origin: string, headers: Record<string, string>, data_dir: string): Promise<PriceRun> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const isDone = connection.prepare('select done_at is not null from price_changes where id = ?').pluck();
  const run = async (percent: number): Promise<PriceRun> => {
    let isOver = false;
    const read: Request = { method: 'GET', path: '/api/admin/products?parent_only=true', headers };
    const write: Request = {
      method: 'POST',
      path: '/api/profile',
      headers: { ...headers, ...json },
      body: JSON.stringify({ contact_phone: '0113 496 0000' }),
    };
    const others = [read, write].map((request) => latenciesDuring(origin, request, () => isOver));
    const startedAt = performance.now();
    const response = await fetch(`${origin}/api/admin/price-changes`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({ filter: {}, field: 'price', percent }),
    });
    const { id, count: prices } = (await response.json()) as { id: number; count: number };
    if (response.status !== 201) throw new Error(`The price change was refused with ${response.status}`);
    while (isDone.get(id) !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const seconds = (performance.now() - startedAt) / 1000;
    isOver = true;
    const [reads = [], writes = []] = await Promise.all(others);
    return { prices, seconds, read: p95(reads), write: p95(writes) };
  };
  // The first change compiles what the second runs.
  await run(4);
  const second = await run(5);
  connection.close();
  return second;
}
