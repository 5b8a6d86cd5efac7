import { expect, test } from 'vitest';
import { graphNames, mayGraph } from '../shared/dashboards/graphs.ts';
import { type Actor, type OwnedOrder, permissions, policy } from '../shared/policy.ts';
import { type Role, roleLabels, roles } from '../shared/roles.ts';

const actor = (role: Role, more: Partial<Actor> = {}): Actor => ({
  id: 1,
  name: 'Ann',
  role,
  account_id: 10,
  site_ids: [5],
  is_supervised_orderer: false,
  can_view_restricted_products: false,
  impersonator_id: null,
  ...more,
});
/** An order for site 5 of account 10, created by somebody else. */
const order = (more: Partial<OwnedOrder> = {}): OwnedOrder => ({ account_id: 10, requester_id: 2, creator_id: 3, delivery_site_id: 5, ...more });
const rolesThat = (may: (person: Actor) => boolean): Role[] => roles.filter((role) => may(actor(role)));

test('each role has the label that the specification gives it', () => {
  expect(roleLabels).toMatchObject({
    client_admin: 'Client Manager',
    site_admin: 'Site Manager',
    manager: 'Department Manager',
    employee_with_order: 'Employee, Self Order',
    employee: 'Employee',
  });
});

test('each role has a fixed list of permissions, which decides what a person’s screens offer', () => {
  expect(permissions(actor('embroiderer')).toSorted()).toEqual(['browse_catalogue', 'list_clothing_sets', 'read_products']);
  expect(permissions(actor('warehouse')).toSorted()).toEqual([
    'count_stock',
    'dispatch',
    'pick',
    'prep',
    'read_products',
    'receive_collections',
    'receive_goods',
    'see_orders',
    'see_purchase_orders',
    'see_stock',
    'use_floor',
  ]);
  const wearer = [
    'browse_catalogue',
    'create_return',
    'order_for_self',
    'read_notices',
    'see_employees',
    'see_orders',
    'see_own_budget',
    'see_prices',
  ];
  const employee = [...wearer, 'see_returns', 'see_shortfall', 'see_spend_by_product'];
  expect(permissions(actor('employee_with_order')).toSorted()).toEqual(employee);
  expect(permissions(actor('employee')).toSorted()).toEqual([...employee, 'sends_requests'].toSorted());
  const manager = [
    ...employee,
    'change_roles_and_sets',
    'edit_people',
    'fill_in_rollouts',
    'open_collections',
    'run_sales_report',
    'order_for_others',
    'see_budget_use',
    'see_spend_by_site',
  ];
  expect(permissions(actor('manager')).toSorted()).toEqual(manager.toSorted());
});

test('a client’s people see whole orders of their company, of their sites or only their own, depending on their role', () => {
  const see = (who: Actor, of: OwnedOrder): boolean => policy.see_whole_order(who, of);
  const elsewhere = order({ delivery_site_id: 6 });
  expect(rolesThat((who) => see(who, order()))).toEqual(['manager', 'site_admin', 'client_admin', 'warehouse', 'super']);
  expect(rolesThat((who) => see(who, elsewhere))).toEqual(['client_admin', 'warehouse', 'super']);
  expect(rolesThat((who) => see(who, order({ delivery_site_id: null })))).toEqual(['client_admin', 'warehouse', 'super']);
  expect(rolesThat((who) => see(who, order({ account_id: 11 })))).toEqual(['warehouse', 'super']);
  expect(rolesThat((who) => see(who, order({ account_id: 11, requester_id: 1 })))).toEqual([...roles]);
  expect(rolesThat((who) => see(who, order({ account_id: 11, creator_id: 1 })))).toEqual([...roles]);
});

test('nobody approves their own request, and a supervised person approves no request', () => {
  expect(rolesThat((who) => policy.approve_request(who, order()))).toEqual(['manager', 'site_admin', 'client_admin', 'super']);
  expect(rolesThat((who) => policy.approve_request(who, order({ creator_id: 1 })))).toEqual([]);
  expect(rolesThat((who) => policy.approve_request({ ...who, is_supervised_orderer: true }, order()))).toEqual([]);
});

test('two people without a company do not count as colleagues', () => {
  const other = { id: 2, account_id: null };
  expect(policy.see_employee(actor('client_admin', { account_id: null }), other)).toBe(false);
  expect(policy.see_employee(actor('client_admin'), { ...other, account_id: 10 })).toBe(true);
});

test('a client’s people may give a role up to their own; the office may give every role, and the warehouse none', () => {
  const assignableRoles = (role: Role): Role[] => roles.filter((each) => policy.give_role(actor(role), each));
  expect(assignableRoles('site_admin')).toEqual(['employee', 'employee_with_order', 'manager', 'site_admin']);
  expect(assignableRoles('warehouse')).toEqual([]);
  expect(assignableRoles('super')).toEqual([...roles]);
});

test('each graph is shown only to the roles that may see its spend', () => {
  const clients: Role[] = ['employee', 'employee_with_order', 'manager', 'site_admin', 'client_admin'];
  const managers = clients.slice(2);
  expect(graphNames.map((name) => rolesThat(mayGraph[name]))).toEqual([['super'], [...clients, 'super'], managers, managers, [...clients, 'super']]);
});
