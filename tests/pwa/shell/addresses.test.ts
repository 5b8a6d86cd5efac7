import { expect, test } from 'vitest';
import { routes } from '../../../pwa/routes.tsx';
import { clientRoles, type Role } from '../../../shared/roles.ts';

const managers: readonly Role[] = ['client_admin', 'site_admin', 'manager'];

/** The specified addresses for ordering, people and accounts, each with some of the roles that may open it. */
const addresses: [string, readonly Role[]][] = [
  ['/', clientRoles],
  ['/admin/dashboard', ['super']],
  ['/admin/day', ['super']],
  ['/orders', clientRoles],
  ['/orders/create', clientRoles],
  ['/orders/:uuid', clientRoles],
  ['/orders/:uuid/edit', clientRoles],
  ['/orders/:uuid/confirmation', clientRoles],
  ['/returns', clientRoles],
  ['/returns/:id', clientRoles],
  ['/profile', [...clientRoles, 'super', 'warehouse', 'embroiderer']],
  ['/employees', managers],
  ['/employees/create', managers],
  ['/employees/:id/edit', managers],
  ['/accounts/:accountId/employees/:userId/send-reset', [...managers, 'super']],
  ['/sites', ['client_admin', 'site_admin']],
  ['/sites/create', ['client_admin']],
  ['/sites/:id/edit', ['client_admin', 'site_admin']],
  ['/products', [...clientRoles, 'embroiderer']],
  ['/products/category/:categoryId', [...clientRoles, 'embroiderer']],
  ['/notices', clientRoles],
  ['/admin', ['super']],
  ['/accounts/:accountId', ['super']],
  ['/admin/users/create', ['super']],
  ['/admin/users/:id/edit', ['super']],
  ['/admin/accounts', ['super']],
  ['/admin/accounts/create', ['super']],
  ['/admin/accounts/:id/edit', ['super']],
  ['/admin/accounts/:accountId/employees', ['super']],
  ['/admin/accounts/:accountId/employees/create', ['super']],
  ['/admin/accounts/:accountId/employees/:id/edit', ['super']],
  ['/admin/accounts/:accountId/employee-roles', ['super']],
  ['/admin/accounts/:accountId/sites', ['super']],
  ['/admin/accounts/:accountId/sites/create', ['super']],
  ['/admin/accounts/:accountId/sites/:id/edit', ['super']],
  ['/admin/accounts/:accountId/catalogue', ['super']],
  ['/admin/accounts/:accountId/catalogue/category/:categoryId', ['super']],
  ['/impersonate/take/:id', ['super']],
];

test.each(addresses)('%s opens a screen', (address, people) => {
  const route = routes.find(({ path, also }) => path === address || also === address);
  expect(route?.for).toEqual(expect.arrayContaining([...people]));
});

test('an office address that warehouse people may not open leads them to a screen of the floor', () => {
  const elsewhere = routes.flatMap(({ path, for: people, on_floor }) => (on_floor ? [{ path, people, on_floor }] : []));
  expect(elsewhere.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin/attention', '/admin/orders', '/admin/orders/:uuid/edit']));
  for (const { people, on_floor } of elsewhere) {
    expect(people).not.toContain('warehouse');
    expect(routes.find(({ path }) => path === on_floor)?.for).toContain('warehouse');
  }
});

test('the four addresses of the catalogue lead to two screens: one for the office, and one that is read-only', () => {
  const screenOf = (address: string) => String(routes.find(({ path }) => path === address)?.load);
  expect(screenOf('/products/category/:categoryId')).toBe(screenOf('/products'));
  expect(screenOf('/admin/accounts/:accountId/catalogue/category/:categoryId')).toBe(screenOf('/admin/accounts/:accountId/catalogue'));
});
