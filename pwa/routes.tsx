import type { ComponentType } from 'react';
import { clientRoles, type Role, roles } from '../shared/roles.ts';

export interface RouteRow {
  /** The address, with `:params` if it names a record. */
  path: string;
  /** Another address of the same screen, which the specification names. */
  also?: string;
  /** The browser's title, and the screen's name in lists of screens. */
  title: string;
  /** Loads the module whose default export is the screen; called when the screen is first shown. */
  load: () => Promise<{ default: ComponentType }>;
  /** Who may see the screen. `anyone` needs no sign-in. */
  for: readonly Role[] | 'anyone';
  /**
   * The address of the same record on the floor. Warehouse people may not see this screen, so links of the office and of emails lead them to that
   * address.
   */
  on_floor?: string;
  /** `phone`: a client's screen. `desk`: the office. `floor`: the tablet. `bare`: no frame. All of them work at every width. */
  layout: 'phone' | 'desk' | 'floor' | 'bare';
  /**
   * True if the screen reads only data on the device, or none. Its code loads without the query client, so it cannot use `useQuery` or `useWrite`.
   */
  reads_device_only?: true;
  /**
   * The screen's entry in the navigation; on the floor, its tab. `for`: the roles that have the entry, if not every role that may open the screen.
   * `also`: the address of screens that belong to the entry, although their addresses do not begin with the entry's.
   */
  nav?: { section: 'Orders' | 'Floor' | 'Office'; label: string; for?: readonly Role[]; also?: string };
  /** True if the address names something only with a query, so no list of screens offers it. */
  needs_query?: true;
}

/** Everybody who can sign in. */
const everyRole: readonly Role[] = roles;

/** The people who work on the floor. */
const floorRoles: readonly Role[] = ['super', 'warehouse'];
/** The people who look after others of their company. */
const managerRoles: readonly Role[] = ['manager', 'site_admin', 'client_admin'];
const managerOrOffice: readonly Role[] = [...managerRoles, 'super'];
/** The people who order, and the office that helps them. */
const orderingRoles: readonly Role[] = [...clientRoles, 'super'];
/** The people who look at the products of clothing sets. */
const browsingRoles: readonly Role[] = [...orderingRoles, 'embroiderer'];

/** The design system's own page, in development only. */
const showcase: RouteRow = { path: '/ui', title: 'Components', load: () => import('./ui/showcase/showcase.tsx'), for: 'anyone', layout: 'bare' };

/** Every screen of the app. Pictures, accessibility tests and the navigation use this table. */
export const routes: readonly RouteRow[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./session/sign-in.tsx'), for: 'anyone', layout: 'bare', reads_device_only: true },
  {
    path: '/forgot-password',
    title: 'Forgotten password',
    load: () => import('./session/forgot-password.tsx'),
    for: 'anyone',
    layout: 'bare',
  },
  {
    path: '/reset-password',
    title: 'Choose a new password',
    load: () => import('./session/reset-password.tsx'),
    for: 'anyone',
    layout: 'bare',
  },
  {
    path: '/confirm-email',
    title: 'Confirm your email address',
    load: () => import('./session/confirm-email.tsx'),
    for: 'anyone',
    layout: 'bare',
    reads_device_only: true,
  },
  {
    path: '/sizes/:token',
    also: '/rollout-sizes/:token',
    title: 'Choose your sizes',
    load: () => import('./sizes/sizes.tsx'),
    for: 'anyone',
    layout: 'bare',
  },
  {
    path: '/admin/day',
    title: 'Today',
    load: () => import('./day/day.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Orders', label: 'Today' },
  },
  {
    path: '/',
    title: 'Dashboard',
    load: () => import('./dashboard/dashboard.tsx'),
    for: clientRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Dashboard' },
  },
  {
    path: '/admin/dashboard',
    title: 'Dashboard',
    load: () => import('./dashboard/dashboard.tsx'),
    for: ['super'],
    layout: 'phone',
    nav: { section: 'Orders', label: 'Dashboard' },
  },
  {
    path: '/orders',
    title: 'Orders',
    load: () => import('./ordering/order-list.tsx'),
    for: clientRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Orders' },
  },
  {
    path: '/employees',
    title: 'Employees',
    load: () => import('./people/person-list.tsx'),
    for: managerRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Employees' },
  },
  {
    path: '/starters',
    also: '/admin/accounts/:accountId/starters',
    title: 'Starters',
    load: () => import('./starters/starter-list.tsx'),
    for: managerOrOffice,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Starters', for: managerRoles },
  },
  {
    path: '/kits/:roleId',
    also: '/admin/accounts/:accountId/kits/:roleId',
    title: 'Kit',
    load: () => import('./starters/kit-page.tsx'),
    for: ['client_admin', 'super'],
    layout: 'phone',
  },
  {
    path: '/employees/create',
    title: 'New employee',
    load: () => import('./people/person-form.tsx'),
    for: managerRoles,
    layout: 'phone',
  },
  {
    path: '/employees/:id/edit',
    title: 'Employee',
    load: () => import('./people/person-form.tsx'),
    for: managerRoles,
    layout: 'phone',
  },
  {
    path: '/employees/:id',
    title: 'Employee',
    load: () => import('./wearers/wearer-page.tsx'),
    for: clientRoles,
    layout: 'phone',
  },
  {
    path: '/employees/:id/return',
    title: 'Create Return',
    load: () => import('./wearers/start-return.tsx'),
    for: clientRoles,
    layout: 'phone',
  },
  {
    path: '/accounts/:accountId/employees/:userId/send-reset',
    title: 'Send a reset link',
    load: () => import('./people/send-reset.tsx'),
    for: managerOrOffice,
    layout: 'phone',
    // The demo's accounts and people keep their ids.
  },
  { path: '/orders/create', title: 'New order', load: () => import('./ordering/start-order.tsx'), for: clientRoles, layout: 'phone' },
  {
    path: '/orders/:uuid',
    title: 'Order',
    load: () => import('./ordering/order-review.tsx'),
    for: orderingRoles,
    on_floor: '/admin/picking/orders/:uuid',
    layout: 'phone',
  },
  {
    path: '/orders/:uuid/edit',
    title: 'Order',
    load: () => import('./ordering/order-edit.tsx'),
    for: orderingRoles,
    layout: 'phone',
  },
  {
    path: '/orders/:uuid/usual',
    title: 'The usual',
    load: () => import('./ordering/usual-review.tsx'),
    for: orderingRoles,
    layout: 'phone',
  },
  {
    path: '/orders/:uuid/confirmation',
    title: 'Order confirmation',
    load: () => import('./ordering/order-confirmation.tsx'),
    for: orderingRoles,
    layout: 'phone',
  },
  {
    path: '/returns',
    title: 'Returns',
    load: () => import('./returns/return-list.tsx'),
    for: clientRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Returns' },
  },
  {
    path: '/returns/:id',
    title: 'Return',
    load: () => import('./returns/return-detail.tsx'),
    for: orderingRoles,
    layout: 'phone',
  },
  {
    path: '/products',
    title: 'Products',
    load: () => import('./products/product-browser.tsx'),
    for: browsingRoles,
    layout: 'phone',
    // The office reads a client’s catalogue on the screens of the account.
    nav: { section: 'Orders', label: 'Products', for: browsingRoles.filter((role) => role !== 'super') },
  },
  {
    path: '/embroidery/products',
    title: 'Products to decorate',
    load: () => import('./embroidery/decorated-products.tsx'),
    for: ['embroiderer', 'super'],
    layout: 'phone',
    nav: { section: 'Orders', label: 'Decoration' },
  },
  {
    path: '/products/category/:categoryId',
    title: 'Products',
    load: () => import('./products/product-browser.tsx'),
    for: browsingRoles,
    layout: 'phone',
    // The demo's categories keep their ids.
  },
  {
    path: '/rollouts',
    also: '/admin/accounts/:accountId/rollouts',
    title: 'Roll-outs',
    load: () => import('./rollouts/rollout-list.tsx'),
    for: managerOrOffice,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Roll-outs', for: managerRoles },
  },
  {
    path: '/rollouts/:id',
    also: '/admin/accounts/:accountId/rollouts/:id',
    title: 'Roll-outs',
    load: () => import('./rollouts/rollout.tsx'),
    for: managerOrOffice,
    layout: 'phone',
  },
  {
    path: '/replacements',
    also: '/admin/accounts/:accountId/replacements',
    title: 'Replacements',
    load: () => import('./replacements/replacement-list.tsx'),
    for: managerOrOffice,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Replacements', for: managerRoles },
  },
  {
    path: '/notices',
    title: 'Notices',
    load: () => import('./notices/notice-list.tsx'),
    for: clientRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Notices' },
  },
  {
    path: '/sites',
    title: 'Sites',
    load: () => import('./sites/site-list.tsx'),
    for: ['client_admin', 'site_admin'],
    layout: 'phone',
    nav: { section: 'Orders', label: 'Sites' },
  },
  { path: '/sites/create', title: 'New site', load: () => import('./sites/site-form.tsx'), for: ['client_admin'], layout: 'phone' },
  {
    path: '/sites/:id/edit',
    title: 'Site',
    load: () => import('./sites/site-form.tsx'),
    for: ['client_admin', 'site_admin'],
    layout: 'phone',
    // The demo's accounts and sites keep their ids: site 1 belongs to account 1.
  },
  {
    path: '/allowances',
    title: 'Allowances',
    load: () => import('./allowances/allowances.tsx'),
    for: ['client_admin'],
    layout: 'phone',
    nav: { section: 'Orders', label: 'Allowances' },
  },
  {
    path: '/allowances/:id/edit',
    title: 'Allowances',
    load: () => import('./allowances/allowances.tsx'),
    for: ['client_admin'],
    layout: 'phone',
  },
  {
    path: '/reports',
    title: 'Reports',
    load: () => import('./reports/client-reports.tsx'),
    for: managerRoles,
    layout: 'phone',
    nav: { section: 'Orders', label: 'Reports' },
  },
  { path: '/profile', title: 'Profile', load: () => import('./profile/profile.tsx'), for: everyRole, layout: 'phone' },
  {
    path: '/admin/orders',
    title: 'Orders',
    load: () => import('./office/order-list.tsx'),
    for: ['super'],
    on_floor: '/admin/picking/orders',
    layout: 'desk',
    nav: { section: 'Orders', label: 'Orders' },
  },
  {
    path: '/admin/orders/:uuid/edit',
    title: 'Order',
    load: () => import('./office/order-edit.tsx'),
    for: ['super'],
    on_floor: '/admin/picking/orders/:uuid',
    layout: 'desk',
  },
  {
    path: '/admin/orders/:uuid/create',
    title: 'New order',
    load: () => import('./office/order-edit.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/orders/:uuid/set-as-allocated',
    title: 'Set as allocated',
    load: () => import('./office/set-as-allocated.tsx'),
    for: ['super'],
    on_floor: '/admin/picking/orders/:uuid',
    layout: 'desk',
  },
  {
    path: '/admin/allocation',
    title: 'Allocation',
    load: () => import('./allocation/run-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Orders', label: 'Allocation' },
  },
  {
    path: '/admin/allocation/:id',
    title: 'Allocation run',
    load: () => import('./allocation/run.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's first run is a preview.
  },
  {
    path: '/admin/returns',
    title: 'Returns',
    load: () => import('./returns/office-return-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Orders', label: 'Returns' },
  },
  {
    path: '/admin/returns/:id/edit',
    title: 'Return',
    load: () => import('./returns/decide-return.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts',
    title: 'Accounts',
    load: () => import('./accounts/account-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Accounts' },
  },
  { path: '/admin/accounts/create', title: 'New account', load: () => import('./accounts/account-form.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/accounts/:id/edit',
    title: 'Account',
    load: () => import('./accounts/account-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's accounts keep their ids.
  },
  {
    path: '/admin/accounts/:accountId/employees',
    also: '/accounts/:accountId',
    title: 'Employees',
    load: () => import('./people/person-list.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's accounts keep their ids.
  },
  {
    path: '/admin/accounts/:accountId/employees/create',
    title: 'New employee',
    load: () => import('./people/person-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's accounts keep their ids.
  },
  {
    path: '/admin/accounts/:accountId/employees/:id/edit',
    title: 'Employee',
    load: () => import('./shell/office-person.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's people keep their ids: this one wears what a client orders.
  },
  {
    path: '/admin/accounts/:accountId/sites',
    title: 'Sites',
    load: () => import('./sites/site-list.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/sites/create',
    title: 'New site',
    load: () => import('./sites/site-form.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/sites/:id/edit',
    title: 'Site',
    load: () => import('./sites/site-form.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/allowances',
    title: 'Allowances',
    load: () => import('./allowances/allowances.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/allowances/:id/edit',
    title: 'Allowances',
    load: () => import('./allowances/allowances.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/employees/:id',
    title: 'Employee',
    load: () => import('./wearers/wearer-page.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's people keep their ids: this one wears what a client orders.
  },
  {
    path: '/admin/accounts/:accountId/employees/:id/return',
    title: 'Create Return',
    load: () => import('./wearers/start-return.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/users',
    also: '/admin',
    title: 'Users',
    load: () => import('./people/user-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Users' },
  },
  { path: '/admin/users/create', title: 'Create New Super User', load: () => import('./people/user-form.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/users/:id/edit',
    title: 'User',
    load: () => import('./people/user-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's people keep their ids: this one works on the floor.
  },
  {
    path: '/admin/users/:id/send-reset',
    title: 'Send a reset link',
    load: () => import('./people/send-reset.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/products',
    title: 'Products',
    load: () => import('./catalogue/product-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Products', also: '/admin/price-changes' },
  },
  {
    path: '/admin/skus',
    title: 'SKUs',
    load: () => import('./catalogue/sku-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'SKUs' },
  },
  {
    path: '/admin/price-changes',
    title: 'Price changes',
    load: () => import('./catalogue/price-change-list.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/suppliers',
    title: 'Suppliers',
    load: () => import('./suppliers/supplier-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Suppliers' },
  },
  { path: '/admin/suppliers/create', title: 'New supplier', load: () => import('./suppliers/supplier-form.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/suppliers/:id/edit',
    title: 'Supplier',
    load: () => import('./suppliers/supplier-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's suppliers keep their ids.
  },
  { path: '/admin/products/create', title: 'New product', load: () => import('./product-editor/new-product.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/products/:id/edit',
    title: 'Product',
    load: () => import('./product-editor/product-editor.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's products keep their ids.
  },
  {
    path: '/admin/error-codes',
    title: 'Error codes',
    load: () => import('./error-codes/error-code-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Error codes' },
  },
  {
    path: '/admin/error-codes/create',
    title: 'New error code',
    load: () => import('./error-codes/error-code-form.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/error-codes/:id/edit',
    title: 'Error code',
    load: () => import('./error-codes/error-code-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's error codes keep their ids.
  },
  {
    path: '/admin/website/categories',
    title: 'Website text',
    load: () => import('./website/website-texts.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Website text' },
  },
  {
    path: '/admin/accounts/:accountId/employee-roles',
    title: 'Employee roles',
    load: () => import('./employee-roles/employee-role-list.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's accounts keep their ids.
  },
  {
    path: '/admin/accounts/:accountId/catalogue',
    title: 'Clothing sets',
    load: () => import('./clothing-sets/account-catalogue.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/accounts/:accountId/catalogue/category/:categoryId',
    title: 'Clothing sets',
    load: () => import('./clothing-sets/account-catalogue.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/purchase-orders',
    title: 'Purchase orders',
    load: () => import('./purchasing/purchase-order-list.tsx'),
    for: floorRoles,
    layout: 'desk',
    nav: { section: 'Office', label: 'Purchase orders' },
  },
  {
    path: '/admin/purchase-orders/create',
    title: 'New purchase order',
    load: () => import('./purchasing/create-purchase-order.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/purchase-orders/:id/edit',
    title: 'Purchase order',
    load: () => import('./purchasing/edit-purchase-order.tsx'),
    for: floorRoles,
    layout: 'desk',
    // The demo's purchase orders keep their ids: 19, the last one, is a draft.
  },
  {
    path: '/admin/purchase-orders/:id/receive',
    title: 'Receive',
    load: () => import('./purchasing/receive-order.tsx'),
    for: floorRoles,
    layout: 'desk',
    // Part of this order has arrived.
  },
  {
    path: '/admin/supplier-returns',
    title: 'Supplier returns',
    load: () => import('./supplier-returns/supplier-return-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Supplier returns' },
  },
  {
    path: '/admin/supplier-returns/create',
    title: 'New supplier return',
    load: () => import('./supplier-returns/create-supplier-return.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/supplier-returns/:id/edit',
    title: 'Supplier return',
    load: () => import('./supplier-returns/edit-supplier-return.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's supplier returns keep their ids: 3, the last one, is a draft.
  },
  {
    path: '/admin/substitution',
    title: 'Substitution',
    load: () => import('./substitution/substitution.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Orders', label: 'Substitution' },
  },
  {
    path: '/queue',
    title: 'Changes on this tablet',
    load: () => import('./offline/queue-screen.tsx'),
    for: ['super', 'warehouse'],
    layout: 'floor',
    reads_device_only: true,
  },
  { path: '/pin', title: 'Your PIN', load: () => import('./session/your-pin.tsx'), for: floorRoles, layout: 'floor' },
  {
    path: '/admin/picking/orders',
    title: 'Picking',
    load: () => import('./picking/pick-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Picking' },
  },
  {
    path: '/admin/picking/orders/:uuid',
    title: 'Pick',
    load: () => import('./picking/pick.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/picking/clusters/:uuid',
    title: 'Orders on one trolley',
    load: () => import('./picking/cluster.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/scanner',
    title: 'Test my scanner',
    load: () => import('./scanner/scanner.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/prep',
    title: 'Prep',
    load: () => import('./prep/prep-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Prep' },
  },
  {
    path: '/admin/prep/orders/:uuid',
    title: 'Prep an order',
    load: () => import('./prep/prep.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/shipping',
    title: 'Dispatch',
    load: () => import('./dispatch/ship-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Dispatch' },
  },
  {
    path: '/admin/shipping/dispatches',
    title: 'Dispatches',
    load: () => import('./dispatch/dispatch-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    nav: { section: 'Floor', label: 'Dispatches' },
  },
  {
    path: '/admin/receiving',
    title: 'Goods in',
    load: () => import('./receiving/receiving-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Goods in' },
  },
  {
    path: '/admin/receiving/collections/:collection',
    title: 'Receive a collection',
    load: () => import('./receiving/receive-collection.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/receiving/:receipt',
    title: 'Receive goods',
    load: () => import('./receiving/receive.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/receiving/:receipt/put-away',
    title: 'Put away',
    load: () => import('./receiving/put-away-list.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
  },
  {
    path: '/admin/stock/count',
    title: 'Count stock',
    load: () => import('./stock/count.tsx'),
    for: floorRoles,
    layout: 'floor',
    nav: { section: 'Floor', label: 'Count' },
  },
  {
    path: '/admin/picking/shelf',
    title: 'Return to the shelf',
    load: () => import('./attention/shelf.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Return to shelf' },
  },
  {
    path: '/attention',
    title: 'Needs attention',
    load: () => import('./attention/attention.tsx'),
    for: floorRoles,
    layout: 'floor',
    reads_device_only: true,
    nav: { section: 'Floor', label: 'Needs attention' },
  },
  {
    path: '/admin/stock',
    title: 'Stock',
    load: () => import('./stock/stock-list.tsx'),
    for: floorRoles,
    layout: 'desk',
    nav: { section: 'Office', label: 'Stock' },
  },
  {
    path: '/admin/stock/:id',
    title: 'SKU',
    load: () => import('./stock/sku.tsx'),
    for: floorRoles,
    layout: 'floor',
    // The demo's products keep their ids; this one has receipts, issues and missing stock in its ledger.
  },
  {
    path: '/admin/attention',
    title: 'From the floor',
    load: () => import('./attention/office-list.tsx'),
    for: ['super'],
    on_floor: '/attention',
    layout: 'desk',
    nav: { section: 'Office', label: 'From the floor' },
  },
  {
    path: '/admin/attention/weights',
    title: 'Confirmed weights',
    load: () => import('./attention/office-list.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/tablets',
    title: 'Tablets',
    load: () => import('./tablets/tablet-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Tablets' },
  },
  {
    path: '/admin/reports/shortfall',
    title: 'Shortfall',
    load: () => import('./shortfall/shortfall.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Shortfall' },
  },
  {
    path: '/admin/reports/reorder',
    title: 'Reorder',
    load: () => import('./catalogue/reorder-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Reorder' },
  },
  {
    path: '/admin/reports',
    title: 'Reports',
    load: () => import('./reports/office-reports.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Reports', also: '/admin/scheduled-reports' },
  },
  {
    path: '/admin/reports/open',
    title: 'Report',
    load: () => import('./reports/open-report.tsx'),
    for: everyRole,
    layout: 'desk',
    needs_query: true,
  },
  {
    path: '/admin/scheduled-reports',
    title: 'Scheduled reports',
    load: () => import('./reports/scheduled-list.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/scheduled-reports/create',
    title: 'Schedule a report',
    load: () => import('./reports/scheduled-form.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/scheduled-reports/:id/edit',
    title: 'Scheduled report',
    load: () => import('./reports/scheduled-form.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's scheduled report keeps its id.
  },
  {
    path: '/admin/notices',
    title: 'Notices',
    load: () => import('./notices/office-notice-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Notices' },
  },
  { path: '/admin/notices/create', title: 'New notice', load: () => import('./notices/notice-form.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/notices/:id/edit',
    title: 'Notice',
    load: () => import('./notices/notice-form.tsx'),
    for: ['super'],
    layout: 'desk',
  },
  {
    path: '/admin/imports',
    title: 'Imports',
    load: () => import('./imports/import-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Imports', also: '/admin/api-tokens' },
  },
  { path: '/admin/imports/new', title: 'Import a file', load: () => import('./imports/new-import.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/imports/:id',
    title: 'Import',
    load: () => import('./imports/import-page.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo’s second import waits because of its errors.
  },
  { path: '/admin/api-tokens', title: 'API tokens', load: () => import('./imports/token-list.tsx'), for: ['super'], layout: 'desk' },
  {
    path: '/admin/mail',
    title: 'Mail',
    load: () => import('./mail/mail-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Mail' },
  },
  {
    path: '/admin/audit',
    title: 'Audit',
    load: () => import('./audit/audit-list.tsx'),
    for: ['super'],
    layout: 'desk',
    nav: { section: 'Office', label: 'Audit' },
  },
  {
    path: '/impersonate/take/:id',
    title: 'Act as somebody else',
    load: () => import('./impersonate/take.tsx'),
    for: ['super'],
    layout: 'desk',
    // The demo's people keep their ids: this one wears what a client orders.
  },
  ...(import.meta.env?.DEV ? [showcase] : []),
];

/** Whether this role may see the screen. */
export const maySee = (row: RouteRow, role: Role | undefined): boolean => row.for === 'anyone' || (role !== undefined && row.for.includes(role));
