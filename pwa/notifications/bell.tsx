import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSession } from '../session/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { useStore } from '../ui/store.ts';
import './notifications.css';
import { followUnread, unreadCount } from './unread.ts';

const NotificationPanel = lazy(() => import('./notification-panel.tsx'));

/** The number as short text: at most `99+`. */
const short = (count: number): string => (count > 99 ? '99+' : String(count));

/** The bell in the top bar: the number of unread notifications, and the button that opens them. */
export default function Bell(): ReactNode {
  const { session } = useSession();
  const count = useStore(unreadCount) ?? 0;
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => followUnread(session.token), [session.token]);
  const button = (
    <IconButton
      icon="bell"
      label={count ? `Notifications, ${count} unread` : 'Notifications'}
      className="bell"
      aria-haspopup="dialog"
      {...(!isWanted && { 'aria-expanded': false })}
      onClick={() => setIsWanted(true)}
    />
  );
  return (
    <span className="bell-place">
      {isWanted ? (
        <Suspense fallback={button}>
          <NotificationPanel>{button}</NotificationPanel>
        </Suspense>
      ) : (
        button
      )}
      {count > 0 && (
        <span className="bell-count" aria-hidden="true">
          {short(count)}
        </span>
      )}
      <span className="sr" role="status">
        {count > 0 && `${count} unread ${count === 1 ? 'notification' : 'notifications'}`}
      </span>
    </span>
  );
}
