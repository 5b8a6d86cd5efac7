import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { limits } from '../../shared/limits.ts';
import type { Request } from './load.ts';
import { json, runBesideOthers } from './others.ts';
import type { BulkRun } from './people.ts';
import { type Askers, emptyList, LIST_TIMES_SLOWER, type Scenario } from './scenarios.ts';

/** The least number of prices that a bulk change has to change or preview in a second. */
const LEAST_PRICES = 5000;
/** The least number of styles that a bulk change has to change in a second, each with all its SKUs. */
const LEAST_STYLES = 200;
/** How many times slower than its bare transaction an inline edit may be. */
const EDIT_TIMES_SLOWER = 2;
/** Rows that a page of styles may read: its styles and all their SKUs. */
const MAX_STYLE_ROWS = 12_000;
const places = 40;
/** How many previews run in a row. During a single preview the other people send too few requests to measure. */
const PREVIEWS = 5;

/** Opens the list of products and the list of SKUs, and changes a price in a cell. */
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

/** Changes of all prices and all styles, and their previews, while somebody else reads and writes. */
export async function catalogueRuns(origin: string, headers: Record<string, string>, data_dir: string): Promise<BulkRun[]> {
  const connection = new BetterSqlite(join(data_dir, 'kitroom.db'), { readonly: true });
  const isDone = connection.prepare('select done_at is not null from price_changes where id = ?').pluck();
  const post = async <T>(path: string, body: object): Promise<T> => {
    const response = await fetch(`${origin}/api/admin/${path}`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({ filter: {}, ...body }),
    });
    if (!response.ok) throw new Error(`POST ${path} was refused with ${response.status}`);
    return (await response.json()) as T;
  };
  const run = async (name: string, work: () => Promise<number>, least = LEAST_PRICES): Promise<BulkRun> => {
    const { result: count, ...times } = await runBesideOthers(origin, headers, '/api/admin/products?parent_only=true', work);
    return { name, count, least, ...times };
  };
  const changePrices = async (percent: number): Promise<number> => {
    const { id, count } = await post<{ id: number; count: number }>('price-changes', { field: 'price', percent });
    while (isDone.get(id) !== 1) await new Promise((resolve) => setTimeout(resolve, 5));
    return count;
  };
  const previewPrices = async (): Promise<number> => {
    let count = 0;
    for (let time = 0; time < PREVIEWS; time += 1)
      count += (await post<{ count: number }>('price-changes', { field: 'price', percent: 6, preview: true })).count;
    return count;
  };
  const changeStyles = async (is_public_catalogue: boolean) =>
    (await post<{ results: { ok: boolean }[] }>('products/bulk', { change: { is_public_catalogue } })).results.filter(({ ok }) => ok).length;
  // The first change compiles the code that the second one runs.
  await run('warm-up', () => changePrices(4));
  await run('warm-up', () => changeStyles(false));
  const runs = [
    await run('all prices', () => changePrices(5)),
    await run('previews of all prices', previewPrices),
    await run('all styles', () => changeStyles(true), LEAST_STYLES),
  ];
  connection.close();
  return runs;
}
