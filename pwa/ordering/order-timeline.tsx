import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { timelineBy, timelineTone, timelineWords } from '../../shared/ordering/timeline.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { readTimeline, type TimelineItem } from './client.ts';
import { orderKey } from './order-data.ts';
import './review.css';

/** How many of the latest events are shown until the person opens all. If there are at most `few` more, all are shown at once. */
const latest = 6;
const few = 2;

/** The history of an order: who did what, and when, the latest first. */
export function OrderTimeline({ uuid }: { uuid: string }) {
  const query = useQuery({ queryKey: [...orderKey(uuid), 'timeline'], queryFn: ({ signal }) => readTimeline(uuid, signal) });
  return (
    <section className="card" aria-label="What happened">
      <header>
        <h2>What happened</h2>
      </header>
      <div className="in-card">
        <Loaded query={query} noun="timeline" waiting={<SkeletonText lines={4} />}>
          {({ items }) => <Events items={items} />}
        </Loaded>
      </div>
    </section>
  );
}

function Events({ items }: { items: readonly TimelineItem[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const newest = items.toReversed();
  const events = isWhole || newest.length <= latest + few ? newest : newest.slice(0, latest);
  return (
    <>
      <ol className="timeline">
        {events.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id of their own, and are only appended
          <Event key={items.length - place} item={item} />
        ))}
      </ol>
      {newest.length > events.length && (
        <Button look="quiet" size="sm" className="timeline-more" onClick={() => setIsWhole(true)}>
          Show {countText(newest.length - events.length, 'earlier event')}
        </Button>
      )}
    </>
  );
}

function Event({ item }: { item: TimelineItem }) {
  const me = useSession().who.user.id;
  const tone = timelineTone(item.kind);
  const about = [timelineBy(item, me), item.url ? null : item.detail].filter(Boolean).join(' · ');
  return (
    <li className={classNames('timeline-event', tone !== 'plain' && tone)}>
      <p className="timeline-words">{timelineWords(item, me)}</p>
      {item.url && item.detail && (
        <p className="timeline-about">
          <Link to={item.url}>{item.detail}</Link>
        </p>
      )}
      {about && <p className="sub timeline-about">{about}</p>}
      <p className="note timeline-about">
        <DateText value={item.at} form="moment" />
      </p>
    </li>
  );
}
