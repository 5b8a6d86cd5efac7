import { and, desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, idempotencyKeys } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from '../ordering/fixture.ts';

const path = '/api/admin/products';
let counter = 0;

/** Three styles of one brand, the first with SKUs in two sizes. */
async function setUp() {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  counter += 1;
  const brand = `Bulk${counter}`;
  const post = async (body: object): Promise<{ id: number; sku: string }> => (await office.post(path, { brand, ...body })).body;
  const polo = await post({ sku: `BP${counter}`, name: 'Piqué Polo', price: 1000, cost: 480, is_published: true });
  await office.post(`${path}/${polo.id}/variations`, { colours: [{ name: 'Navy', hex: '#1f2c4d' }], sizes_1: ['M', '3XL'] });
  const [medium, large] = (await office.get(`${path}/${polo.id}/variations`)).body.items as { id: number; sku: string }[];
  const fleece = await post({ sku: `BF${counter}`, name: '=Fleece', price: 2000, cost: 900, is_published: true });
  const parka = await post({ sku: `BZ${counter}`, name: 'Parka', price: 6000, cost: 3000 });
  const read = async (id: number) => (await office.get(`${path}/${id}`)).body;
  const bulk = (body: object, by = office, headers?: Record<string, string>) => by.post(`${path}/bulk`, body, headers);
  return { ...fixture, office, brand, polo, fleece, parka, medium: medium?.id ?? 0, large: large?.id ?? 0, read, bulk };
}

test('all products that match a filter are returned together, whatever the page, and the products of each view are counted', async () => {
  const { office, brand, polo, fleece, parka, as } = await setUp();
  const matching = (await office.get(`${path}/matching?brand=${brand}&per_page=1&page=2`)).body;
  expect(matching).toEqual({
    products: [
      { id: fleece.id, sku: fleece.sku, children_count: 0 },
      { id: polo.id, sku: polo.sku, children_count: 2 },
      { id: parka.id, sku: parka.sku, children_count: 0 },
    ],
    is_cut: false,
  });
  expect((await office.get(`${path}/matching?brand=${brand}&search=polo`)).body.products).toMatchObject([{ id: polo.id }]);
  expect((await office.get(`${path}/matching?brand=${brand}&published=false`)).body.products).toMatchObject([{ id: parka.id }]);
  const counts = async (query: string) => (await office.get(`${path}?brand=${brand}&include=counts&${query}`)).body.counts;
  expect(await counts('published=false')).toEqual({ all: 3, skus: 2, unpublished: 1, ending: 0, waiting: 0 });
  expect(await counts('search=polo')).toEqual({ all: 1, skus: 2, unpublished: 0, ending: 0, waiting: 0 });
  expect(await counts('search=nothing')).toEqual({ all: 0, skus: 0, unpublished: 0, ending: 0, waiting: 0 });
  expect((await office.get(`${path}?brand=${brand}`)).body.counts).toBeUndefined();
  expect((await (await as('warehouse')).get(`${path}/matching`)).status).toBe(403);
});

test('products that will be discontinued, wholly or in some SKUs, are listed, counted and chosen separately', async () => {
  const { office, brand, polo, fleece, large, bulk, setClock, now, as } = await setUp();
  const began = now();
  await bulk({ ids: [fleece.id], change: { push_discontinued_at: '2026-12-24' } });
  await office.post(`${path}/${polo.id}/variations/discontinue`, { variations: [large], discontinued_at: '2026-12-24' });
  const ending = `${path}?brand=${brand}&ending=true`;
  const { items } = (await office.get(ending)).body;
  expect(items).toMatchObject([
    { id: fleece.id, is_discontinued: false, skus_ending: 0 },
    { id: polo.id, discontinued_at: null, skus_ending: 1 },
  ]);
  expect((await office.get(`${path}?brand=${brand}&include=counts`)).body.counts).toMatchObject({ all: 3, ending: 2, waiting: 0 });
  expect((await office.get(`${path}/matching?brand=${brand}&ending=true`)).body.products).toMatchObject([{ id: fleece.id }, { id: polo.id }]);
  setClock('2026-12-24T12:00:00.000Z');
  expect((await (await as('super')).get(ending)).body.total).toBe(0);
  setClock(began);
});

test('discontinued products are found by words, and all of them can be chosen', async () => {
  const { office, brand, fleece, parka, bulk, setClock, now, as } = await setUp();
  const began = now();
  await bulk({ ids: [fleece.id, parka.id], change: { push_discontinued_at: '2026-11-21' } });
  setClock('2026-11-21T12:00:00.000Z');
  const later = await as('super');
  expect((await later.get(`${path}?brand=${brand}&waiting=true&search=parka`)).body.items).toMatchObject([{ id: parka.id }]);
  expect((await later.get(`${path}/matching?brand=${brand}&waiting=true`)).body.products).toMatchObject([{ id: fleece.id }, { id: parka.id }]);
  expect((await later.get(`${path}?brand=${brand}&include=counts`)).body.counts).toMatchObject({ all: 3, waiting: 2 });
  setClock(began);
  expect((await office.get(`${path}?brand=${brand}&waiting=true`)).body.total).toBe(0);
});

test('many products get the same change, each with a result and an audit event; products that already have the value do not change', async () => {
  const { office, brand, polo, fleece, parka, medium, read, bulk, database } = await setUp();
  await office.put(`${path}/${medium}`, { field: 'is_published', value: false });
  const { body } = await bulk({ filter: { brand }, change: { is_published: true } });
  expect(body.results).toEqual([
    { id: fleece.id, ok: true, message: 'There was nothing to change.' },
    { id: polo.id, ok: true, message: 'Changed.' },
    { id: parka.id, ok: true, message: 'Changed.' },
  ]);
  expect(await read(medium)).toMatchObject({ is_published: true });
  expect([(await read(fleece.id)).version, (await read(parka.id)).version]).toEqual([1, 2]);
  const [event] = await database.reader
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.on_type, 'product'), eq(auditRows.on_id, polo.id)))
    .orderBy(desc(auditRows.id))
    .limit(1);
  expect(event).toMatchObject({ what: 'product.changed', who_id: office.id, after: { is_published: true, variations: 1 } });
  const lost = await bulk({ ids: [polo.id, 999_999], change: { is_restricted: true } });
  expect(lost.body.results).toEqual([
    { id: polo.id, ok: true, message: 'Changed.' },
    { id: 999_999, ok: false, message: messages.not_found },
  ]);
});

test('a preview counts products, SKUs and the orders that hold them, and changes nothing', async () => {
  const { admin, wearer, clothingSet, client, polo, fleece, large, read, bulk } = await setUp();
  await clothingSet(client.id, { products: [{ product_id: polo.id }], wearers: [wearer.id] });
  const { uuid } = (await admin.post('/api/orders', { employees: [wearer.id] })).body;
  const added = await admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: polo.id, quantity: 1 }] });
  const changed = await bulk({ ids: [polo.id, fleece.id], change: { is_published: false }, preview: true });
  expect([added.status, changed]).toMatchObject([
    201,
    { status: 200, body: { results: [], preview: { products: 2, skus: 2, orders: 0, drafts: added.status === 201 ? 1 : 0 } } },
  ]);
  expect(await read(large)).toMatchObject({ is_published: true });
});

test('a bulk request sent twice changes products once; if the first request was interrupted, the second does the rest', async () => {
  const { polo, fleece, parka, read, bulk, office, key, database } = await setUp();
  const headers = key();
  const body = { ids: [polo.id, fleece.id, parka.id], change: { is_restricted: true } };
  const first = await bulk(body, office, headers);
  expect((await bulk(body, office, headers)).body).toEqual(first.body);
  expect((await read(parka.id)).version).toBe(2);
  // The stored response of one part is lost: the part is done again, and finds nothing to change.
  const [ownKey] = Object.values(headers);
  await database.unitOfWork((db) => db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, `${ownKey?.toLowerCase()}/1`)));
  expect((await bulk(body, office, headers)).body.results.map(({ message }: { message: string }) => message)).toEqual(
    Array(3).fill('There was nothing to change.'),
  );
});

test('an impossible bulk change is refused before anything changes, and only the office makes bulk changes', async () => {
  const { polo, read, bulk, as } = await setUp();
  const refused = async (body: object) => (await bulk({ ids: [polo.id], ...body })).body.errors;
  expect(await refused({ change: { category_id: 999_999 } })).toHaveProperty(['change.category_id']);
  expect(await refused({ change: { supplier_id: 999_999 } })).toHaveProperty(['change.supplier_id']);
  expect(await refused({ change: { push_discontinued_at: '2026-11-19' } })).toHaveProperty(['change.push_discontinued_at']);
  expect(await refused({ change: {} })).toHaveProperty('change');
  expect(await refused({ change: { price: 1 } })).toHaveProperty('change');
  expect(await refused({ ids: [], change: { is_public: true } })).toEqual({ ids: ['Choose a product.'] });
  expect(await refused({ filter: {}, change: { is_public: true } })).toEqual({ ids: ['Choose a product.'] });
  expect(await refused({ ids: undefined, filter: { colour: 'Navy' }, change: { is_public: true } })).toHaveProperty('filter');
  expect(await refused({ ids: Array.from({ length: 20_001 }, (_, n) => n + 1), change: { is_public: true } })).toEqual({
    ids: ['Choose at most 20,000 products at once.'],
  });
  for (const preview of [true, false])
    expect((await bulk({ ids: [polo.id], change: { is_public: true }, preview }, await as('warehouse'))).status).toBe(403);
  expect((await read(polo.id)).version).toBe(1);
});

test('only the office exports products, with their SKUs, in the columns of an import and without formulas', async () => {
  const { office, brand, polo, fleece, parka, as } = await setUp();
  const exported = async (body: object) => office.raw(`${path}/export`, { method: 'POST', body: JSON.stringify(body), headers: json });
  const json = { 'Content-Type': 'application/json' };
  const response = await exported({ filter: { brand } });
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="products-taken-2026-11-20.csv"');
  const [head = '', ...lines] = (await response.text()).replace('\uFEFF', '').trim().split('\r\n');
  expect(head.split(',').slice(0, 10)).toEqual([
    'sku',
    'parent_sku',
    'name',
    'brand',
    'supplier',
    'supplier_sku',
    'category',
    'cost',
    'price',
    'vat_rate',
  ]);
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((cell, place) => [head.split(',')[place], cell])));
  expect(rows).toMatchObject([
    { sku: fleece.sku, parent_sku: '', name: "'=Fleece", cost: '9.00', price: '20.00', is_published: 'yes' },
    { sku: polo.sku, parent_sku: '', colour: '' },
    { parent_sku: polo.sku, colour: 'Navy', colour_hex: '#1f2c4d', size_1: 'M', cost: '4.80', price: '10.00' },
    { parent_sku: polo.sku, size_1: '3XL' },
    { sku: parka.sku, is_published: 'no', discontinued_at: '' },
  ]);
  expect((await (await exported({ ids: [parka.id] })).text()).trim().split('\r\n')).toHaveLength(2);
  expect((await office.post(`${path}/export`, {})).body.errors).toEqual({ ids: ['Choose a product.'] });
  for (const role of ['warehouse', 'client_admin'] as const)
    expect((await (await as(role)).post(`${path}/export`, { ids: [polo.id] })).status).toBe(403);
});
