import { useMemo } from 'react';
import type { Permission } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { useStore } from '../ui/store.ts';
import { whoWorks } from './at-work.ts';
import { may, type Session, session, type Who } from './store.ts';

export interface SessionView {
  session: Session;
  /** The person who works on this device now; `session.who` is the person who signed in. */
  who: Who;
  role: Role;
  can: (permission: Permission) => boolean;
}

/** The session, or null on pages that need none. */
export const useMaybeSession = (): Session | null => useStore(session);

/** The session on pages behind the sign-in. */
export function useSession(): SessionView {
  const current = useStore(session);
  if (!current) throw new Error('This screen is behind the sign-in.');
  const who = useMemo(() => whoWorks(current), [current]);
  return { session: current, who, role: who.user.primary_role, can: (permission) => may(who, permission) };
}
