import { clientRoles, type Role } from '../roles.ts';

/** The roles that an import by an API token gives: those that order for nobody else. A token can be stolen, and nobody looks at its files. */
export const rolesByToken = clientRoles.slice(0, clientRoles.indexOf('employee_with_order') + 1);

export const isRoleByToken = (role: Role): boolean => (rolesByToken as readonly Role[]).includes(role);
