import type { z } from 'zod';
import type { Cell } from '../../shared/csv.ts';
import type { Ctx } from '../core/context.ts';
import type { Page } from '../core/paging.ts';
import { type Columns, cellsOf, headingsOf } from '../http/columns.ts';
import type { Batches } from '../http/csv.ts';

/** A list before it is written as a document. */
export interface OpenedList {
  columns: readonly string[];
  /** The number of rows, if it is known. */
  total?: number | undefined;
  batches: Batches;
}

/** A list of the office as a document: the rows of all pages that its filters select. */
export interface ListDocument {
  /** The address of the document; `:id` is the record that the list belongs to. */
  path: string;
  summary: string;
  area: string;
  /** The start of the file’s name. */
  file: string;
  /** The schema of the list's query parameters. */
  query: z.ZodObject;
  /** Reads the first rows and prepares the reading of the other rows; refuses a caller who may not see the list. */
  open: (ctx: Ctx, query: Record<string, unknown>, id: number) => Promise<OpenedList>;
}

type About = Omit<ListDocument, 'query' | 'open'>;

/** A document of a list that is read by `about.open`, not page by page as `pagedDocument` does. */
export const ownDocument = <Schema extends z.ZodObject>(
  about: About & { query: Schema; open: (ctx: Ctx, query: z.output<Schema>, id: number) => Promise<OpenedList> },
): ListDocument => about as unknown as ListDocument;

interface PagedList<Schema extends z.ZodObject, Item> extends About {
  query: Schema;
  /** A page of the list as the caller may see it. `before` is the last id of the previous page. */
  read: (ctx: Ctx, query: z.output<Schema> & { before?: number | undefined }, id: number) => Promise<Page<Item>>;
  columns: Columns<Item>;
  /** Returns the value that identifies a row; the row's id by default. */
  key?: (item: Item) => unknown;
  /** The list is sorted by id, newest first, and continued by `before`: a late page is as fast as the first. */
  isById?: true;
}

/**
 * How many rows one query reads. Such a query takes some milliseconds, during which other requests wait. With half as many rows the whole list takes
 * twice as long, because a later page passes over all rows before it.
 */
const ROWS = 500;

const idOf = (item: unknown): unknown => (item as { id: unknown }).id;

/** A document of a list whose `read` returns one page at a time. */
export function pagedDocument<Schema extends z.ZodObject, Item>(list: PagedList<Schema, Item>): ListDocument {
  const { read, columns, key = idOf, isById, ...about } = list;
  const readFrom = (ctx: Ctx, query: z.output<Schema>, id: number, { page, before, total }: { page: number; before?: number; total?: number }) => {
    const range = { page: isById ? 1 : page, per_page: ROWS, ...(before !== undefined && { before }), ...(total !== undefined && { total }) };
    return read(ctx, { ...query, ...range }, id);
  };

  async function* rowsOf(ctx: Ctx, query: z.output<Schema>, id: number, first: Page<Item>, visible: Columns<Item>): AsyncGenerator<Cell[][]> {
    let current = first;
    // The keys of the previous page, so that a row that has moved from that page to this one meanwhile is not repeated.
    let previousKeys = new Set<unknown>();
    for (let page = 2; ; page += 1) {
      const items = current.items.filter((item) => !previousKeys.has(key(item)));
      previousKeys = new Set(current.items.map(key));
      yield items.map((item) => cellsOf(visible, item));
      const last = current.items.at(-1);
      if (isById ? current.items.length < current.per_page : page > first.last_page) return;
      current = await readFrom(ctx, query, id, { page, total: first.total, ...(isById && { before: Number(idOf(last)) }) });
    }
  }

  return {
    ...about,
    open: async (ctx, given, id) => {
      const query = given as z.output<Schema>;
      const visible = columns.filter(([, , may]) => may?.(ctx.actor) ?? true);
      const first = await readFrom(ctx, query, id, { page: 1 });
      return { columns: headingsOf(visible), total: first.total, batches: rowsOf(ctx, query, id, first, visible) };
    },
  };
}
