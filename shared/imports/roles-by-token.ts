import { clientRoles, type Role } from '../roles.ts';

/**
 * The roles that an import by an API token may assign: only roles that cannot order for others, because a token can be stolen and nobody checks its
 * files.
 */
export const rolesByToken = clientRoles.slice(0, clientRoles.indexOf('employee_with_order') + 1);

export const isRoleByToken = (role: Role): boolean => (rolesByToken as readonly Role[]).includes(role);
