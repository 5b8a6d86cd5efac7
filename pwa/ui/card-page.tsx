import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { countText } from './count-text.ts';
import { DataTableFoot } from './data-table-foot.tsx';
import { Loaded } from './loaded.tsx';
import type { PageOf } from './page-of.ts';
import type { ListState } from './use-list-state.ts';

/** The keys of the placeholders that are shown while the cards load. */
const WAITING = [1, 2, 3, 4, 5, 6, 7, 8];

interface CardPageProps<Row, Filter extends string> {
  /** "product", "products": for the count and for screen readers. */
  noun: readonly [one: string, many: string];
  list: ListState<Filter>;
  query: UseQueryResult<PageOf<Row>>;
  /** The class of the grid of cards. */
  grid: string;
  /** A card that is loading. */
  waitingCard: ReactNode;
  card: (row: Row) => ReactNode;
  /** Shown if there are no cards. */
  empty: ReactNode;
  className?: string;
}

/** A page of a list as cards in a grid, with the foot that leads to its other pages. */
export function CardPage<Row, Filter extends string>({ noun, list, query, grid, waitingCard, card, empty, className }: CardPageProps<Row, Filter>) {
  const page = query.data;
  return (
    <>
      <span className="sr" role="status">
        {query.isPending ? `Loading ${noun[1]}` : page && countText(page.total, ...noun)}
      </span>
      <div aria-busy={query.isPending || query.isPlaceholderData || undefined} className={className}>
        <Loaded
          query={query}
          noun={noun[1]}
          waiting={
            <div className={grid} aria-hidden="true">
              {WAITING.map((place) => (
                <Fragment key={place}>{waitingCard}</Fragment>
              ))}
            </div>
          }
        >
          {({ items }) => (items.length === 0 ? empty : <ul className={grid}>{items.map(card)}</ul>)}
        </Loaded>
      </div>
      {(page?.last_page ?? 1) > 1 && <DataTableFoot noun={noun} list={list} page={page} chosen={0} onUnchoose={() => undefined} />}
    </>
  );
}
