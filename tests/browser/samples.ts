import type { StatusName } from '../../shared/ordering/order-status.ts';

/** Records of the demo data that a picture or a test of a screen needs to name. */
export interface SampleWorld {
  /** The uuid of an order that the signed-in person may see and that is in one of `states`. */
  order: (...states: StatusName[]) => string | undefined;
  /** The id of a return that the signed-in person may see. */
  return: () => number | undefined;
  /** The id of a wearer whom the signed-in person may see. */
  wearer: () => number | undefined;
  /** The id of a purchase order of which items are still to come. */
  purchase_order: () => number | undefined;
}

/** The uuid of a delivery that no tablet has begun yet; a tablet chooses the uuid itself. */
const EXAMPLE_RECEIPT = '0b5f7f2e-6c1a-4d0e-9a37-2f4f1f6f6a10';

/** The uuid of a cluster that no tablet has begun. */
const EXAMPLE_CLUSTER = '7d0c6a64-0f0e-4b0e-8a34-5a3f0c9d2e01';

/** The address of an example in the demo data, by the path of the route; undefined if the person may see no example. */
export const samples: Readonly<Record<string, (world: SampleWorld) => string | undefined>> = {
  '/reset-password': () => '/reset-password?token=example',
  '/confirm-email': () => '/confirm-email?token=example',
  '/sizes/:token': () => '/sizes/example',
  '/kits/:roleId': () => '/kits/1',
  '/employees/:id/edit': (world) => {
    const id = world.wearer();
    return id === undefined ? undefined : `/employees/${id}/edit`;
  },
  '/employees/:id': (world) => {
    const id = world.wearer();
    return id === undefined ? undefined : `/employees/${id}`;
  },
  '/employees/:id/return': (world) => {
    const id = world.wearer();
    return id === undefined ? undefined : `/employees/${id}/return`;
  },
  '/accounts/:accountId/employees/:userId/send-reset': () => '/accounts/1/employees/24/send-reset',
  '/orders/:uuid': (world) => {
    const uuid = world.order('shipped', 'part_shipped', 'submitted', 'requested');
    return uuid && `/orders/${uuid}`;
  },
  '/orders/:uuid/edit': (world) => {
    const uuid = world.order('draft');
    return uuid && `/orders/${uuid}/edit`;
  },
  '/orders/:uuid/usual': (world) => {
    const uuid = world.order('draft');
    return uuid && `/orders/${uuid}/usual`;
  },
  '/orders/:uuid/confirmation': (world) => {
    const uuid = world.order('submitted', 'shipped', 'part_shipped');
    return uuid && `/orders/${uuid}/confirmation`;
  },
  '/returns/:id': (world) => {
    const id = world.return();
    return id === undefined ? undefined : `/returns/${id}`;
  },
  '/products/category/:categoryId': () => '/products/category/1',
  '/sites/:id/edit': () => '/sites/1/edit',
  '/admin/orders/:uuid/edit': (world) => {
    const uuid = world.order('submitted', 'part_shipped');
    return uuid && `/admin/orders/${uuid}/edit`;
  },
  '/admin/orders/:uuid/create': (world) => {
    const uuid = world.order('draft');
    return uuid && `/admin/orders/${uuid}/create`;
  },
  '/admin/orders/:uuid/set-as-allocated': (world) => {
    const uuid = world.order('waiting_for_courier');
    return uuid && `/admin/orders/${uuid}/set-as-allocated`;
  },
  '/admin/allocation/:id': () => '/admin/allocation/1',
  '/admin/returns/:id/edit': (world) => {
    const id = world.return();
    return id === undefined ? undefined : `/admin/returns/${id}/edit`;
  },
  '/admin/accounts/:id/edit': () => '/admin/accounts/1/edit',
  '/admin/accounts/:accountId/employees': () => '/admin/accounts/1/employees',
  '/admin/accounts/:accountId/employees/create': () => '/admin/accounts/1/employees/create',
  '/admin/accounts/:accountId/employees/:id/edit': () => '/admin/accounts/1/employees/24/edit',
  '/rollouts/:id': () => '/rollouts/1',
  '/admin/accounts/:accountId/sites': () => '/admin/accounts/1/sites',
  '/admin/accounts/:accountId/sites/create': () => '/admin/accounts/1/sites/create',
  '/admin/accounts/:accountId/sites/:id/edit': () => '/admin/accounts/1/sites/1/edit',
  '/admin/accounts/:accountId/allowances': () => '/admin/accounts/1/allowances',
  '/admin/accounts/:accountId/allowances/:id/edit': () => '/admin/accounts/1/allowances/1/edit',
  '/allowances/:id/edit': () => '/allowances/1/edit',
  '/admin/accounts/:accountId/employees/:id': () => '/admin/accounts/1/employees/24',
  '/admin/accounts/:accountId/employees/:id/return': () => '/admin/accounts/1/employees/24/return',
  '/admin/users/:id/edit': () => '/admin/users/3/edit',
  '/admin/users/:id/send-reset': () => '/admin/users/3/send-reset',
  '/admin/suppliers/:id/edit': () => '/admin/suppliers/1/edit',
  '/admin/products/:id/edit': () => '/admin/products/1/edit',
  '/admin/error-codes/:id/edit': () => '/admin/error-codes/1/edit',
  '/admin/accounts/:accountId/employee-roles': () => '/admin/accounts/1/employee-roles',
  '/admin/accounts/:accountId/catalogue': () => '/admin/accounts/1/catalogue',
  '/admin/accounts/:accountId/catalogue/category/:categoryId': () => '/admin/accounts/1/catalogue/category/1',
  '/admin/purchase-orders/:id/edit': () => '/admin/purchase-orders/19/edit',
  '/admin/purchase-orders/:id/receive': () => '/admin/purchase-orders/9/receive',
  '/admin/supplier-returns/:id/edit': () => '/admin/supplier-returns/3/edit',
  '/admin/picking/orders/:uuid': (world) => {
    const uuid = world.order('picking', 'allocated');
    return uuid && `/admin/picking/orders/${uuid}`;
  },
  '/admin/picking/clusters/:uuid': () => `/admin/picking/clusters/${EXAMPLE_CLUSTER}`,
  '/admin/prep/orders/:uuid': (world) => {
    const uuid = world.order('picked');
    return uuid && `/admin/prep/orders/${uuid}`;
  },
  '/admin/receiving/:receipt': (world) => {
    const id = world.purchase_order();
    return id === undefined ? undefined : `/admin/receiving/${EXAMPLE_RECEIPT}#order=${id}`;
  },
  '/admin/receiving/collections/:collection': () => '/admin/receiving/collections/1',
  '/admin/receiving/:receipt/put-away': () => `/admin/receiving/${EXAMPLE_RECEIPT}/put-away`,
  '/admin/stock/:id': () => '/admin/stock/837',
  '/admin/reports/open': () => '/admin/reports/open?report=sales-per-month&start=2026-11-16&end=2026-11-22&format=xlsx',
  '/admin/scheduled-reports/:id/edit': () => '/admin/scheduled-reports/1/edit',
  '/admin/notices/:id/edit': () => '/admin/notices/1/edit',
  '/admin/imports/:id': () => '/admin/imports/2',
  '/impersonate/take/:id': () => '/impersonate/take/24',
};
