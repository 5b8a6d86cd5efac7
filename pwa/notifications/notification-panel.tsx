import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Popover } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { WithQueries } from '../api/with-queries.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { type Notification, notifications, readNotifications } from './client.ts';
import { unreadCount } from './unread.ts';

const key = ['notifications'] as const;

/** The person's notifications in a panel under the bell. The panel opens as soon as this component has loaded. */
export default function NotificationPanel({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="notification-panel rise" align="end" sideOffset={4} collisionPadding={8} aria-labelledby="notifications-title">
          <WithQueries>
            <NotificationList onLeave={() => setOpen(false)} />
          </WithQueries>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NotificationList({ onLeave }: { onLeave: () => void }) {
  const queries = useQueryClient();
  const count = useStore(unreadCount);
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readNotifications(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, last_page }) => (current_page < last_page ? current_page + 1 : undefined),
    staleTime: 0,
  });
  // A changed count means that there are new notifications, or that some were read elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count itself is not needed
  useEffect(() => void queries.invalidateQueries({ queryKey: key }), [count]);
  const mark = useWrite({
    send: (which: number | 'all', options) =>
      answer(notifications[':id'].$put({ param: { id: String(which) }, json: { mark_as_read: true } }, options)),
    refresh: [key],
    onSaved: ({ unread_count }) => unreadCount.set(unread_count),
  });

  return (
    <>
      <header className="line">
        <h2 id="notifications-title">Notifications</h2>
        {(count ?? 0) > 0 && (
          <Button look="quiet" size="sm" className="push" busy={mark.busy} onClick={() => void mark.write('all')}>
            Mark all as read
          </Button>
        )}
      </header>
      <Loaded
        query={list}
        noun="notifications"
        waiting={
          <div className="notification-waiting">
            <SkeletonText lines={5} />
          </div>
        }
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0)
            return (
              <EmptyState title="No notifications">
                <p>What concerns you appears here.</p>
              </EmptyState>
            );
          return (
            <>
              <ul className="notification-list" aria-label="Notifications">
                {items.map((item) => (
                  <Item key={item.id} item={item} onRead={() => void mark.write(item.id)} onLeave={onLeave} />
                ))}
              </ul>
              {list.hasNextPage && (
                <footer>
                  <Button look="quiet" block busy={list.isFetchingNextPage} busyText="Loading…" onClick={() => void list.fetchNextPage()}>
                    More
                  </Button>
                </footer>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The address of a notification if the address is within this product; otherwise null, so that there is no link. */
const screenOf = (url: string | undefined): string | null => (url?.startsWith('/') && !url.startsWith('//') ? url : null);

function Item({ item: { data, created_at, read_at }, onRead, onLeave }: { item: Notification; onRead: () => void; onLeave: () => void }) {
  const isNew = read_at === null;
  const to = screenOf(data.url);
  const follow = (): void => {
    if (isNew) onRead();
    onLeave();
  };
  return (
    <li className={classNames('notification', isNew && 'new')}>
      <div className="grow">
        <p className="notification-title">
          {isNew && <span className="sr">Unread: </span>}
          {to ? (
            <Link to={to} onClick={follow}>
              {data.title}
            </Link>
          ) : (
            data.title
          )}
        </p>
        <p className="sub notification-words">{data.message}</p>
        <p className="note small">
          <DateText value={created_at} form="moment" />
        </p>
      </div>
      {isNew && <IconButton icon="check" size="sm" label={`Mark as read: ${data.title}`} className="notification-read" onClick={onRead} />}
    </li>
  );
}
