import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  type OfficeTimelineEvent,
  officeTimelineBy,
  officeTimelineTone,
  officeTimelineWords,
  timelineWaits,
} from '../../shared/ordering/office-timeline.ts';
import { reachable } from '../api/reachable.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { type Order, type OrderEvent, readTimeline } from './client.ts';
import '../ui/waits.css';
import { lineName } from '../api/line-name.ts';

/** How many events are shown until the person opens all. */
const LATEST = 20;

/** What the order waits for and what can happen next, above what happened. */
const waitsOf = (order: Order) =>
  order.is_submitted && !order.cancelled_at
    ? timelineWaits(
        order.lines.map((line) => ({ ...line, name: lineName(line), wearer: line.employee.name })),
        { can_release: order.can.release },
      )
    : [];

/** The order's timeline for the office: what it waits for, then what happened, the newest first. It follows by itself. */
export function TimelineCard({ order }: { order: Order }) {
  const { uuid } = order;
  const query = useQuery({
    queryKey: ['orders', uuid, 'timeline'],
    queryFn: ({ signal }) => readTimeline(uuid, signal),
    refetchInterval: 60_000,
  });
  const [isWhole, setIsWhole] = useState(false);
  // A lost connection shows at once, not only when the next read fails.
  const isLive = useStore(reachable) && !query.isError;
  return (
    <section className="card office-timeline" aria-label="Timeline">
      <header>
        <h2>Timeline</h2>
        <span className={isLive ? 'live push small' : 'note push small'}>
          {isLive ? (
            'Live'
          ) : (
            <>
              as of <DateText value={new Date(query.dataUpdatedAt).toISOString()} form="time" />
            </>
          )}
        </span>
      </header>
      <div className="in-card">
        <Loaded query={query} noun="timeline" waiting={<SkeletonText lines={5} />}>
          {({ items, open_counts }) => {
            const events = isWhole ? items : items.slice(0, LATEST);
            return (
              <>
                <ol className="office-events">
                  {waitsOf(order).map(({ tone, title, details }) => (
                    <li key={title} className={tone}>
                      <div>
                        <p>
                          <strong>{title}</strong>
                        </p>
                        {details.map((detail) => (
                          <p key={detail}>{detail}</p>
                        ))}
                      </div>
                    </li>
                  ))}
                  {open_counts.map(({ sku, bin, asked_at }) => (
                    <li key={`${sku} ${asked_at}`} className="warn">
                      <div>
                        <p>
                          <strong>Waits for a stock check</strong>
                        </p>
                        <p>
                          <Link className="code" to="/admin/attention">
                            {sku}
                          </Link>
                          {bin && `, bin ${bin}`}, asked <DateText value={asked_at} form="moment" />
                        </p>
                      </div>
                    </li>
                  ))}
                  {events.map((event, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: events have no id of their own, and are only added at the top
                    <Event key={items.length - place} event={event} />
                  ))}
                </ol>
                {items.length > events.length && (
                  <Button look="quiet" size="sm" onClick={() => setIsWhole(true)}>
                    Show {countText(items.length - events.length, 'earlier event')}
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

function Event({ event }: { event: OrderEvent }) {
  const me = useSession().who.user.id;
  const tone = officeTimelineTone(event.kind);
  const by = officeTimelineBy(event satisfies OfficeTimelineEvent, me);
  return (
    <li className={tone === 'plain' ? undefined : tone}>
      <div>
        <p>{officeTimelineWords(event, me)}</p>
        <p>
          <DateText value={event.at} form="moment" />
          {by && `, by ${by}`}
          {event.detail && (
            <>
              {' · '}
              {event.url ? <Link to={event.url}>{event.detail}</Link> : event.detail}
            </>
          )}
        </p>
      </div>
    </li>
  );
}
