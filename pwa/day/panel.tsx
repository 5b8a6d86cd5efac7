import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { type DayRowName, dayRowPath, dayRows } from '../../shared/day/day-rows.ts';
import { formatCount } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { rowWords } from './day-words.ts';
import { MainAct, type MainActProps } from './main-act.tsx';
import { OrderTable } from './order-table.tsx';
import { type PanelItem, readPanel } from './read-panel.ts';

const emptyWords: Record<DayRowName, string> = {
  ready: 'Nothing is ready to release',
  late: 'No order is late',
  short: 'No order waits for stock',
  courier: 'No order waits for a courier',
  stuck: 'No order is stuck',
  missing: 'No client misses a parcel',
  returns: 'No return is to be decided',
  drafts: 'No client has a draft or a request',
  counts: 'No count is to be confirmed',
  checks: 'No SKU is to be counted',
  arriving: 'Nothing is due today',
  tablets: 'Every tablet has been seen',
  mail: 'No email has failed',
};

const Items = ({ items, label }: { items: readonly PanelItem[]; label: string }) => (
  <ul className="rows" aria-label={label}>
    {items.map((item) => (
      <li key={item.id}>
        <div className="grow day-item">
          <p className="cut" title={item.name}>
            <Link className={item.isCode ? 'code strong' : 'strong'} to={item.to}>
              {item.name}
            </Link>
          </p>
          <p className="sub cut" title={item.about}>
            {item.about}
          </p>
        </div>
        <span className="sub nowrap">{item.end}</span>
      </li>
    ))}
  </ul>
);

/** The chosen row's first items with its main button. It is read, and fails, apart from the board. */
export function DayPanel({ name, ...act }: { name: DayRowName } & Pick<MainActProps, 'pressed' | 'onMany'>) {
  const heading = useId();
  const query = useQuery({ queryKey: ['day', 'panel', name], queryFn: ({ signal }) => readPanel(name, signal) });
  const panel = query.data;
  const shown = panel?.orders?.length ?? panel?.items?.length ?? 0;
  return (
    <section className="card day-panel" aria-labelledby={heading} aria-busy={query.isFetching || undefined}>
      <header>
        <div className="grow">
          <h2 id={heading}>{rowWords[name]}</h2>
          {shown > 0 && <p className="note">{shown === 1 ? 'The only one' : 'The oldest first'}</p>}
        </div>
        {panel && shown > 0 && <MainAct name={name} panel={panel} {...act} />}
      </header>
      <Loaded query={query} noun={rowWords[name].toLowerCase()}>
        {({ total, orders, items = [] }) =>
          shown === 0 ? (
            <EmptyState title={emptyWords[name]}>
              <p>What comes here next appears by itself.</p>
            </EmptyState>
          ) : (
            <>
              {orders ? <OrderTable orders={orders} label={rowWords[name]} /> : <Items items={items} label={rowWords[name]} />}
              <footer>
                <Link to={dayRowPath(name)}>{total > shown ? `${formatCount(total - shown)} more in the list` : 'Open the list'}</Link>
                <kbd>{dayRows[name].key.toUpperCase()}</kbd>
              </footer>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
