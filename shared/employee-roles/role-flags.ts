/** The system roles that an employee role can suggest for its holders, in the sequence of their columns. */
export const roleFlags = ['employee_with_order', 'manager', 'site_admin', 'client_admin'] as const;
export type RoleFlag = (typeof roleFlags)[number];
