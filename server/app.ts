import { Hono } from 'hono';
import { accountRoutes, adminAccountRoutes } from './accounts/routes.ts';
import { addressRoutes, postcodeRoutes } from './addresses/routes.ts';
import { allocationRoutes, allocationRunRoutes } from './allocation/routes.ts';
import { allowanceRoutes, wearerAllowanceRoutes } from './allowances/routes.ts';
import { accountEmployeeArchiveRoutes, employeeArchiveRoutes, userArchiveRoutes } from './archive/routes.ts';
import { attentionRoutes } from './attention/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes, impersonateRoutes } from './auth/routes.ts';
import { accountEmployeeBulkRoutes, employeeBulkRoutes } from './bulk-people/routes.ts';
import {
  adminProductRoutes,
  brandRoutes,
  categoryRoutes,
  customProductRoutes,
  datasheetRoutes,
  priceChangeRoutes,
  productRoutes,
  skuRoutes,
} from './catalogue/routes.ts';
import { accountSetRoutes, adminSetRoutes, clothingSetRoutes } from './clothing-sets/routes.ts';
import { collectionRoutes, leaverRoutes, wearerCollectionRoutes } from './collections/routes.ts';
import type { Services } from './core/context.ts';
import { notFound } from './core/problem.ts';
import { dashboardRoutes } from './dashboards/routes.ts';
import { dayRoutes } from './day/routes.ts';
import { dispatchRoutes, orderDispatchRoutes } from './dispatch/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { employeeRoleRoutes } from './employee-roles/routes.ts';
import { errorCodeRoutes } from './error-codes/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { fileRoutes } from './file-access/routes.ts';
import { atMost } from './http/body-limit.ts';
import { compressedForThoseWhoAsk } from './http/compressed.ts';
import { docsRoutes } from './http/docs.ts';
import { observe } from './http/observe.ts';
import { privateApi } from './http/private-api.ts';
import { problemResponse, toProblem } from './http/problem-response.ts';
import { refuseUnknownFilters } from './http/refuse-unknown-filters.ts';
import { refuseUnknownMethods } from './http/refuse-unknown-methods.ts';
import type { Env } from './http/request.ts';
import { requireJson } from './http/require-json.ts';
import { Replay } from './http/run-command.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static.ts';
import { apiTokenRoutes, importDocumentRoutes, importMappingRoutes, importRoutes, importUploadRoutes } from './imports/routes.ts';
import { kitRoutes } from './kits/routes.ts';
import { newsRoutes } from './news/routes.ts';
import { adminNoticeRoutes, noticeDocumentRoutes, noticeRoutes } from './notices/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { adminOrderLineRoutes, adminOrderRoutes, orderRoutes, wearerProductRoutes } from './ordering/routes.ts';
import { mailRoutes } from './outbox/routes.ts';
import { accountEmployeeRoutes, accountResetRoutes, anyUserRoutes, checkRoutes, employeeRoutes, profileRoutes, userRoutes } from './people/routes.ts';
import { pickingRoutes } from './picking/routes.ts';
import { prepRoutes } from './prep/routes.ts';
import { purchaseOrderRoutes } from './purchasing/routes.ts';
import { replacementRoutes } from './replacements/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { adminReturnRoutes, orderReturnRoutes, returnReasonRoutes, returnRoutes, sizeSwapRoutes } from './returns/routes.ts';
import { rolloutRoutes, rolloutSizeRoutes } from './rollouts/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { scheduledReportRoutes } from './scheduled-reports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { reorderRoutes, shortfallRoutes } from './shortfall/routes.ts';
import { siteRoutes } from './sites/routes.ts';
import { employeeSizeRoutes, orderSizeRoutes, sizeRoutes } from './sizes/routes.ts';
import { starterRoutes } from './starters/routes.ts';
import { stockRoutes } from './stock/routes.ts';
import { lineSubstitutionRoutes, substitutionRoutes } from './substitution/routes.ts';
import { supplierReturnRoutes } from './supplier-returns/routes.ts';
import { supplierRoutes } from './suppliers/routes.ts';
import { syncRoutes, tabletRoutes } from './sync/routes.ts';
import { usualRoutes } from './usual/routes.ts';
import { wearerRoutes } from './wearers/routes.ts';
import { adminWebsiteRoutes, websiteRoutes } from './website/routes.ts';
import { weightRoutes } from './weights/routes.ts';

const megabyte = 1024 * 1024;
const limitBody = atMost(megabyte);
/** The limit for a body that carries a picture as a data URL. */
const limitPictureBody = atMost(12 * megabyte);
/** The limit for a form that carries a data sheet of 20 MB. */
const limitFormBody = atMost(22 * megabyte);
/** The limit for a form that carries an import file of 50 MB. */
const limitImportBody = atMost(51 * megabyte);
const carriesImport = (path: string): boolean => /^(\/api)?\/admin\/imports(\/preview)?$/.test(path);
const carriesForm = (path: string): boolean => /^\/api\/admin\/products\/\d+\/(datasheets|image)$/.test(path);
const carriesPicture = (path: string): boolean => /^\/api\/admin\/((accounts|notices)(\/\d+)?|clothing-sets\/\d+\/products\/\d+)$/.test(path);

/** The whole product over HTTP: API, documents and the app's own files. */
export function createApp(services: Services): Hono<Env> {
  const app = new Hono<Env>();

  // Middleware with nothing to do afterwards returns the next promise: awaiting it costs a little on every request.
  app.use((c, next) => {
    c.set('services', services);
    return next();
  });
  app.use(observe);
  app.use(securityHeaders(services.settings.public_url.startsWith('https:')));
  app.use(compressedForThoseWhoAsk);
  app.on(['POST', 'PUT', 'DELETE', 'PATCH'], '/api/*', (c, next) => {
    const limit = carriesForm(c.req.path) ? limitFormBody : carriesPicture(c.req.path) ? limitPictureBody : limitBody;
    return carriesImport(c.req.path) ? next() : limit(c, next);
  });
  app.post('*', (c, next) => (carriesImport(c.req.path) ? limitImportBody(c, next) : next()));
  app.use('/api/*', privateApi);
  app.use('/api/*', requireJson);
  app.use('/api/*', refuseUnknownMethods(app));
  app.use(refuseUnknownFilters);

  app.route('/files', fileRoutes);
  app.route('/', operationsRoutes);
  app.route('/api', docsRoutes(app));
  app.route('/api/auth', authRoutes);
  app.route('/api/impersonate', impersonateRoutes);
  app.route('/api/admin/audit', auditRoutes);

  app.route('/api/admin/mail', mailRoutes);

  app.route('/api/admin/search', searchRoutes);
  app.route('/api/admin', stockRoutes);
  app.route('/api/orders', orderRoutes);
  app.route('/api/orders', orderSizeRoutes);
  app.route('/api/orders', usualRoutes);
  app.route('/api/sizes', sizeRoutes);
  app.route('/api/orders', orderReturnRoutes);
  app.route('/api/orders', orderDispatchRoutes);
  app.route('/api/admin/order-lines', adminOrderLineRoutes);
  app.route('/api/admin/order-lines', lineSubstitutionRoutes);
  app.route('/api/admin/substitution', substitutionRoutes);
  app.route('/api/employees', employeeRoutes);
  app.route('/api/employees', employeeBulkRoutes);
  app.route('/api/employees', employeeArchiveRoutes);
  app.route('/api/employees', wearerProductRoutes);
  app.route('/api/check-user-name', checkRoutes);
  app.route('/api/users', anyUserRoutes);
  app.route('/api/admin/users', userRoutes);
  app.route('/api/admin/users', userArchiveRoutes);
  app.route('/api/employees', employeeSizeRoutes);
  app.route('/api/employees', wearerRoutes);
  app.route('/api/employees', wearerAllowanceRoutes);
  app.route('/api/accounts', allowanceRoutes);
  app.route('/api/accounts', kitRoutes);
  app.route('/api/accounts', replacementRoutes);
  app.route('/api/accounts', starterRoutes);
  app.route('/api/accounts', leaverRoutes);
  app.route('/api/accounts', rolloutRoutes);
  app.route('/api/rollout-sizes', rolloutSizeRoutes);
  app.route('/api/profile', profileRoutes);
  app.route('/api/products', productRoutes);
  app.route('/api/sites', siteRoutes);
  app.route('/api/accounts', accountRoutes);
  app.route('/api/accounts', accountResetRoutes);
  app.route('/api/accounts', clothingSetRoutes);
  app.route('/api/admin/accounts', adminAccountRoutes);
  app.route('/api/admin/accounts', accountEmployeeRoutes);
  app.route('/api/admin/accounts', accountEmployeeBulkRoutes);
  app.route('/api/admin/accounts', accountEmployeeArchiveRoutes);
  app.route('/api/admin/accounts', employeeRoleRoutes);
  app.route('/api/admin/accounts', accountSetRoutes);
  app.route('/api/admin/accounts', customProductRoutes);
  app.route('/api/admin/clothing-sets', adminSetRoutes);
  app.route('/api/admin/products', adminProductRoutes);
  app.route('/api/admin/skus', skuRoutes);
  app.route('/api/brands', brandRoutes);
  app.route('/api/categories', categoryRoutes);
  app.route('/api/admin/price-changes', priceChangeRoutes);
  app.route('/api/admin/datasheets', datasheetRoutes);
  app.route('/api/addresses', addressRoutes);
  app.route('/api/postcode', postcodeRoutes);
  app.route('/api/notices', noticeRoutes);
  app.route('/api/admin/notices', adminNoticeRoutes);
  app.route('/api/admin/imports', importDocumentRoutes);
  app.route('/api/admin/imports', importRoutes);
  app.route('/admin/imports', importUploadRoutes);
  app.route('/api/admin/import-mappings', importMappingRoutes);
  app.route('/api/admin/api-tokens', apiTokenRoutes);
  app.route('/notices', noticeDocumentRoutes);
  app.route('/api/dashboards', dashboardRoutes);
  app.route('/api/admin/day', dayRoutes);
  app.route('/api/admin/saved-views', savedViewRoutes);
  app.route('/api/notifications', newsRoutes);
  app.route('/api/notifications', notificationRoutes);
  app.route('/api/return-reasons', returnReasonRoutes);
  app.route('/api/size-swaps', sizeSwapRoutes);
  app.route('/api/returns', returnRoutes);
  app.route('/api/employees', wearerCollectionRoutes);
  app.route('/api/admin/collections', collectionRoutes);
  app.route('/api/admin/returns', adminReturnRoutes);
  app.route('/api/admin/reports/shortfall', shortfallRoutes);
  app.route('/api/admin/reports/reorder', reorderRoutes);
  app.route('/api/admin/scheduled-reports', scheduledReportRoutes);
  app.route('/api/admin/suppliers', supplierRoutes);
  app.route('/api/admin/purchase-orders', purchaseOrderRoutes);
  app.route('/api/admin/supplier-returns', supplierReturnRoutes);
  app.route('/api/admin/orders', adminOrderRoutes);
  app.route('/api/admin/orders', allocationRoutes);
  app.route('/api/admin/allocation-runs', allocationRunRoutes);
  app.route('/api/admin/picking', pickingRoutes);
  app.route('/api/admin/prep', prepRoutes);
  app.route('/api/admin', dispatchRoutes);
  app.route('/api/admin/error-codes', errorCodeRoutes);
  app.route('/api/admin/website/categories', adminWebsiteRoutes);
  app.route('/api/website/categories', websiteRoutes);
  app.route('/api/admin/attention', attentionRoutes);
  app.route('/api/admin/weights', weightRoutes);
  app.route('/api/sync', syncRoutes);
  app.route('/api/admin/tablets', tabletRoutes);
  app.route('/', documentRoutes);
  app.route('/', exportRoutes);
  app.route('/', reportRoutes);

  app.route('/', staticFiles());

  app.notFound((c) => problemResponse(c, notFound()));
  app.onError((error, c) => {
    if (error instanceof Replay) {
      c.header('Idempotent-Replay', 'true');
      c.header('Content-Type', 'application/json');
      return error.body === null ? c.body(null, 204) : c.body(error.body, error.status);
    }
    return problemResponse(c, toProblem(error, c));
  });
  return app;
}
