import type { PageOf } from './page-of.ts';

/** One page of a list as a person saw it, and what the list shows: with it the next record can be opened from inside one. */
export interface ListSequence {
  /** The ids of the rows. */
  ids: readonly string[];
  page: number;
  per_page: number;
  total: number;
  /** The address of the list, with its search, filters and order. */
  address: string;
  /** The query of the list without its page: search, filters and order. */
  query: Readonly<Record<string, unknown>>;
}

const keyOf = (path: string): string => `kitroom.sequence.${path}`;

/** Stores the page of a list that a person sees, for this tab. */
export function keepSequence(path: string, sequence: ListSequence): void {
  try {
    sessionStorage.setItem(keyOf(path), JSON.stringify(sequence));
  } catch {
    // A tab without storage does not know the next record.
  }
}

/** The sequence of a page that was read with a query. */
export const sequenceOf = <Row>(
  page: PageOf<Row>,
  rowId: (row: Row) => string,
  { page: number, per_page, ...query }: { page: number; per_page: number } & Record<string, unknown>,
  address: string,
): ListSequence => ({ address, ids: page.items.map(rowId), page: number, per_page, total: page.total, query });

/** The page of a list that a person saw last in this tab; null if there is none. */
export function lastSequence(path: string): ListSequence | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null') as ListSequence | null;
  } catch {
    return null;
  }
}

/** Deletes the pages of all lists, because the next person must not find those of another one. */
export function forgetSequences(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key);
}

/** The place of a record in a list, counted from 1, and the ids beside it. An id is null if the record is the first or last of the whole list. */
export interface Neighbours {
  place: number;
  total: number;
  /** The id, or the page on which the neighbour is. */
  previous: { id: string } | { page: number } | null;
  next: { id: string } | { page: number } | null;
}

/** The neighbours of a record in a list; null if the record is not on the page. */
export function neighboursIn({ ids, page, per_page, total }: ListSequence, id: string): Neighbours | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  const [before, after] = [ids[at - 1], ids[at + 1]];
  const place = (page - 1) * per_page + at + 1;
  return {
    place,
    total: Math.max(total, place),
    previous: before !== undefined ? { id: before } : page > 1 ? { page: page - 1 } : null,
    next: after !== undefined ? { id: after } : place < total ? { page: page + 1 } : null,
  };
}
