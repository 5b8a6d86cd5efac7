import { beforeAll, expect, test } from 'vitest';
import { openScene } from './scene.ts';

interface Description {
  paths: Record<string, { get?: { parameters?: { in: string; name: string }[] } }>;
}

/** The filters that the specifications name, by the path of the list. */
const filters: Record<string, readonly string[]> = {
  '/api/orders': ['include', 'search', 'this_employee_only', 'page', 'per_page', 'orderBy', 'sortedBy'],
  '/api/orders/{uuid}': ['include'],
  '/api/returns': ['page', 'include', 'search', 'status'],
  '/api/check-user-name': ['forenames', 'surname', 'email', 'number'],
  '/api/sites': ['account_id', 'skip_empty_sites', 'include', 'search', 'page', 'per_page'],
  '/api/notices': ['page', 'include'],
  '/api/notifications': ['page', 'per_page'],
  '/api/dashboards/homepage/graphs/{graph}': ['timeframe', 'all_sites', 'employee_id', 'site_id'],
  '/api/products/{id}': ['include'],
  '/api/postcode': ['postcode'],
  '/api/admin/accounts': ['search', 'stage', 'include', 'page', 'per_page', 'orderBy', 'sortedBy'],
  '/api/admin/accounts/{id}/clothing-sets': ['search', 'page', 'per_page', 'product_id'],
  '/api/admin/accounts/{id}/employees': ['search', 'include', 'page', 'per_page'],
  '/api/admin/accounts/{id}/employee-roles': ['search', 'include', 'page', 'per_page'],
  '/api/admin/clothing-sets': ['include', 'per_page'],
  '/api/admin/imports': ['page'],
  '/api/admin/import-mappings': ['type'],
  '/api/admin/notices': ['include'],
  '/api/admin/orders': [
    'page',
    'per_page',
    'include',
    'search',
    'stage',
    'picking_only',
    'ready_for_dispatch_only',
    'prep_only',
    'orderBy',
    'sortedBy',
  ],
  '/api/admin/prep/orders/{uuid}': ['include', 'bagging_instructions'],
  '/api/admin/products': [
    'fts',
    'parent_only',
    'brand',
    'supplier_id',
    'include',
    'search_decorations',
    'separated_by_primary_attribute',
    'disable_parent',
    'include_on_order_count',
    'page',
    'per_page',
  ],
  '/api/admin/products/{id}': ['include'],
  '/api/admin/products/{id}/activity': ['query', 'type', 'include', 'page', 'per_page'],
  '/api/admin/purchase-orders': ['search', 'stage', 'include', 'page', 'per_page'],
  '/api/admin/returns': ['page', 'include', 'search', 'status'],
  '/api/admin/shipping/orders/dispatches': ['search', 'include', 'orderBy', 'sortedBy'],
  '/api/admin/supplier-returns/{id}': ['include'],
  '/api/admin/suppliers': ['search', 'stage', 'include', 'orderBy', 'sortedBy'],
};

let s: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  s = await openScene();
});

test('every list has the filters that the specifications name', async () => {
  const { paths } = (await s.callers.office.get<Description>('/api/openapi.json')).body;
  const missing = Object.entries(filters).flatMap(([path, names]) => {
    const read = (paths[path]?.get?.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    return names.filter((name) => !read.includes(name)).map((name) => `${path} ${name}`);
  });
  expect(missing).toEqual([]);
});

test.each([
  ['/api/admin/accounts', 'stage'],
  ['/api/admin/suppliers', 'stage'],
  ['/api/admin/purchase-orders', 'stage'],
  ['/api/admin/orders', 'stage'],
  ['/api/admin/returns', 'status'],
  ['/api/returns', 'status'],
])('%s refuses an unknown %s', async (path, name) => {
  const caller = path === '/api/returns' ? s.admin : s.callers.office;
  expect(await caller.get(`${path}?${name}=sideways`)).toMatchObject({ status: 422 });
});

test('client companies can be filtered by stage: open, archived or all', async () => {
  const archived = await s.account({ name: 'Stage Archived Ltd', deleted_at: s.now() });
  const open = await s.account({ name: 'Stage Open Ltd' });
  const ids = async (query: string): Promise<number[]> =>
    (await s.callers.office.get(`/api/admin/accounts?search=Stage&per_page=null${query}`)).body.items.map(({ id }: { id: number }) => id);
  expect(await ids('&stage=archived')).toEqual([archived.id]);
  expect(await ids('&stage=open')).toEqual([open.id]);
  expect(await ids('&stage=all')).toEqual([archived.id, open.id]);
  expect(await ids('&archived=true')).toEqual([archived.id, open.id]);
  expect(await ids('')).toEqual([open.id]);
});
