import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { SHORTFALL_PAGE } from '../../shared/dashboards/graphs.ts';
import { dueState } from '../../shared/due-state.ts';
import { limits } from '../../shared/limits.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Button } from '../ui/button.tsx';
import { DataTableFoot } from '../ui/data-table-foot.tsx';
import { DateText } from '../ui/date-text.tsx';
import { dueWords } from '../ui/due-words.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ListState } from '../ui/use-list-state.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { readShortfall, type Shortfall } from './client.ts';

/** Lines that have waited two weeks or more for their stock, the oldest first. */
export function ShortfallCard({ list, site_id }: { list: ListState<'timeframe' | 'site_id'>; site_id: string | undefined }) {
  const isPhone = useIsPhone();
  const heading = useId();
  const { search } = list;
  const filter = { page: list.page, site_id, ...(search && { search }) };
  const query = useQuery({
    queryKey: ['dashboard', 'shortfall', filter],
    queryFn: ({ signal }) => readShortfall(filter, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card graph-card" aria-labelledby={heading} aria-busy={query.isFetching || undefined}>
      <header>
        <h2 id={heading}>Shortfall</h2>
        <span className="note cut shortfall-about">Sized lines two weeks old or more, not fully allocated</span>
        <SearchInput
          className="shortfall-search"
          value={search}
          onSearch={(words) => list.set({ search: words })}
          label="Search the shortfall"
          placeholder="Order, employee or product"
          from={limits.search_min}
        />
      </header>
      <Loaded query={query} noun="shortfall" waiting={<Waiting />}>
        {(page) =>
          page.total === 0 ? (
            search ? (
              <EmptyState title="No shortfall to show" action={<Button onClick={() => list.set({ search: '' })}>Clear search</Button>}>
                <p>Nothing that waits for stock matches “{search}”.</p>
              </EmptyState>
            ) : (
              <EmptyState title="No shortfall to show">
                <p>Nothing that was ordered two weeks ago or earlier waits for stock.</p>
              </EmptyState>
            )
          ) : (
            <>
              {isPhone ? <Cards items={page.items} /> : <Rows items={page.items} />}
              <DataTableFoot
                noun={['line', 'lines']}
                list={{ ...list, per_page: SHORTFALL_PAGE }}
                page={page}
                chosen={0}
                onUnchoose={() => undefined}
              />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const hrefOf = ({ order }: Shortfall): string => `/orders/${order.uuid}`;
const nameOf = ({ product }: Shortfall): string => [product.name, product.variation_colour].filter(Boolean).join(', ');

/** When the missing items are expected, in the same words as on their order. */
function Due({ line }: { line: Shortfall }) {
  const words = dueWords(line, line.shortfall);
  if (words === null) return <span className="note">In stock</span>;
  const isUrgent = !line.on_order || dueState(line.due, ukDate(new Date().toISOString())) === 'late';
  return <span className={isUrgent ? 'shortfall-due t-warn strong' : 'shortfall-due'}>{words}</span>;
}

function Garment({ line }: { line: Shortfall }) {
  return (
    <span className="line">
      <GarmentTile media={line.product.media} alt="" colour={line.product.colour_hex} size={24} />
      <strong className="nowrap">{sizeOf(line.product)}</strong>
      <span className="cut" title={nameOf(line)}>
        {nameOf(line)}
      </span>
    </span>
  );
}

const Short = ({ line }: { line: Shortfall }) => (
  <>
    <strong>{line.shortfall}</strong>
    <span className="note">
      <span aria-hidden="true"> / </span>
      <span className="sr"> of </span>
      {line.qty_requested}
    </span>
  </>
);

function Rows({ items }: { items: readonly Shortfall[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="scroll shortfall-scroll" aria-label="Shortfall, table" tabIndex={0}>
      <table className="table">
        <caption className="sr">Shortfall</caption>
        <colgroup>
          <col style={{ width: 68 }} />
          <col style={{ width: 76 }} />
          <col />
          <col style={{ width: '32%' }} />
          <col style={{ width: 58 }} />
          <col style={{ width: 132 }} />
          <col style={{ width: 54 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Submitted</th>
            <th scope="col">Employee</th>
            <th scope="col">Product</th>
            <th scope="col" className="num">
              Short
            </th>
            <th scope="col">Due</th>
            <th scope="col" className="num">
              Days
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((line) => (
            <tr key={line.id}>
              <td>
                <Link className="code" to={hrefOf(line)}>
                  {line.order.order_number}
                </Link>
              </td>
              <td>
                <DateText value={line.submitted_at} form="list" />
              </td>
              <td title={[line.employee.name, line.site?.name].filter(Boolean).join(', ')}>{line.employee.name}</td>
              <td>
                <Garment line={line} />
              </td>
              <td className="num">
                <Short line={line} />
              </td>
              <td>
                <Due line={line} />
              </td>
              <td className="num">{line.days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ items }: { items: readonly Shortfall[] }) {
  return (
    <ul className="rows">
      {items.map((line) => (
        <li key={line.id} className="shortfall-row">
          <GarmentTile media={line.product.media} alt="" colour={line.product.colour_hex} size={40} />
          <div className="grow">
            <div className="line">
              <Link className="code strong" to={hrefOf(line)}>
                {line.order.order_number}
              </Link>
              <span className="sub cut">{line.employee.name}</span>
              <span className="push nowrap">
                <Short line={line} /> short
              </span>
            </div>
            <div className="line">
              <span className="cut">{[sizeOf(line.product), nameOf(line)].filter(Boolean).join(' · ')}</span>
            </div>
            <div className="line sub">
              {line.days} days
              <span className="push">
                <Due line={line} />
              </span>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

const widths = ['92%', '78%', '85%', '60%', '88%', '70%'];

function Waiting() {
  return (
    <div className="in-card flow" aria-busy="true">
      <span className="sr">Loading</span>
      {widths.map((width) => (
        <p key={width}>
          <Skeleton width={width} />
        </p>
      ))}
    </div>
  );
}
