/** Roles from the least to the most powerful, with their labels. */
export const roleLabels = {
  employee: 'Employee',
  employee_with_order: 'Employee, Self Order',
  manager: 'Department Manager',
  site_admin: 'Site Manager',
  client_admin: 'Client Manager',
  embroiderer: 'Embroiderer',
  warehouse: 'Warehouse',
  super: 'Super User',
} as const;

export type Role = keyof typeof roleLabels;

export const roles = Object.keys(roleLabels) as [Role, ...Role[]];
/** The roles of a client company's people, from the least to the most powerful. */
export const clientRoles = ['employee', 'employee_with_order', 'manager', 'site_admin', 'client_admin'] as const satisfies readonly Role[];

/** The roles of the provider's own people. */
export const staffRoles = ['embroiderer', 'warehouse', 'super'] as const satisfies readonly Role[];

export const isClientRole = (role: Role): boolean => (clientRoles as readonly Role[]).includes(role);
