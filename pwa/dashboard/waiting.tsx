import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { budgetNearEnd } from '../../shared/budgets/near-end.ts';
import { isCollection } from '../../shared/dispatch/collection.ts';
import { listText } from '../../shared/list-text.ts';
import { dayText, formatDate, ukDate } from '../../shared/uk-time.ts';
import { ArrivalButtons } from '../api/arrival-buttons.tsx';
import type { useWaiting, Waiting } from '../api/waiting.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BUDGETS_ID } from './budget-card.tsx';
import type { Graph } from './client.ts';
import { DecisionCard } from './decision-card.tsx';
import '../ui/waits.css';

/** Whether a request waits for the reader, so that its button is the main one of the page. */
export const hasDecision = (waiting: Waiting | undefined): boolean => waiting !== undefined && waiting.decisions.count > 0;

interface WaitingCardsProps {
  query: ReturnType<typeof useWaiting>;
  /** The budgets that the page shows; undefined until they are read. */
  budgets: Graph | undefined;
}

/** What waits for a client's person, before any chart: the oldest request, then a row for each other kind that has something. */
export function WaitingCards({ query, budgets }: WaitingCardsProps) {
  if (query.isError && !query.data)
    return (
      <section className="card waiting" aria-label="Waits for you">
        <LoadFailed error={query.error} noun="list of what waits" retry={() => void query.refetch()} />
      </section>
    );
  if (!query.data) return <WaitingSkeleton />;
  const { decisions, ...waiting } = query.data;
  const rows = [...rowsOf(waiting), budgets && budgetRow(budgets)].filter(Boolean);
  return (
    <div className="waiting">
      {decisions.oldest && <DecisionCard order={decisions.oldest} count={decisions.count} />}
      <section className="card" aria-label="Waits for you">
        {rows.length > 0 ? (
          <ul className="waits">{rows}</ul>
        ) : (
          <p className="sub waiting-none">{decisions.oldest ? 'Nothing else waits for you.' : 'Nothing waits for you.'}</p>
        )}
      </section>
    </div>
  );
}

/** Three rows as high as those that come. */
function WaitingSkeleton() {
  return (
    <div className="card waiting" aria-busy="true">
      <span className="sr">Loading</span>
      <ul className="waits" aria-hidden="true">
        {['52%', '38%', '45%'].map((width) => (
          <li key={width} className="waiting-soon">
            <Skeleton width="60%" height={20} />
            <Skeleton width={width} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function rowsOf({ sizes, drafts, parcels, returns, notices }: Omit<Waiting, 'decisions'>): ReactNode[] {
  const names = (of: readonly { name: string; count: number }[]): string => of.map(({ name, count }) => `${name} ${count}`).join(', ');
  const draft = drafts.latest;
  return [
    sizes.count > 0 && (
      <WaitRow
        key="sizes"
        count={sizes.count}
        title={sizes.count === 1 ? 'Size missing' : 'Sizes missing'}
        about={names(sizes.people)}
        to={sizes.order ? `/orders/${sizes.order}` : '/orders#waits=size'}
      />
    ),
    draft && (
      <WaitRow
        key="drafts"
        count={drafts.count}
        title={drafts.count === 1 ? 'Draft to go on with' : 'Drafts to go on with'}
        about={[draft.order_number, draft.employees?.length && countText(draft.employees.length, 'person', 'people')].filter(Boolean).join(', ')}
        to={drafts.count === 1 ? `/orders/${draft.uuid}/edit` : '/orders#waits=draft'}
      />
    ),
    parcels.count > 0 && (
      <WaitRow
        key="parcels"
        count={parcels.count}
        title={parcelsTitle(parcels)}
        about={listText(parcels.sites.map(({ name, count }) => (parcels.sites.length > 1 ? `${name} ${count}` : name)))}
        to="/orders#waits=parcel"
      >
        <Parcels parcels={parcels.items} namesSites={parcels.sites.length > 1} />
      </WaitRow>
    ),
    returns.latest && (
      <WaitRow
        key="returns"
        count={returns.count}
        title={returns.count === 1 ? 'Return to be decided' : 'Returns to be decided'}
        about={`${returns.latest.product_name}, order ${returns.latest.order_number}`}
        to={returns.count === 1 ? `/returns/${returns.latest.id}` : '/returns'}
      />
    ),
    notices.latest && (
      <WaitRow
        key="notices"
        count={notices.count}
        title={notices.count === 1 ? 'New notice' : 'New notices'}
        about={notices.latest.subject}
        to="/notices"
      />
    ),
  ];
}

/** The heading of the parcels. The list names at most the first ones, so more parcels than it has are called on their way. */
function parcelsTitle({ count, items }: Waiting['parcels']): string {
  if (items.length === count && items.every(isCollection)) return count === 1 ? 'Parcel to collect' : 'Parcels to collect';
  return count === 1 ? 'Parcel on its way' : 'Parcels on their way';
}

/** The row of the budgets that are nearly used up or end soon; null if there are none. */
function budgetRow({ labels, budget, current, ends_on, period_months }: Graph): ReactNode {
  const today = ukDate(new Date().toISOString());
  const near = labels.flatMap((label, at) => {
    const use = { budget: budget[at] ?? null, current: current[at] ?? 0, ends_on: ends_on[at] ?? null, period_months: period_months[at] ?? null };
    const remaining = (use.budget ?? 0) - use.current;
    switch (budgetNearEnd(use, today)) {
      case 'used':
        return [`${label}: ${remaining < 0 ? `${formatMoney(-remaining)} over` : `${formatMoney(remaining)} left`}`];
      case 'ending':
        return [`${label}: ${formatMoney(remaining)} left until ${formatDate(use.ends_on ?? '')}`];
      default:
        return [];
    }
  });
  if (near.length === 0) return null;
  const title = near.length === 1 ? 'Budget near its end' : 'Budgets near their end';
  return <WaitRow key="budgets" count={near.length} title={title} about={near.join(', ')} within={BUDGETS_ID} />;
}

/** Scrolls to a card of the page, and puts the focus there. */
function moveTo(id: string): void {
  const card = document.getElementById(id);
  card?.scrollIntoView({ block: 'start' });
  card?.focus({ preventScroll: true });
}

/** The largest number that a row shows. */
const MAX_COUNT = 99;

type WaitRowProps = { count: number; title: string; about: string; children?: ReactNode } & (
  | { to: string }
  /** The id of the card on the same page to which the row leads. */
  | { within: string }
);

function WaitRow({ count, title, about, children, ...target }: WaitRowProps) {
  const content = (
    <>
      <b>{count > MAX_COUNT ? `${MAX_COUNT}+` : formatCount(count)}</b>
      <div>
        <p className="strong cut">{title}</p>
        <p className="cut" title={about}>
          {about}
        </p>
      </div>
      <Icon name="next" />
    </>
  );
  return (
    <li>
      {'to' in target ? (
        <Link to={target.to}>{content}</Link>
      ) : (
        <button type="button" onClick={() => moveTo(target.within)}>
          {content}
        </button>
      )}
      {children}
    </li>
  );
}

/** The parcels on their way that left first. Each says when it left, leads to its order and its tracking, and asks whether it has arrived. */
function Parcels({ parcels, namesSites }: { parcels: Waiting['parcels']['items']; namesSites: boolean }) {
  const today = ukDate(new Date().toISOString());
  return (
    <ul className="waiting-parcels" aria-label="Parcels on their way">
      {parcels.map((parcel) => {
        const { id, order, site_name, dispatched_at, consignment, not_arrived_at } = parcel;
        return (
          <li key={id}>
            <div className="grow">
              <p className="cut">
                <Link className="code strong" to={`/orders/${order.uuid}`}>
                  {order.order_number}
                </Link>
                {namesSites && site_name && ` · ${site_name}`}
              </p>
              <p className="sub text-md">
                {not_arrived_at
                  ? `The office knows that it ${isCollection(parcel) ? 'was not there' : 'has not arrived'}.`
                  : `${isCollection(parcel) ? 'Ready to collect since' : 'Since'} ${dayText(ukDate(dispatched_at ?? today), today)}.`}
                {consignment?.tracking_url && (
                  <>
                    {' '}
                    <a href={consignment.tracking_url} target="_blank" rel="noreferrer">
                      Track<span className="sr"> the parcel of order {order.order_number} on the carrier’s page, in a new tab</span>
                    </a>
                  </>
                )}
              </p>
            </div>
            <div className="line waiting-arrival">
              <ArrivalButtons order={order} parcel={parcel} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
