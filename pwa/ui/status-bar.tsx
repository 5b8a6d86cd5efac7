import { Link } from 'react-router';
import { formatDate } from '../../shared/uk-time.ts';
import { countText } from './count-text.ts';
import { Icon } from './icon.tsx';

export interface StatusBarProps {
  online: boolean;
  /** Changes on this device that the office does not have yet. */
  waiting: number;
  /** True if nothing can be sent until somebody signs in. */
  needs_sign_in?: boolean;
  /** Open items that a person must decide. */
  attention?: number;
  last_sync_at: string | null;
  /** The address of the queue. */
  to: string;
  /** Tries at once to reach the office. */
  onTry?: () => void;
}

/**
 * The bar that is always in the same place on the floor: it says whether this device is connected, and how many changes wait to be sent. A press
 * opens the queue and tries again to reach the office.
 */
export function StatusBar({ online: answers, waiting, needs_sign_in = false, attention = 0, last_sync_at, to, onTry }: StatusBarProps) {
  const online = answers && !needs_sign_in;
  return (
    <Link className={online ? 'status' : 'status offline'} to={to} onClick={onTry}>
      <span className="dot" />
      <span>{needs_sign_in ? 'Not signed in' : online ? 'Online' : 'Offline'}</span>
      <span className={online && waiting === 0 ? 'sub' : undefined}>
        {waiting === 0 ? 'Nothing waiting' : `${countText(waiting, 'change')} waiting`}
      </span>
      {attention > 0 && (
        <span className="badge warn">
          {attention}
          <span className="decide-words"> to decide</span>
        </span>
      )}
      <span className="when">
        {last_sync_at ? (
          <>
            <span className="when-words">Last sync </span>
            {formatDate(last_sync_at, 'time')}
          </>
        ) : (
          'Not synced yet'
        )}
      </span>
      <Icon name="next" />
    </Link>
  );
}
