import type { Rows } from '../../shared/sync/overlay.ts';
import { whoWorks } from '../session/at-work.ts';
import type { Session } from '../session/store.ts';
import type { SignedIn } from './engine.ts';

/** What the engine has to know of a session: whose token carries the queue, and who acts. A client's session carries nothing. */
export function signedIn(current: Session | null): SignedIn | null {
  if (!current || !['super', 'warehouse'].includes(current.who.user.primary_role)) return null;
  const { id, name, primary_role } = whoWorks(current).user;
  return {
    token: current.is_expired ? null : current.token,
    actor: current.is_locked ? null : { id, name, role: primary_role },
    asserted: current.at_work !== undefined,
  };
}

/** Whether whoever chose themself by PIN is none of the floor's people any more: the office has told so, and nothing is done in their name from here on. */
export const hasLeft = (current: Session | null, { staff }: Pick<Rows, 'staff'>): boolean =>
  current?.at_work !== undefined && !current.is_locked && staff.size > 0 && !staff.has(current.at_work.id);
