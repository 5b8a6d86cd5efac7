import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { Column } from './data-table-columns.ts';
import type { ListState } from './use-list-state.ts';

/** The name of the parameter in the address that names the columns of a list; a link has it so that everybody sees the same columns. */
export const COLUMNS = 'columns';
const SEPARATOR = '.';

const storageKey = (list: string): string => `kitroom.columns.${list}`;
/** The columns of a list that a person has chosen on this device; null without a choice. */
export function storedColumns(list: string): string | null {
  try {
    return localStorage.getItem(storageKey(list));
  } catch {
    return null;
  }
}
/** Stores the columns of a list that a person has chosen on this device; null forgets the choice. */
export function storeColumns(list: string, columns: string | null): void {
  try {
    if (columns === null) localStorage.removeItem(storageKey(list));
    else localStorage.setItem(storageKey(list), columns);
  } catch {
    // A device without storage loses the choice with the tab.
  }
}

/** The columns that a person cannot hide: those without a visible heading, and the first with one, which names the row. */
function fixedColumns<Row>(columns: readonly Column<Row>[]): ReadonlySet<string> {
  const first = columns.find(({ hiddenHeading }) => !hiddenHeading);
  return new Set(columns.filter((column) => column.hiddenHeading || column === first).map(({ key }) => key));
}

export interface ColumnChoice<Row> {
  /** The columns that are shown. */
  columns: readonly Column<Row>[];
  /** The columns that a person can show or hide. */
  offered: readonly Column<Row>[];
  /** The keys of the offered columns that are shown, as the address has them. */
  text: string;
  isShown: (key: string) => boolean;
  toggle: (key: string) => void;
  /** Shows the columns that the list has by itself; undefined if it shows them already. */
  reset?: (() => void) | undefined;
}

/**
 * Which columns of a list are shown: those in the address, otherwise those that the person has chosen on this device, otherwise all but those that
 * are `extra`. Without a name for the list there is no choice.
 */
export function useColumnChoice<Row, Filter extends string>(
  list: string | undefined,
  all: readonly Column<Row>[],
  state: ListState<Filter>,
): ColumnChoice<Row> {
  const { hash } = useLocation();
  const read = () => ({ list, columns: list === undefined ? null : storedColumns(list) });
  const [kept, setKept] = useState(read);
  // A page may show another list in its place, with a choice of its own.
  const { columns: stored } = kept.list === list ? kept : read();
  const inAddress = list === undefined ? null : new URLSearchParams(hash.slice(1)).get(COLUMNS);
  const chosen = inAddress ?? stored;
  const fixed = useMemo(() => fixedColumns(all), [all]);
  const offered = useMemo(() => all.filter(({ key }) => !fixed.has(key)), [all, fixed]);
  const own = useMemo(() => offered.filter(({ extra }) => !extra).map(({ key }) => key), [offered]);
  const visibleKeys = useMemo(() => new Set(chosen?.split(SEPARATOR) ?? own), [chosen, own]);
  // The same columns stay the same objects, so that no cell is rendered again while filters change.
  const columns = useMemo(
    () => (list === undefined ? all : all.filter(({ key }) => fixed.has(key) || visibleKeys.has(key))),
    [list, all, fixed, visibleKeys],
  );
  const textOf = (is: (key: string) => boolean): string =>
    offered
      .map(({ key }) => key)
      .filter(is)
      .join(SEPARATOR);
  const isShown = (key: string): boolean => visibleKeys.has(key);
  const text = textOf(isShown);
  const keep = (next: string | null): void => {
    if (list === undefined) return;
    storeColumns(list, next);
    setKept({ list, columns: next });
    if (inAddress !== null) state.set({ [COLUMNS]: next ?? '', page: state.page } as Parameters<typeof state.set>[0]);
  };
  return {
    columns,
    offered,
    text,
    isShown,
    toggle: (key) => keep(textOf((one) => (one === key ? !isShown(one) : isShown(one)))),
    reset: text === own.join(SEPARATOR) ? undefined : () => keep(null),
  };
}
