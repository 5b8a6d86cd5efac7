import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { forgetSequences } from './list-sequence.ts';

/** A person's place in a list when they left it. */
export interface ListPlace {
  /** Null if the list is scrolled to the row. */
  scroll: number | null;
  /** The id of the row that last had the keyboard focus. */
  row: string | null;
  chosen: ReadonlySet<string>;
}

const places = new Map<string, ListPlace>();
/** The address at which each list was left last, by the list's path. */
const views = new Map<string, string>();
/** How many places in lists are stored; the one that was left longest ago is deleted first. */
const MAX_PLACES = 50;

function keep(address: string, path: string, place: ListPlace): void {
  places.delete(address);
  places.set(address, place);
  views.set(path, address);
  const [oldest] = places.keys();
  if (places.size > MAX_PLACES && oldest !== undefined) places.delete(oldest);
}

/** The history state of a link that leads back: the list is then shown as the person left it. */
export const AS_LEFT = { as_left: true };

/** The address at which a list was left last, including search, filters and page. */
export const lastView = (path: string): string => views.get(path) ?? path;

/** Stores the address of a list that this page has not shown itself, as after it was loaded again. */
export function rememberView(path: string, address: string): void {
  if (!views.has(path)) views.set(path, address);
}

/** Makes a record the row at which a list is shown when the person goes back to it; `page` is the page on which the row is. */
export function movePlace(path: string, row: string, page: number): void {
  const before = views.get(path) ?? path;
  const [start = path, hash = ''] = before.split('#');
  const params = new URLSearchParams(hash);
  if (page > 1) params.set('page', String(page));
  else params.delete('page');
  const address = params.size > 0 ? `${start}#${params}` : start;
  keep(address, path, { scroll: null, row, chosen: places.get(before)?.chosen ?? new Set() });
}

/** Deletes all places and views, so that the next person at this browser does not find them. */
export function forgetLists(): void {
  places.clear();
  views.clear();
  forgetSequences();
}

/** The person's stored place in this list if they came back by the browser's Back or by a link with the state `AS_LEFT`; otherwise null. */
export function useListPlace(): ListPlace | null {
  const { pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const [place] = useState(() => {
    const isBack = type === 'POP' || (state as typeof AS_LEFT | null)?.as_left === true;
    return (isBack && places.get(pathname + search + hash)) || null;
  });
  return place;
}

/** Stores the person's place in a list when its screen is left. `scroller` is the scrolling element, or something within it. */
export function useKeptPlace(scroller: RefObject<Element | null>, row: RefObject<string | null>, selection: ReadonlySet<string>): void {
  const { pathname, search, hash } = useLocation();
  const latest = useRef({ address: '', path: '', chosen: selection });
  latest.current = { address: pathname + search + hash, path: pathname, chosen: selection };
  useLayoutEffect(
    () => () => {
      const { address, path, chosen: ids } = latest.current;
      keep(address, path, { scroll: scrollParent(scroller.current)?.scrollTop ?? 0, row: row.current, chosen: ids });
    },
    [scroller, row],
  );
}

/** The scrolling element around an element: the screen, or a part of it. */
export const scrollParent = (element: Element | null): Element | null => element?.closest('.scroll, main') ?? null;
