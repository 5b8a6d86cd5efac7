import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, type Ref, type RefObject, use, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { type ColumnChoice, useColumnChoice } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import { countText } from './count-text.ts';
import { DataTableCards } from './data-table-cards.tsx';
import { type Column, leastWidth, useFittingColumns } from './data-table-columns.ts';
import { DataTableFoot } from './data-table-foot.tsx';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRows } from './data-table-rows.tsx';
import { EmptyState } from './empty-state.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useKeptPlace, useListPlace } from './list-memory.ts';
import { keepSequence, sequenceOf } from './list-sequence.ts';
import { LoadFailed } from './load-failed.tsx';
import type { MenuItem } from './menu.tsx';
import { useMenuItems } from './menu-items.ts';
import { MenuOnDemand } from './menu-on-demand.tsx';
import type { PageOf } from './page-of.ts';
import { SearchInput } from './search-input.tsx';
import { chooseRange, type Selection, toggleRow } from './selection.ts';
import { Skeleton } from './skeleton.tsx';
import { SortBy } from './sort-by.tsx';
import { useAsLeft } from './use-as-left.ts';
import { useListKeys } from './use-list-keys.ts';
import type { ListState } from './use-list-state.ts';
import { useIsPhone, useMedia } from './use-media.ts';

export interface ViewMenuProps {
  /** The columns that the list shows, as an address has them. */
  columns: string;
}

/** Lets people choose the columns of a list and open its saved views. */
export interface ListViews {
  /** The name of the list under which a device stores the columns. */
  list: string;
  menu: (props: ViewMenuProps) => ReactNode;
}

export interface DataTableProps<Row, Filter extends string = string> {
  /** "order", "orders": for the row count and for screen readers. */
  noun: readonly [one: string, many: string];
  list: ListState<Filter>;
  /** The start of the cache key; the list's state is added. */
  queryKey: QueryKey;
  load: (query: ListState<Filter>['query'], signal: AbortSignal) => Promise<PageOf<Row>>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** The row's name: for its tick box and its menu. */
  rowName: (row: Row) => string;
  /** The address that Enter or a press on the row opens. */
  rowHref?: (row: Row) => string | null;
  /** `stuck` if the row waits for a person. Such a row is amber, with the content of `under` below the row. */
  rowTone?: (row: Row) => 'stuck' | undefined;
  /** An explanation under the row, with its remedies. */
  under?: (row: Row) => ReactNode;
  /** The name of a row's group, for a list that is sorted by group. A heading stands above the first row of each group. */
  group?: (row: Row) => string;
  /** Above this number of rows only those in view are in the document: 100 by default, fewer if cells are edited. */
  renderAll?: number;
  actions?: (row: Row) => readonly MenuItem[];
  /** The phone's form of a row. */
  card: (row: Row) => ReactNode;
  searchPlaceholder?: string;
  /** The search runs from this number of characters on. */
  searchFrom?: number;
  /** Filters beside the search. */
  tools?: ReactNode;
  /** Shown instead of the usual help about the keys, if the list understands other keys. */
  keys?: ReactNode;
  /** The specification's text for an empty list. */
  empty: string;
  emptyHint?: ReactNode;
  /** Shown if search and filters match no row. Says what the list has without search and filters. */
  elsewhere?: ReactNode;
  selection?: Selection;
  /** The text about the chosen rows, if their number alone does not say enough. */
  chosenText?: string | undefined;
  /** The address at which the list is exported. `query` is set only if the export needs another query than the list. */
  exports?: { path: string; query?: object };
  /** Buttons for the chosen rows, at the foot. */
  selectionActions?: ReactNode;
  /** The choice of columns and the menu of saved views, for a list that has them. */
  views?: ListViews;
  /** The choice of columns, if the list's page needs to know it; otherwise the list makes it by itself. */
  columnChoice?: ColumnChoice<Row>;
  /** The interval in milliseconds after which the list is read again. */
  refetchInterval?: number;
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * A list that the server pages, sorts and searches. The list's state is in the address, so a person who comes back finds the list unchanged. Arrow
 * keys, `j` and `k` move, Enter opens, Space and `x` choose, Shift and a click choose a range, `/` searches; if nothing else has the focus, these keys
 * work at once. Wide screens show a table with a
 * sticky head, phones show cards. Of a long page, only the rows in view are in the document.
 */
export function DataTable<Row, Filter extends string = string>(props: DataTableProps<Row, Filter>) {
  const { noun, list, actions, selection, rowId, rowName, views } = props;
  const ownChoice = useColumnChoice(props.columnChoice ? undefined : views?.list, props.columns, list);
  const choice = props.columnChoice ?? ownChoice;
  const allColumns = choice.columns;
  const isPhone = useIsPhone();
  // The help about the keys is left out where it would take a line of its own.
  const hasRoomForKeys = useMedia(`(width >= ${views ? (props.keys ? 1620 : 1440) : 1240}px)`);
  const navigate = useNavigate();
  const scroller = useRef<HTMLElement>(null);
  const place = useListPlace();
  const row = useRef(place?.row ?? null);
  useKeptPlace(scroller, row, selection?.ids ?? NOTHING);
  const query = useQuery({
    queryKey: [...props.queryKey, list.query],
    queryFn: ({ signal }) => props.load(list.query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: props.refetchInterval,
  });
  const rows = query.data?.items;
  const { pathname, search, hash, key: visit } = useLocation();
  // The link to a list that is open reads it again: the address stays, and the visit is another one.
  const address = pathname + search + hash;
  const last = useRef({ address, visit });
  const { refetch } = query;
  useEffect(() => {
    const isAgain = last.current.address === address && last.current.visit !== visit;
    last.current = { address, visit };
    if (isAgain) void refetch({ cancelRefetch: false });
  }, [address, visit, refetch]);
  const isOfQuery = query.data !== undefined && !query.isPlaceholderData;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page is stored once it is read, and the functions change at every render
  useEffect(() => {
    if (isOfQuery && query.data && props.rowHref) keepSequence(pathname, sequenceOf(query.data, rowId, list.query, pathname + search + hash));
  }, [query.data, isOfQuery, pathname]);
  // A list that is read again remains the same list; the rows of the previous query remain until those of the next have arrived.
  const queryOfRows = useRef(list.query);
  if (isOfQuery) queryOfRows.current = list.query;
  useAsLeft(place, rows !== undefined, scroller, () => rows?.findIndex((one) => rowId(one) === place?.row) ?? -1);
  useListKeys(scroller, { opens: props.rowHref !== undefined, chooses: selection !== undefined });
  /** The row that was chosen last, at which a range begins. */
  const lastChosen = useRef<string | null>(null);
  const filtered = list.search !== '' || Object.keys(list.filters).length > 0;

  const choose = (id: string, isRange: boolean) => {
    if (!selection || selection.disabled?.(id)) return;
    const ids = rows?.map(rowId) ?? [];
    if (isRange && lastChosen.current !== null && ids.includes(lastChosen.current)) chooseRange(selection, ids, lastChosen.current, id);
    else toggleRow(selection, id);
    lastChosen.current = id;
  };
  const rowFunctions = { rowId, rowName, actions: actions ?? noActions, choose };
  const latest = useRef(rowFunctions);
  latest.current = rowFunctions;
  const isSelectable = selection !== undefined;
  const hasActions = actions !== undefined;
  // The columns stay the same objects while rows are chosen and filters change, so that no cell is rendered again.
  const ownColumns = useMemo(
    () => [...(isSelectable ? [tickColumn(latest)] : []), ...allColumns, ...(hasActions ? [menuColumn(latest)] : [])],
    [isSelectable, allColumns, hasActions],
  );
  const { columns, more } = useFittingColumns(ownColumns);
  const sortsFolded = !isPhone && more.some(({ orderBy }) => orderBy !== undefined);
  const cardColumns = useMemo(() => allColumns.filter(({ onCard }) => onCard), [allColumns]);
  // Until rows are loaded, the list assumes that each row links to a page. If no loaded row does, the list does not announce that Enter opens a row.
  const opensRows = props.rowHref && (!rows?.length || rows.some((row) => props.rowHref?.(row)));
  const open = (row: Row) => {
    const href = props.rowHref?.(row);
    if (href) void navigate(href);
  };
  const ids = selection?.ids ?? NOTHING;
  const disabled = selection?.disabled;
  const ticks = useMemo((): TickState => ({ ids, disabled, choose: (id, isRange) => latest.current.choose(id, isRange) }), [ids, disabled]);

  const none = rows?.length === 0 && (
    <EmptyState title={props.empty} action={filtered && <Button onClick={list.clear}>{list.search ? 'Clear search' : 'Clear filters'}</Button>}>
      {filtered ? <p>{list.search ? `Nothing matches “${list.search}”.` : 'Nothing matches these filters.'}</p> : props.emptyHint}
      {filtered && props.elsewhere}
    </EmptyState>
  );
  const failed = query.isError && !query.isFetching && !rows && <LoadFailed noun={noun[1]} error={query.error} retry={() => void query.refetch()} />;
  // A retry after a failure counts as loading too.
  const isWaiting = query.isFetching && !rows;
  const busy = isWaiting || query.isPlaceholderData;
  const selectedCount = selection?.ids.size ?? 0;
  const here = new Set(rows?.map(props.rowId));
  const hiddenCount = rows ? [...(selection?.ids ?? [])].filter((id) => !here.has(id)).length : 0;
  // On a phone, the foot of an empty list would only repeat the list's text. Past the last page the foot stays, because it has the way back.
  const hasFoot = !isPhone || selectedCount > 0 || !(failed || (none && list.page === 1));
  const shared = { rows: rows ?? [], rowId, rowName, under: props.under, rowTone: props.rowTone, group: props.group };

  return (
    <>
      {(props.searchPlaceholder || props.tools || sortsFolded) && (
        <div className="tools list-tools">
          {props.searchPlaceholder && (
            <SearchInput
              value={list.search}
              onSearch={(search) => list.set({ search } as Parameters<typeof list.set>[0])}
              label={`Search ${noun[1]}`}
              placeholder={props.searchPlaceholder}
              from={props.searchFrom}
              shortcut
            />
          )}
          {props.tools}
          {views && (
            // The palette finds saved views by itself, and columns are not actions.
            <span className="contents" data-no-action>
              {views.menu({ columns: choice.text })}
              {!isPhone && <ColumnMenu choice={choice} />}
            </span>
          )}
          {sortsFolded && <SortBy columns={allColumns} list={list} />}
          {hasRoomForKeys && (
            <span className="push note list-keys">
              {props.keys || (
                <>
                  <kbd>↑</kbd> <kbd>↓</kbd> move{' '}
                  {opensRows && (
                    <>
                      <kbd>Enter</kbd> open
                    </>
                  )}
                </>
              )}
            </span>
          )}
        </div>
      )}
      <span className="sr" role="status">
        {isWaiting ? `Loading ${noun[1]}` : query.data ? countText(query.data.total, noun[0], noun[1]) : ''}
      </span>
      {isPhone ? (
        <div ref={scroller as Ref<HTMLDivElement>} className="list-cards" aria-busy={busy || undefined}>
          {isWaiting && <CardSkeletons />}
          {failed || none || (
            <DataTableCards {...shared} card={props.card} more={cardColumns} rowHref={props.rowHref} selection={selection} actions={actions} />
          )}
        </div>
      ) : (
        <section
          ref={scroller}
          className={classNames('scroll', 'grow', 'list-scroll')}
          aria-busy={busy || undefined}
          aria-label={noun[1]}
          tabIndex={rows?.length ? undefined : 0}
        >
          <table className="table" style={{ minWidth: leastWidth(columns) }} aria-rowcount={query.data ? query.data.total + 1 : undefined}>
            <colgroup>
              {columns.map((column) => (
                <col key={column.key} style={column.width ? { width: column.width } : undefined} />
              ))}
            </colgroup>
            <DataTableHead columns={columns} list={list} selection={selection} rows={rows ?? []} rowId={rowId} />
            {isWaiting ? (
              <RowSkeletons columns={columns} />
            ) : (
              <Ticks value={ticks}>
                <DataTableRows
                  {...shared}
                  columns={columns}
                  more={more}
                  renderAll={props.renderAll}
                  list={queryOfRows.current}
                  scroller={scroller}
                  firstIndex={(list.page - 1) * list.per_page}
                  chosen={selection?.ids}
                  onOpen={props.rowHref ? open : undefined}
                  opens={(one) => Boolean(props.rowHref?.(one))}
                  onChoose={selection ? (one, isRange) => choose(rowId(one), isRange) : undefined}
                  startRow={place?.row}
                  onRow={(id) => {
                    row.current = id;
                  }}
                />
              </Ticks>
            )}
          </table>
          {failed || none}
        </section>
      )}
      {hasFoot && (
        <DataTableFoot
          noun={noun}
          list={list}
          page={query.data}
          chosen={selectedCount}
          chosenText={props.chosenText}
          hidden={hiddenCount}
          onUnchoose={() => selection?.onChange(new Set())}
          exports={props.exports && <ExportMenu query={list.query} {...props.exports} />}
        >
          {props.selectionActions}
        </DataTableFoot>
      )}
    </>
  );
}

/** The functions of a list that its columns call; a list may make them anew at every render. */
interface RowFunctions<Row> {
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  actions: (row: Row) => readonly MenuItem[];
  choose: (id: string, isRange: boolean) => void;
}
const noActions = (): readonly MenuItem[] => [];

const tickColumn = <Row,>(latest: RefObject<RowFunctions<Row>>): Column<Row> => ({
  key: '_chosen',
  heading: 'Chosen',
  hiddenHeading: true,
  width: 44,
  fits: true,
  cell: (row) => <RowTick id={latest.current.rowId(row)} name={latest.current.rowName(row)} />,
});

interface TickState extends Pick<Selection, 'ids' | 'disabled'> {
  choose: (id: string, isRange: boolean) => void;
}
/** Which rows of a list are chosen, and what a press on a tick box does. */
const Ticks = createContext<TickState | null>(null);

function RowTick({ id, name }: { id: string; name: string }) {
  const ticks = use(Ticks);
  return (
    <span className="tick">
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        checked={ticks?.ids.has(id) ?? false}
        disabled={ticks?.disabled?.(id)}
        onChange={({ nativeEvent }) => ticks?.choose(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    </span>
  );
}

const menuColumn = <Row,>(latest: RefObject<RowFunctions<Row>>): Column<Row> => ({
  key: '_actions',
  heading: 'Actions',
  hiddenHeading: true,
  width: 56,
  cell: (row) => <RowMenu read={() => latest.current.actions(row)} name={latest.current.rowName(row)} />,
});

/** The menu of a row. Its list is made once it is opened, because a page has up to a hundred of them. */
function RowMenu({ read, name }: { read: () => readonly MenuItem[]; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useMenuItems(read);
  const items = read();
  return (
    items.length > 0 && (
      <MenuOnDemand items={items} open={isOpen} onOpenChange={setIsOpen}>
        <IconButton ref={trigger} icon="more" label={`Actions for ${name}`} size="sm" className="row-menu" />
      </MenuOnDemand>
    )
  );
}

const shades = [0.55, 0.8, 0.65, 0.9, 0.5, 0.72];

function RowSkeletons<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 18 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
        <tr key={row}>
          {columns.map((column, place) => (
            <td key={column.key} className={column.align}>
              {!column.hiddenHeading && <Skeleton width={`${(shades[(row * 5 + place) % shades.length] ?? 0.7) * 100}%`} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function CardSkeletons() {
  return Array.from({ length: 5 }, (_, card) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike and never move
    <div key={card} className="card list-card" aria-hidden="true">
      <Skeleton width="40%" height={14} />
      <Skeleton width="85%" />
      <Skeleton width="60%" />
    </div>
  ));
}
