import type { z } from 'zod';
import type { Cell } from '../../shared/csv.ts';
import type { Ctx } from '../core/context.ts';
import type { Page } from '../core/paging.ts';
import { type Columns, cellsOf, headingsOf } from '../http/columns.ts';
import type { Batches } from '../http/csv.ts';

/** A list before it is written as a document. */
export interface OpenedList {
  columns: readonly string[];
  /** The number of rows, where it is known. */
  total?: number | undefined;
  batches: Batches;
}

/** A list of the office as a document: everything that its filters show, on all its pages. */
export interface ListDocument {
  /** Its address; `:id` is the record that the list belongs to. */
  path: string;
  summary: string;
  area: string;
  /** The start of the file’s name. */
  file: string;
  /** The query of the list itself. */
  query: z.ZodObject;
  /** Reads the first rows, which refuses whoever may not see the list, and prepares the reading of the others. */
  open: (ctx: Ctx, query: Record<string, unknown>, id: number) => Promise<OpenedList>;
}

type About = Omit<ListDocument, 'query' | 'open'>;

/** A list that is opened in a way of its own. */
export const ownDocument = <Schema extends z.ZodObject>(
  about: About & { query: Schema; open: (ctx: Ctx, query: z.output<Schema>, id: number) => Promise<OpenedList> },
): ListDocument => about as unknown as ListDocument;

interface PagedList<Schema extends z.ZodObject, Item> extends About {
  query: Schema;
  /** A page of the list as the caller may see it. `before` is the id that the last page ended with. */
  read: (ctx: Ctx, query: z.output<Schema> & { before?: number | undefined }, id: number) => Promise<Page<Item>>;
  columns: Columns<Item>;
  /** What tells rows apart; their id by default. */
  key?: (item: Item) => unknown;
  /** The list is sorted by id, newest first, and continued by `before`: an old page is as fast as the first. */
  isById?: true;
}

/**
 * How many rows one query reads: that takes some milliseconds, during which other requests wait. With half as many the whole list takes twice as
 * long, because a later page passes over all rows before it.
 */
const ROWS = 500;

const idOf = (item: unknown): unknown => (item as { id: unknown }).id;

/** A list that is read a page at a time by its own query. */
export function pagedDocument<Schema extends z.ZodObject, Item>(list: PagedList<Schema, Item>): ListDocument {
  const { read, columns, key = idOf, isById, ...about } = list;
  const readFrom = (ctx: Ctx, query: z.output<Schema>, id: number, { page, before, total }: { page: number; before?: number; total?: number }) => {
    const range = { page: isById ? 1 : page, per_page: ROWS, ...(before !== undefined && { before }), ...(total !== undefined && { total }) };
    return read(ctx, { ...query, ...range }, id);
  };

  async function* rowsOf(ctx: Ctx, query: z.output<Schema>, id: number, first: Page<Item>, visible: Columns<Item>): AsyncGenerator<Cell[][]> {
    let current = first;
    // A row that moved to the next page while this one was read is not repeated.
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
