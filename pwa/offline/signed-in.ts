import type { SyncRows } from '../../shared/sync/floor.ts';
import { whoWorks } from '../session/at-work.ts';
import type { Session } from '../session/store.ts';
import type { SignedIn } from './engine.ts';

/** The parts of a session that the engine needs: the token with which the queue is sent, and the actor. Null for a client's session. */
export function signedIn(current: Session | null): SignedIn | null {
  if (!current || !['super', 'warehouse'].includes(current.who.user.primary_role)) return null;
  const { id, name, primary_role } = whoWorks(current).user;
  return {
    token: current.is_expired ? null : current.token,
    actor: current.is_locked ? null : { id, name, role: primary_role },
    asserted: current.at_work !== undefined,
  };
}

/** Whether the person who chose themself by PIN is no longer among the floor's staff. If so, nothing more may be done in their name. */
export const hasLeft = (current: Session | null, { staff }: Pick<SyncRows, 'staff'>): boolean =>
  current?.at_work !== undefined && !current.is_locked && staff.size > 0 && !staff.has(current.at_work.id);
