import type { RoleFlag } from '../../shared/employee-roles/role-flags.ts';

/** The flags of an employee role, as headings of narrow columns and in full. */
export const flagLabels: Readonly<Record<RoleFlag, { short: string; label: string }>> = {
  employee_with_order: { short: 'Orderer', label: 'Orderer' },
  manager: { short: 'Dept Mgr', label: 'Department Manager' },
  site_admin: { short: 'Site Mgr', label: 'Site Manager' },
  client_admin: { short: 'Client Mgr', label: 'Client Manager' },
};
