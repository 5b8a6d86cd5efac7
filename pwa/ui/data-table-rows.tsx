import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { type Column, cellClass, cellOf, titleOf } from './data-table-columns.ts';
import { groupHeading } from './group-heading.ts';
import { scrollParent } from './list-memory.ts';
import { MoreCells } from './more-cells.tsx';
import { singleKeys } from './single-keys.ts';
import { useMedia } from './use-media.ts';

export interface RowsProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Columns for which the table has no room: each row shows them in a second line. */
  more?: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  rowTone?: (row: Row) => 'stuck' | undefined;
  under?: (row: Row) => ReactNode;
  group?: (row: Row) => string;
  /** Above this number of rows only those in view are rendered: 100 by default, fewer if cells are edited. */
  renderAll?: number;
  /** Changes when the rows become those of another list, such as another page of it. */
  list?: unknown;
  scroller: RefObject<HTMLElement | null>;
  /** The number of rows on the previous pages. */
  firstIndex: number;
  chosen?: ReadonlySet<string>;
  onOpen?: (row: Row) => void;
  /** Called when Enter is pressed on a row, if `onOpen` is not given. */
  onEnter?: (row: Row) => void;
  /** Whether a row has something to open; by default every row has if `onOpen` is given. */
  opens?: (row: Row) => boolean;
  /** Chooses the row, or clears the choice; with `isRange`, chooses all rows from the one that was chosen last to this one. */
  onChoose?: (row: Row, isRange: boolean) => void;
  /** The id of the row that Tab reaches first; by default the id of the first row. */
  startRow?: string | null;
  /** Called with the row that gets the keyboard focus. */
  onRow?: (id: string) => void;
}

/** The usual heights in pixels of a row and of its second line, until one is measured. */
const ROW = 33;
const SECOND_LINE = 23;

const operable = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role=menu]') !== null;

/** The rows. Tab reaches one row; arrows, `j`, `k`, Home, End and Page keys move the focus, Enter opens a row, Space and `x` choose it. */
export function DataTableRows<Row>(props: RowsProps<Row>) {
  const { rows, columns, more = [], rowId, group, scroller, firstIndex, chosen, onOpen, onChoose } = props;
  const enter = onOpen ?? props.onEnter;
  const [cursor, setCursor] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => rowId(row) === props.startRow),
    ),
  );
  const wantsFocus = useRef(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // A printed list has all its rows.
  const isPrinted = useMedia('print');
  const beyond = useRowsBeyond(props.list, rows.length, props.renderAll ?? 100);
  const isLong = rows.length > AT_ONCE && !isPrinted;
  const at = Math.min(cursor, rows.length - 1);
  const focusedAt = useRef<number | null>(null);
  const rowHeight = useRef<number>(undefined);

  // When the whole list is mounted anew (a phone's layout becomes a desk's), these rows are mounted before the list's ref is set.
  const findScroller = (): Element | null => scroller.current ?? scrollParent(body.current);

  const virtual = useVirtualizer({
    // Also counts the rows of a short list: otherwise a list that becomes long would be empty for one render, and the focused row would be lost.
    count: rows.length,
    // The virtualizer scrolls to `initialOffset` as soon as it knows the scrolling element. By then the list may already be scrolled to where somebody
    // left it, so the present offset is passed.
    initialOffset: () => findScroller()?.scrollTop ?? 0,
    getScrollElement: findScroller,
    getItemKey: useCallback(
      (place: number) => {
        const row = rows[place];
        return row === undefined ? place : rowId(row);
      },
      [rows, rowId],
    ),
    estimateSize: (place) => {
      const first = body.current?.querySelector('tr[data-row]');
      if (first) rowHeight.current ??= heightOf(first.nextElementSibling?.matches('.more') ? first.nextElementSibling : first);
      const height = rowHeight.current ?? ROW + (more.length > 0 ? SECOND_LINE : 0);
      return groupHeading(rows, place, group) === null ? height : 2 * height;
    },
    measureElement: heightOf,
    useFlushSync: false,
    overscan: beyond,
    // These rows stay rendered: the row that Tab reaches, the focused row, and the focused row's neighbours, to which the keyboard goes next.
    rangeExtractor: (range) =>
      withPlaces(range, focusedAt.current === null ? [at] : [at, focusedAt.current - 1, focusedAt.current, focusedAt.current + 1]),
  });

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    body.current?.querySelector<HTMLElement>(`tr[data-row="${at}"]`)?.focus();
  }, [at]);

  // If the focused row disappears, for example because it was archived, the focus goes to the row that takes its place.
  const onBlur = ({ target, relatedTarget }: FocusEvent<HTMLTableSectionElement>) => {
    if (relatedTarget) focusedAt.current = null;
    else
      queueMicrotask(() => {
        if (target.isConnected) focusedAt.current = null;
      });
  };
  // Runs only when the rows change, because only then can the focused row disappear.
  useLayoutEffect(() => {
    const place = focusedAt.current;
    if (place === null || (document.activeElement && document.activeElement !== document.body)) return;
    body.current?.querySelector<HTMLElement>(`tr[data-row="${Math.min(place, rows.length - 1)}"]`)?.focus({ preventScroll: true });
  }, [rows]);

  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.target instanceof Element && event.target.closest('input, select, textarea, [role=menu]')) return;
    const row = rows[at];
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, PageDown: at + 20, PageUp: at - 20 };
    const letterMoves: Record<string, number> = { j: at + 1, k: at - 1 };
    const isLetter = singleKeys.get() && !event.ctrlKey && !event.metaKey && !event.altKey;
    const next = moves[event.key] ?? (isLetter ? letterMoves[event.key] : undefined);
    if (next !== undefined) {
      wantsFocus.current = true;
      setCursor(Math.min(Math.max(next, 0), rows.length - 1));
      if (next === at) wantsFocus.current = false;
    } else if (row && event.key === 'Enter' && enter && !operable(event.target)) enter(row);
    else if (row && onChoose && ((event.key === ' ' && !operable(event.target)) || (event.key === 'x' && isLetter))) onChoose(row, false);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent, row: Row) => {
    props.onRow?.(rowId(row));
    if (operable(event.target)) return;
    if (event.shiftKey && onChoose) onChoose(row, true);
    else if (!window.getSelection()?.toString()) onOpen?.(row);
  };

  const hasMore = more.length > 0;
  // The second line is aligned with the text of the first.
  const isChosen = columns[0]?.key === '_chosen';
  const items = isLong ? virtual.getVirtualItems() : rows.map((_, index) => ({ index, start: 0, end: 0 }));
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  return (
    <tbody
      ref={body}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      // Without this, Shift and a click select the text between the two clicks.
      onMouseDown={onChoose && ((event) => event.shiftKey && !operable(event.target) && event.preventDefault())}
    >
      {items.map(({ index: place, start }, n) => {
        const row = rows[place];
        if (row === undefined) return null;
        const id = rowId(row);
        const tone = props.rowTone?.(row);
        const note = props.under?.(row);
        const opens = onOpen && (props.opens?.(row) ?? true);
        const heading = groupHeading(rows, place, group);
        const above = start - (items[n - 1]?.end ?? 0);
        const measured = isLong ? { 'data-index': place, ref: virtual.measureElement } : undefined;
        return (
          <Fragment key={id}>
            {above > 0 && <Gap height={above} span={columns.length} />}
            {heading !== null && (
              <tr className="group">
                <th colSpan={columns.length} scope="colgroup">
                  {heading}
                </th>
              </tr>
            )}
            <tr
              {...(note || hasMore ? undefined : measured)}
              data-row={place}
              tabIndex={place === at ? 0 : -1}
              className={classNames(tone, opens && 'opens', hasMore && 'with-more', tone && note ? 'with-under' : undefined)}
              aria-rowindex={firstIndex + place + 2}
              aria-selected={chosen ? chosen.has(id) : undefined}
              onFocus={(event) => {
                props.onRow?.(id);
                focusedAt.current = place;
                if (event.target === event.currentTarget) setCursor(place);
              }}
              onClick={(event) => onClick(event, row)}
            >
              <Cells row={row} columns={columns} />
            </tr>
            {hasMore && (
              <tr {...(note ? undefined : measured)} className={classNames('more', tone, opens && 'opens')} onClick={(event) => onClick(event, row)}>
                {isChosen && <td />}
                <td colSpan={columns.length - (isChosen ? 1 : 0)}>
                  <MoreCells row={row} columns={more} />
                </td>
              </tr>
            )}
            {note && (
              <tr {...measured} className={classNames(tone, 'under')}>
                <td colSpan={columns.length}>{note}</td>
              </tr>
            )}
          </Fragment>
        );
      })}
      {below > 0 && <Gap height={below} span={columns.length} />}
    </tbody>
  );
}

/** The number of rows up to which all are rendered at once. */
const AT_ONCE = 20;
/** How many rows above and below those in view are rendered at once: in a list that grows, and in one that keeps to the rows near those in view. */
const FIRST = 1;
const BEYOND = 6;
/** How many more rows above and below are rendered each time that the browser has painted. */
const MORE = 12;
/** Milliseconds between a paint and the rendering of more rows, in which the page handles the next key or click. */
const PAUSE = 80;

/**
 * How many rows above and below those in view to render: a few at first, because a person waits for the rows in view only, and then more until all are
 * in the document, where the browser's own search finds them. In a list of more than `renderAll` rows it stays at a few.
 */
function useRowsBeyond(list: unknown, count: number, renderAll: number): number {
  const grows = count <= renderAll;
  const [rendered, setRendered] = useState({ list, beyond: FIRST });
  const beyond = !grows ? BEYOND : Object.is(rendered.list, list) ? rendered.beyond : FIRST;
  const isGrowing = grows && beyond < count;
  useEffect(() => {
    if (!isGrowing) return;
    const timer = setTimeout(() => startTransition(() => setRendered({ list, beyond: beyond + MORE })), PAUSE);
    return () => clearTimeout(timer);
  }, [list, beyond, isGrowing]);
  return beyond;
}

/** The places of the rows in view and of the rows that are `kept`, in ascending order. */
function withPlaces(range: Range, kept: readonly number[]): number[] {
  const inList = kept.filter((place) => place >= 0 && place < range.count);
  return [...new Set([...inList, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
}

/** The height in pixels of a row, with the group heading above it and the note below it. `last` is the lowest of these elements. */
function heightOf(last: Element): number {
  let row = last;
  while (!row.matches('[data-row]') && row.previousElementSibling) row = row.previousElementSibling;
  const before = row.previousElementSibling;
  const first = before?.matches('.group') ? before : row;
  return last.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
}

interface CellsProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
}

/** The cells of a row. They are rendered again only when the row or the columns change, so that editing one row does not render all of them. */
const Cells = memo(function Cells<Row>({ row, columns }: CellsProps<Row>) {
  return columns.map((column) => (
    <td key={column.key} className={cellClass(column)} title={titleOf(column, row)}>
      {cellOf(column, row)}
    </td>
  ));
}) as <Row>(props: CellsProps<Row>) => ReactNode;

const Gap = ({ height, span }: { height: number; span: number }) => (
  <tr className="gap">
    <td colSpan={span} style={{ height }} />
  </tr>
);
