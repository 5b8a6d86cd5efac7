import type { Permission } from '../../shared/policy.ts';
import type { Role } from '../../shared/roles.ts';
import { useStore } from '../ui/store.ts';
import { may, type Session, session, type Who } from './store.ts';

export interface UsedSession {
  session: Session;
  who: Who;
  role: Role;
  can: (permission: Permission) => boolean;
}

/** The session, or null on pages that need none. */
export const useMaybeSession = (): Session | null => useStore(session);

/** The session on pages behind the sign-in. */
export function useSession(): UsedSession {
  const current = useStore(session);
  if (!current) throw new Error('This screen is behind the sign-in.');
  return { session: current, who: current.who, role: current.who.user.primary_role, can: (permission) => may(current.who, permission) };
}
