import { clientRoles, type Role } from '../roles.ts';

/**
 * The roles that an import by an API token may assign: only roles that cannot order for others. A token can be stolen, and nobody checks the files
 * that are sent with it.
 */
export const rolesByToken = clientRoles.slice(0, clientRoles.indexOf('employee_with_order') + 1);

export const isRoleByToken = (role: Role): boolean => (rolesByToken as readonly Role[]).includes(role);
