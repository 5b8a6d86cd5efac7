import type { Role } from '../../shared/roles.ts';
import type { Session, Who } from './store.ts';

/**
 * The person who works in this browser: whoever entered a PIN after the sign-in, else whoever signed in. A PIN gives access to the floor
 * only, whatever the person's role.
 */
export function whoWorks({ who, at_work }: Session): Who {
  if (!at_work) return who;
  const { id, name } = at_work;
  return {
    user: { id, name, forenames: name, surname: '', email: null, contact_phone: null, primary_role: 'warehouse', is_supervised_orderer: false },
    account: null,
    sites: [],
    permissions: [],
    impersonator: null,
  };
}

/** The role in which this browser is used. */
export const roleAtWork = (session: Session | null): Role | undefined => (session ? whoWorks(session).user.primary_role : undefined);
