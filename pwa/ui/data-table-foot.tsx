import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { countText, formatCount } from './count-text.ts';
import { HiddenRows } from './hidden-rows.tsx';
import type { PageOf } from './page-of.ts';
import type { ListState } from './use-list-state.ts';

/** How many rows there are, which of them are shown, and the buttons to the other pages. */
export function DataTableFoot<Row, Filter extends string>({
  noun,
  list,
  page,
  chosen,
  chosenText = `${chosen} chosen`,
  hidden = 0,
  onUnchoose,
  exports,
  children,
}: {
  noun: readonly [string, string];
  list: ListState<Filter>;
  page: PageOf<Row> | undefined;
  chosen: number;
  /** The text about the chosen rows, if their number alone does not say enough. */
  chosenText?: string | undefined;
  /** How many of the chosen rows are not on the screen. */
  hidden?: number;
  onUnchoose: () => void;
  /** The menu that saves the whole list as a file. */
  exports?: ReactNode;
  children?: ReactNode;
}) {
  const total = page?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / list.per_page));
  const first = total === 0 ? 0 : (list.page - 1) * list.per_page + 1;
  const until = Math.min(total, list.page * list.per_page);
  const go = (to: number) => list.set({ page: to } as Parameters<typeof list.set>[0]);
  const pages = (last > 1 || list.page > 1) && (
    <nav className="line" aria-label="Pages">
      <span className="note">
        Page {formatCount(list.page)} of {formatCount(last)}
      </span>
      <Button size="sm" disabled={list.page <= 1} onClick={() => go(Math.min(list.page - 1, last))}>
        Previous
      </Button>
      <Button size="sm" disabled={list.page >= last} onClick={() => go(list.page + 1)}>
        Next
      </Button>
    </nav>
  );
  if (chosen > 0) {
    return (
      <div className="foot list-foot of-chosen">
        <strong>{chosenText}</strong>
        <HiddenRows count={hidden} />
        <Button size="sm" look="quiet" onClick={onUnchoose}>
          Choose none
        </Button>
        <span className="push line wide">
          {pages}
          {children}
        </span>
      </div>
    );
  }
  return (
    <div className="foot list-foot">
      <span className="sub">
        {last > 1 ? `${formatCount(first)} to ${formatCount(until)} of ${formatCount(total)}` : page ? countText(total, noun[0], noun[1]) : ' '}
      </span>
      {total > 0 && exports}
      {list.sizes && total > Math.min(...list.sizes) ? (
        <select
          className="in list-sizes"
          aria-label="Rows on a page"
          value={list.per_page}
          onChange={({ target }) => list.set({ per_page: Number(target.value) } as Parameters<typeof list.set>[0])}
        >
          {list.sizes.map((size) => (
            <option key={size} value={size}>
              {size} a page
            </option>
          ))}
        </select>
      ) : (
        last > 1 && <span className="note list-per-page">{list.per_page} a page</span>
      )}
      <span className="push">{pages}</span>
    </div>
  );
}
