import { Column, is, type SQL, type SQLWrapper } from 'drizzle-orm';
import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import type { Db } from '../db/db.ts';
import { inDirection } from '../db/in-order.ts';

/** A flag in a query: `true` and `1` mean true, `false` and `0` mean false. */
export const queryFlag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** The first letter or digit of the names to which a list is limited. */
export const letterFilter = z
  .string()
  .regex(/^[a-z0-9]$/i)
  .optional();

/** A comma-separated list of names. A name that is not in `names` is refused. */
export const include = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(names)))
    .optional();

interface ListOptions<Order extends readonly [string, ...string[]]> {
  orderBy: Order;
  default: Order[number];
  sortedBy?: 'asc' | 'desc';
  per_page?: number;
  cap?: number;
}

/** The query of a list: page, page size limited to the cap, order and search. Add further filters with `.extend`. */
export const listQuery = <const Order extends readonly [string, ...string[]]>(options: ListOptions<Order>) => {
  const cap = options.cap ?? limits.page_cap;
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    per_page: z.coerce
      .number()
      .int()
      .min(1)
      .transform((size) => Math.min(size, cap))
      .default(options.per_page ?? 15),
    orderBy: z.enum(options.orderBy).default(options.default as never),
    sortedBy: z.enum(['asc', 'desc']).default(options.sortedBy ?? 'asc'),
    search: z.string().trim().max(200).optional(),
    /** Empty, unless the list defines parts that can be included. */
    include: z.literal('').optional(),
  });
};

/** One page of a list; every list answers with it. */
export interface Page<Item> {
  items: Item[];
  current_page: number;
  per_page: number;
  total: number;
  last_page: number;
}

/** The parts of a query builder that make a page of its rows. */
interface Pageable<Row> extends PromiseLike<Row[]> {
  as(alias: string): SQLWrapper;
  /** Each of these methods changes the select itself. A method called without an argument removes its clause from the select. */
  orderBy(...order: SQL[]): Pageable<Row>;
  limit(n?: number): Pageable<Row>;
  offset(n?: number): Pageable<Row>;
}

/** A list that is one select. */
interface Selected<Row> {
  /** The select with its joins and conditions, without order and limit. */
  rows: PromiseLike<Row[]> & SQLWrapper;
  /** A sort order that leaves no two rows equal. A column is sorted in the query's direction, an SQL expression in its own direction. */
  order: readonly (Column | SQL)[];
  /** The number of all rows, from a query with fewer joins; if absent, `rows` are counted. */
  count?: PromiseLike<number>;
}

/** A list whose page the caller has read already, with prepared queries or with one statement that counts and reads. */
interface Read<Row> {
  page: Row[];
  total: number | (() => PromiseLike<number>);
}

/** One page of the rows of a list that is wholly in memory. The rows keep their sequence. */
export const pageInMemory = <Row>(rows: readonly Row[], { page, per_page }: Pick<PageQuery, 'page' | 'per_page'>): Read<Row> => ({
  page: rows.slice((page - 1) * per_page, page * per_page),
  total: rows.length,
});

interface PageQuery {
  page: number;
  per_page: number;
  sortedBy: 'asc' | 'desc';
  /** The number of all rows, if an earlier page has counted them. */
  total?: number | undefined;
}

/** Reads one page of a list with the total number of its rows; `toItems` completes the rows of the page. */
export async function readPage<Row, Item = Row>(
  db: Db,
  query: PageQuery,
  list: Selected<Row> | Read<Row>,
  toItems: (rows: Row[]) => Item[] | Promise<Item[]> = (same) => same as unknown as Item[],
): Promise<Page<Item>> {
  const { page, total } = 'page' in list ? list : await selectPage(db, query, list);
  const totalRows = query.total ?? (typeof total === 'number' ? total : (totalByLastPage(query, page) ?? (await total())));
  return {
    items: await toItems(page),
    current_page: query.page,
    per_page: query.per_page,
    total: totalRows,
    last_page: Math.max(1, Math.ceil(totalRows / query.per_page)),
  };
}

async function selectPage<Row>(db: Db, { page, per_page, sortedBy }: PageQuery, { rows, order, count }: Selected<Row>): Promise<Read<Row>> {
  const select = rows as unknown as Pageable<Row>;
  return {
    page: await select
      .orderBy(...order.map((by) => (is(by, Column) ? inDirection(sortedBy, by) : by)))
      .limit(per_page)
      .offset((page - 1) * per_page),
    // The count's query is built only if needed, because building the text of a query takes as long as running a short one.
    total: () => count ?? db.$count(select.orderBy().limit().offset().as('listed')),
  };
}

/** The number of all rows if this page is the last one; undefined otherwise. */
function totalByLastPage({ page, per_page }: PageQuery, rows: readonly unknown[]): number | undefined {
  const isLast = rows.length ? rows.length < per_page : page === 1;
  return isLast ? (page - 1) * per_page + rows.length : undefined;
}

/** The shape of a page for the API's description. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    current_page: z.number().int(),
    per_page: z.number().int(),
    total: z.number().int(),
    last_page: z.number().int(),
  });
