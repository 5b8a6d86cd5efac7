import { keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Key, type ReactNode, useId, useState } from 'react';
import { countText, formatCount } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import type { PageOf } from '../ui/page-of.ts';
import { Pager } from '../ui/pager.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';

interface CardProps<Data> {
  title: string;
  /** Shown at the end of the head. */
  aside?: ReactNode;
  /** The plural of what is loaded: *budgets*. */
  noun: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** A card of a wearer’s page, which reads its own data. */
export function WearerCard<Data>({ title, aside, noun, query, children }: CardProps<Data>) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <header className="wearer-head">
        <h2 id={id}>{title}</h2>
        {aside && <span className="push note">{aside}</span>}
      </header>
      <Loaded
        query={query}
        noun={noun}
        waiting={
          <div className="in-card">
            <SkeletonText lines={3} />
          </div>
        }
      >
        {children}
      </Loaded>
    </section>
  );
}

interface ListCardProps<Row> extends Omit<CardProps<never>, 'noun' | 'query' | 'children'> {
  noun: readonly [one: string, many: string];
  queryKey: QueryKey;
  load: (page: number, signal: AbortSignal) => Promise<PageOf<Row>>;
  /** The text for an empty list. */
  none: string;
  rowKey: (row: Row) => Key;
  row: (row: Row) => ReactNode;
  className?: string;
  /** Buttons under the list, if it has rows. */
  actions?: ReactNode;
}

/** A card with a list, page by page; if `queryKey` changes, the list returns to its first page. */
export function WearerListCard<Row>({ noun, queryKey, load, none, rowKey, row, className, actions, aside, ...card }: ListCardProps<Row>) {
  const key = queryKey.join('/');
  const [turned, setTurned] = useState({ key, page: 1 });
  const page = turned.key === key ? turned.page : 1;
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => load(page, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <WearerCard
      {...card}
      noun={noun[1]}
      query={query}
      aside={aside ?? (query.data && <span aria-hidden="true">{formatCount(query.data.total)}</span>)}
    >
      {({ items, total, last_page = 1 }) => (
        <>
          <span className="sr">{countText(total, ...noun)}</span>
          {items.length === 0 ? (
            <p className="in-card note">{none}</p>
          ) : (
            <ul className={`rows ${className ?? ''}`} aria-busy={query.isPlaceholderData || undefined}>
              {items.map((item) => (
                <li key={rowKey(item)}>{row(item)}</li>
              ))}
            </ul>
          )}
          {(last_page > 1 || (actions && total > 0)) && (
            <footer className="wearer-foot">
              <Pager
                label={`Pages of ${noun[1]}`}
                noun={noun}
                page={page}
                last={last_page}
                total={total}
                onPage={(next) => setTurned({ key, page: next })}
              />
              {total > 0 && actions}
            </footer>
          )}
        </>
      )}
    </WearerCard>
  );
}
