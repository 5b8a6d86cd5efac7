import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { categories, products, purchaseOrderLines, purchaseOrders, stockMovements } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

const path = '/api/admin/products';
let counter = 0;

/** Inserts a small catalogue of one brand: trousers in two colours, with sizes of two parts, and a jacket without SKUs. */
async function setUp() {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  counter += 1;
  const brand = `Brand${counter}`;
  const supplier = await fixture.supplier();
  const [category] = await fixture.database.unitOfWork((db) =>
    db
      .insert(categories)
      .values({ name: `Bottoms${counter}` })
      .returning(),
  );
  const post = async (body: object) => (await office.post(path, body)).body;
  const trouser = await post({
    sku: `TR${counter}`,
    name: 'Action Trousers',
    brand,
    supplier_id: supplier.id,
    category_id: category?.id,
    price: 2500,
    cost: 1100,
    supplier_sku: `Q${counter}77`,
    is_published: true,
  });
  await office.post(`${path}/${trouser.id}/variations`, {
    colours: [
      { name: 'Navy', hex: '#1f2c4d' },
      { name: 'Royal Blue', code: 'RB' },
    ],
    sizes_1: ['30', '32'],
    sizes_2: ['R', 'L'],
  });
  const jacket = await post({ sku: `JK${counter}`, name: 'Rain Jacket', brand, price: 3000 });
  const list = async (query: string, by = office) => (await by.get(`${path}?${query}`)).body;
  const skusOf = async (query: string, by = office): Promise<string[]> =>
    (await list(`brand=${brand}&${query}`, by)).items.map(({ sku }: { sku: string }) => sku);
  const children = (await office.get(`${path}/${trouser.id}/variations`)).body.items as { id: number; sku: string }[];
  const [first] = children;
  return { ...fixture, office, brand, supplier, category, trouser, jacket, list, skusOf, children, first: first?.id ?? 0, n: counter };
}

test('styles are listed in the order of their SKUs, 15 a page, with all values that the list shows', async () => {
  const { list, brand, trouser, jacket, supplier, category } = await setUp();
  const page = await list(`brand=${brand}&parent_only=true&include=categories,supplier,media`);
  expect(page).toMatchObject({ total: 2, per_page: 15, current_page: 1, last_page: 1 });
  expect(page.items.map(({ id }: { id: number }) => id)).toEqual([jacket.id, trouser.id]);
  expect(page.items[1]).toMatchObject({
    name: 'Action Trousers',
    supplier: { id: supplier.id, name: supplier.name },
    categories: [{ id: category?.id }],
    children_count: 8,
    is_parent: true,
    is_child: false,
    is_published: true,
    price: 2500,
    cost: 1100,
    colours: [
      { name: 'Navy', hex: '#1f2c4d' },
      { name: 'Royal Blue', hex: null },
    ],
    sizes_1: ['30', '32'],
    sizes_2: ['R', 'L'],
    version: 1,
  });
  expect((await list(`brand=${brand}&per_page=1&page=2`)).items).toMatchObject([{ id: trouser.id }]);
  expect((await list(`brand=${brand}&orderBy=price&sortedBy=desc`)).items.map(({ id }: { id: number }) => id)).toEqual([jacket.id, trouser.id]);
  expect((await list(`supplier_id=${supplier.id}`)).items).toMatchObject([{ id: trouser.id }]);
  expect((await list(`category_id=${category?.id}`)).total).toBe(1);
  expect((await list('include=cost')).errors).toHaveProperty('include.0');
});

test('a search matches beginnings of words in names, codes, brand, colour, size and category, and forgives one mistake in a word', async () => {
  const { skusOf, n } = await setUp();
  const trousers = [`TR${n}`];
  for (const text of [
    'trou',
    'ACTION trousers',
    'tr',
    `q${n}77`,
    'navy trousers',
    'royal 32',
    'Bottoms',
    'trosers',
    'roial actoin',
    `TR${n}-RB-30-L`,
    `TR${n} rb`,
  ])
    expect(await skusOf(`fts=${encodeURIComponent(text)}`), text).toEqual(trousers);
  for (const text of ['green trousers', 'ousers', 'rain trousers', 'trxsxrs'])
    expect(await skusOf(`fts=${encodeURIComponent(text)}`), text).toEqual([]);
  expect(await skusOf('search=jacket')).toEqual([`JK${n}`]);
});

test('a search finds a changed text as soon as it is stored, and does not find a change that was rolled back', async () => {
  const { skusOf, office, trouser, category, database, first, n } = await setUp();
  const words = ['ridgeway', `v${n}88`, 'olive', 'ridgeway trousers', `legwear${n}`];
  const matched = async (): Promise<string[]> => {
    const lists = await Promise.all(words.map((text) => skusOf(`fts=${text}`)));
    return words.filter((_, index) => lists[index]?.length);
  };
  expect(await matched()).toEqual([]);
  await office.put(`${path}/${first}`, { field: 'supplier_sku', value: `V${n}88` });
  expect(await matched()).toEqual([`v${n}88`]);
  await office.put(`${path}/${trouser.id}`, { field: 'name', value: 'Ridgeway Trousers' });
  await office.post(`${path}/${trouser.id}/variations`, { colours: [{ name: 'Olive' }], sizes_1: ['30'], sizes_2: ['R'] });
  await database.unitOfWork((db) =>
    db
      .update(categories)
      .set({ name: `Legwear${n}` })
      .where(eq(categories.id, category?.id ?? 0)),
  );
  expect(await matched()).toEqual(words);
  expect(await skusOf(`fts=bottoms${n}`)).toEqual([]);
  // The word was in the style's former name, by which its SKUs were also found.
  expect(await skusOf('disable_parent=true&fts=action')).toEqual([]);
  const undone = database.unitOfWork(async (db) => {
    await db.update(products).set({ name: 'Cedar Trousers' }).where(eq(products.id, trouser.id));
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await skusOf('fts=cedar')).toEqual([]);
  await database.unitOfWork((db) => db.update(products).set({ deleted_at: new Date().toISOString() }).where(eq(products.id, first)));
  expect(await skusOf(`fts=v${n}88`)).toEqual([]);
  expect(await skusOf('fts=ridgeway')).toEqual([`TR${n}`]);
});

test('the SKU list has SKUs instead of styles, 100 a page, and is searched with the same words', async () => {
  const { list, skusOf, brand, children, office, first, n } = await setUp();
  const page = await list(`brand=${brand}&disable_parent=true`);
  expect(page).toMatchObject({ per_page: 100, total: 9 });
  expect(page.items.map(({ sku }: { sku: string }) => sku)).toEqual([`JK${n}`, ...children.map(({ sku }) => sku).sort()]);
  await office.put(`${path}/${first}`, { field: 'qty_available', value: 4 });
  const [exact] = (await list(`disable_parent=true&fts=TR${n}-NAV-30-R`)).items;
  expect(exact).toMatchObject({
    id: first,
    is_child: true,
    attributes: { variation_colour: 'Navy', variation_size_1: '30', variation_size_2: 'R' },
    parent: { sku: `TR${n}` },
    qty_available: 4,
    qty_free: 4,
  });
  const ends = async (text: string) =>
    (await skusOf(`disable_parent=true&fts=${encodeURIComponent(text)}`)).map((sku) => sku.slice(sku.indexOf('-') + 1));
  expect(await ends('navy 30 trousers')).toEqual(['NAV-30-L', 'NAV-30-R']);
  expect(await ends('roial trousers 32 L')).toEqual(['RB-32-L']);
  expect(await ends('navy green')).toEqual([]);
});

test('a search lists SKUs in the same sequence and on the same pages with and without a filter, also after a change', async () => {
  const { list, brand, trouser, office, database, first, n } = await setUp();
  const skus = async (query: string): Promise<string[]> =>
    (await list(`disable_parent=true&fts=tr${n}&${query}`)).items.map(({ sku }: { sku: string }) => sku);
  const check = async (count: number): Promise<void> => {
    const ascending = await skus(`brand=${brand}`);
    expect(ascending).toHaveLength(count);
    expect(await skus('')).toEqual(ascending);
    expect(await skus('sortedBy=desc')).toEqual(ascending.toReversed());
    expect(await skus('per_page=3&page=2')).toEqual(ascending.slice(3, 6));
    expect(await list(`disable_parent=true&fts=tr${n}&per_page=3&page=9`)).toMatchObject({
      items: [],
      total: count,
      last_page: Math.ceil(count / 3),
    });
  };
  await check(8);
  const added = await office.post(`${path}/${trouser.id}/variations`, {
    colours: [{ name: 'Amber', hex: '#ffbf00' }],
    sizes_1: ['30'],
    sizes_2: ['R'],
  });
  expect(added.status).toBe(201);
  await check(9);
  await database.unitOfWork((db) =>
    db
      .update(products)
      .set({ sku: `TR${n}-ZZZ` })
      .where(eq(products.id, first)),
  );
  await check(9);
  expect((await skus('')).at(-1)).toBe(`TR${n}-ZZZ`);
  // A SKU that is typed in full comes first, whether the list is ascending or descending.
  const whole = await list(`disable_parent=true&fts=TR${n}-NAV-32-R&sortedBy=desc`);
  expect(whole.items[0]).toMatchObject({ sku: `TR${n}-NAV-32-R` });
});

test('on request, the list has a row for each colour, the SKUs of each style, the quantity on order, and what delays a removal', async () => {
  const { list, brand, children, first, trouser, office, database, supplier, submitted, medium, now } = await setUp();
  const separated = await list(`brand=${brand}&separated_by_primary_attribute=true`);
  expect(separated.total).toBe(3);
  expect(separated.items.map((row: { primary_attribute_product: { sku: string } | null }) => row.primary_attribute_product?.sku ?? null)).toEqual([
    null,
    children[0]?.sku,
    children[4]?.sku,
  ]);
  const [, withSkus] = (await list(`brand=${brand}&include=children,children.attributes`)).items;
  expect(withSkus.children.map(({ sku }: { sku: string }) => sku)).toEqual(children.map(({ sku }) => sku));
  await database.unitOfWork(async (db) => {
    const [purchase] = await db
      .insert(purchaseOrders)
      .values({ our_reference: `L-${trouser.id}`, supplier_id: supplier.id, created_at: now() })
      .returning();
    await db
      .insert(purchaseOrderLines)
      .values({ purchase_order_id: purchase?.id ?? 0, product_id: first, qty_requested: 9, qty_received: 2, unit_price_tenths: 10, is_open: true });
  });
  await submitted(3);
  const [, onOrder] = (await list(`brand=${brand}&include_on_order_count=true`)).items;
  expect(onOrder).toMatchObject({ current_on_order_qty: 9, current_partially_received_qty: 2 });
  expect(onOrder).not.toHaveProperty('current_shortfall_qty');
  const edited = (await office.get(`${path}/${trouser.id}?include=children&include_on_order_count=true`)).body;
  expect(edited).toMatchObject({ current_on_order_qty: 9, current_partially_received_qty: 2 });
  expect(edited.children.map((child: { current_on_order_qty: number }) => child.current_on_order_qty)).toEqual([
    9,
    ...children.slice(1).map(() => 0),
  ]);
  expect((await office.get(`${path}/${trouser.id}`)).body).not.toHaveProperty('current_on_order_qty');
  const [short] = (await list(`disable_parent=true&fts=${medium.sku}&include=current_shortfall_qty`)).items;
  expect(short).toMatchObject({ id: medium.id, current_shortfall_qty: 3, current_on_order_qty: 0 });

  await office.put(`${path}/${first}`, { field: 'qty_available', value: 5 });
  await office.post(`${path}/${trouser.id}/variations/discontinue`, { variations: [first], discontinued_at: '2026-11-20' });
  expect(await list(`brand=${brand}&waiting=true`)).toMatchObject({
    total: 1,
    items: [{ id: first, is_discontinued: true, waits_for: { on_hand: 5, allocated: 0, orders: 0, drafts: 0, purchase_orders: 1 } }],
  });
  await office.post(`${path}/${trouser.id}/variations/discontinue`, { variations: [first], discontinued_at: '2026-11-21' });
  expect(await list(`brand=${brand}&waiting=true`)).toMatchObject({ total: 0, items: [] });
});

test('a style, a SKU and a row of a list have every field of a product', async () => {
  const { office, list, brand, trouser, first } = await setUp();
  const flags = ['is_public', 'is_published', 'is_public_catalogue', 'is_non_returnable', 'is_discontinued', 'is_child', 'is_parent', 'is_csp'];
  const stock = ['qty_available', 'qty_allocated', 'qty_free'];
  const listed = ['id', 'sku', 'supplier_sku', 'name', 'cost', 'price', 'created_at', 'discontinued_at', 'parent', 'children_count', 'media'];
  const fields = [...listed, 'categories', 'supplier', 'attributes', ...flags, ...stock];
  const texts = ['description', 'short_description_1', 'short_description_2', 'html_description', 'datasheets'];
  const supply = ['current_shortfall_qty', 'current_on_order_qty', 'current_partially_received_qty'];
  const missing = (row: object, names: readonly string[]): string[] => names.filter((name) => !(name in row));
  const query = 'include=categories,media,datasheets,tags,children,children.attributes,current_shortfall_qty&include_on_order_count=true';
  const { body: style } = await office.get(`${path}/${trouser.id}?${query}`);
  expect(missing(style, [...fields, ...texts, ...supply, 'children'])).toEqual([]);
  expect(missing((await office.get(`${path}/${first}?${query}`)).body, [...fields, ...texts, ...supply])).toEqual([]);
  for (const child of style.children) expect(missing(child, [...fields, ...supply])).toEqual([]);
  const included = 'include=children,current_shortfall_qty,clothing_sets_with_decoration&separated_by_primary_attribute=true';
  const { items } = await list(`brand=${brand}&${included}`);
  for (const row of items)
    expect(missing(row, [...fields, ...supply, 'children', 'primary_attribute_product', 'clothing_sets_with_decoration'])).toEqual([]);
  expect(Object.keys(style.attributes).sort()).toEqual([
    'variation_all_size',
    'variation_colour',
    'variation_decoration',
    'variation_material',
    'variation_size_1',
    'variation_size_2',
  ]);
});

test('an embroiderer finds products by the decorations of sets assigned to them, and does not find them by decorations of other sets', async () => {
  const { list, brand, trouser, client, clothingSet, signIn, user, n } = await setUp();
  const embroiderer = await user('embroiderer');
  const own = await clothingSet(client.id, { decoration: `Stagmark${n}\nName`, products: [{ product_id: trouser.id }], wearers: [embroiderer.id] });
  await clothingSet(client.id, { decoration: `Secretmark${n}`, products: [{ product_id: trouser.id }] });
  const by = await signIn(embroiderer);
  const page = await list(`brand=${brand}&search_decorations=true&fts=stagmark${n}`, by);
  expect(page.items).toMatchObject([
    {
      id: trouser.id,
      price: null,
      cost: null,
      supplier: null,
      clothing_sets_with_decoration: [{ id: own.id, decoration: `Stagmark${n}\nName`, account: { id: client.id } }],
    },
  ]);
  expect((await list(`brand=${brand}&search_decorations=true&fts=secretmark${n}`, by)).items).toEqual([]);
  expect((await by.get(`${path}?supplier_id=1`)).status).toBe(403);
  expect((await by.get(`${path}?orderBy=cost`)).status).toBe(403);
});

test('decorated products are listed separately, filtered by client, with the colours that each set holds', async () => {
  const { list, brand, trouser, jacket, children, client, account, clothingSet, signIn, user, n } = await setUp();
  const embroiderer = await user('embroiderer');
  const other = await account();
  await clothingSet(client.id, { decoration: `Mark${n}`, products: [{ product_id: trouser.id }], wearers: [embroiderer.id] });
  await clothingSet(other.id, { decoration: 'Badge', products: [{ product_id: children[0]?.id ?? 0 }], wearers: [embroiderer.id] });
  await clothingSet(client.id, { products: [{ product_id: jacket.id }], wearers: [embroiderer.id] });
  const by = await signIn(embroiderer);
  const { items } = await list(`brand=${brand}&decorated=true&search_decorations=true`, by);
  expect(items.map(({ id }: { id: number }) => id)).toEqual([trouser.id]);
  const colours = new Map(
    items[0].clothing_sets_with_decoration.map((set: { account: { id: number }; colours: string[] }) => [set.account.id, set.colours]),
  );
  expect(colours.get(client.id)).toEqual([]);
  expect(colours.get(other.id)).toHaveLength(1);
  expect((await list(`brand=${brand}&decorated_for=${other.id}`, by)).total).toBe(1);
  expect((await list(`brand=${brand}&decorated_for=999999`, by)).total).toBe(0);
  expect((await list(`brand=${brand}&decorated=true`, await signIn(await user('embroiderer')))).total).toBe(0);
});

test('the list of brands has each brand once; clients are refused the list of brands and the list of products', async () => {
  const { office, brand, as, admin } = await setUp();
  const { items } = (await office.get('/api/brands')).body;
  expect(items).toContain(brand);
  expect(new Set(items).size).toBe(items.length);
  expect((await (await as('embroiderer')).get('/api/brands')).status).toBe(200);
  expect((await admin.get('/api/brands')).status).toBe(403);
  expect((await admin.get(`${path}?disable_parent=true`)).status).toBe(403);
});

test('an attribute of a SKU can be chosen from values in the catalogue; two SKUs of a style cannot have the same attributes', async () => {
  const { office, first, children, as } = await setUp();
  const { items } = (await office.get(`${path}/${first}/attributes`)).body;
  expect(items.map(({ field }: { field: string }) => field)).toEqual([
    'variation_colour',
    'variation_size_1',
    'variation_size_2',
    'variation_material',
    'variation_decoration',
    'variation_all_size',
  ]);
  const colour = items.find(({ field }: { field: string }) => field === 'variation_colour');
  expect(colour.value).toBe('Navy');
  expect(colour.values).toEqual(expect.arrayContaining(['Navy', 'Royal Blue']));
  const change = (field: string, body: object, by = office) => by.put(`${path}/${first}/attributes/${field}`, body);
  expect(await change('variation_material', { field: 'variation_material', value: 'Cotton' })).toMatchObject({
    status: 200,
    body: { attributes: { variation_material: 'Cotton' }, version: 2 },
  });
  expect(await change('variation_colour', { value: 'Royal Blue' })).toMatchObject({
    status: 422,
    body: { errors: { value: ['This style has this variation already.'] } },
  });
  expect((await change('variation_size_1', { value: '34', version: 1 })).status).toBe(409);
  expect((await change('variation_size_1', { value: '34', version: 2 })).body).toMatchObject({
    attributes: { variation_size_1: '34' },
    sku: children[0]?.sku,
  });
  expect((await change('variation_colour', { value: 'Royal Blue' })).body).toMatchObject({
    attributes: { variation_colour: 'Royal Blue' },
    colour_hex: null,
  });
  expect((await change('variation_colour', { value: '' })).body.attributes.variation_colour).toBeNull();
  expect((await change('variation_size_1', { value: 'x'.repeat(21) })).status).toBe(422);
  expect((await change('variation_size_1', { field: 'variation_colour', value: 'S' })).status).toBe(422);
  expect((await change('price', { value: '1' })).status).toBe(404);
  expect((await change('variation_material', { value: 'Wool' }, await as('warehouse'))).status).toBe(403);
  expect((await office.get(`${path}/999999/attributes`)).status).toBe(404);
});

test('stock details name the open orders that wait for a SKU and the purchase orders that bring it', async () => {
  const { office, medium, submitted, supplier, database, as, admin, client, now } = await setUp();
  const uuid = await submitted(4);
  const purchase_id = await database.unitOfWork(async (db) => {
    const [purchase] = await db
      .insert(purchaseOrders)
      .values({ our_reference: `S-${medium.id}`, supplier_id: supplier.id, due_on: '2026-12-01', created_at: now() })
      .returning();
    await db
      .insert(purchaseOrderLines)
      .values({ purchase_order_id: purchase?.id ?? 0, product_id: medium.id, qty_requested: 9, qty_received: 2, unit_price_tenths: 10 });
    return purchase?.id ?? 0;
  });
  const details = `/api/admin/skus/${medium.id}/stock-details`;
  expect((await office.get(details)).body).toMatchObject({
    orders: [{ uuid, account: client.name, qty_requested: 4, qty_allocated: 0, qty_short: 4, url: `/admin/orders/${uuid}/edit` }],
    purchase_orders: [
      {
        id: purchase_id,
        supplier: supplier.name,
        due_on: '2026-12-01',
        qty_requested: 9,
        qty_received: 2,
        qty_due: 7,
        url: `/admin/purchase-orders/${purchase_id}/edit`,
      },
    ],
  });
  expect((await (await as('warehouse')).get(details)).body.purchase_orders[0].supplier).toBeNull();
  expect((await admin.get(details)).status).toBe(403);
  expect((await office.get('/api/admin/skus/999999/stock-details')).status).toBe(404);
});

test('the activity of a style lists the stock movements of its SKUs, with sums for the chosen period', async () => {
  const { office, trouser, first, children, setClock, signIn, as, admin, now, database } = await setUp();
  const began = now();
  const second = children[1]?.id ?? 0;
  await office.put(`${path}/${first}`, { field: 'qty_available', value: 10 });
  setClock('2026-11-25T10:00:00.000Z');
  const later = await signIn({ id: office.id, role: 'super' });
  await later.put(`${path}/${first}`, { field: 'qty_available', value: 7 });
  await later.put(`${path}/${second}`, { field: 'qty_available', value: 2 });
  const read = async (query: string, id = trouser.id) => (await later.get(`${path}/${id}/activity?${query}`)).body;
  const all = await read('');
  expect(all).toMatchObject({ total: 3, per_page: 25, summary: { opening: 0, in: 0, out: 0, adjusted: 9, closing: 9 } });
  expect(all.items.map(({ qty, direction, sku }: { qty: number; direction: string; sku: string }) => [qty, direction, sku])).toEqual([
    [2, 'in', children[1]?.sku],
    [-3, 'out', children[0]?.sku],
    [10, 'in', children[0]?.sku],
  ]);
  expect(all.items[0]).toMatchObject({ timed_at: '2026-11-25T10:00:00.000Z', type: 'ADJUSTMENT', order_uuid: null, purchase_order_id: null });
  expect(await read('start=2026-11-25')).toMatchObject({ total: 2, summary: { opening: 10, adjusted: -1, closing: 9 } });
  expect(await read('end=2026-11-24')).toMatchObject({ total: 1, summary: { opening: 0, adjusted: 10, closing: 10 } });
  expect(await read('type=DISPATCH,ORDER_RETURN')).toMatchObject({ total: 0, summary: { closing: 9 } });
  await database.unitOfWork((db) =>
    db.insert(stockMovements).values([
      { product_id: first, type: 'PURCHASE_ORDER', qty: 6, reference: 'PO-1', created_at: '2026-11-25T10:00:01.000Z' },
      { product_id: first, type: 'DISPATCH', qty: -4, reference: '00001', created_at: '2026-11-25T10:00:02.000Z' },
    ]),
  );
  expect(await read('type=DISPATCH')).toMatchObject({
    total: 1,
    items: [{ type: 'DISPATCH', sku: children[0]?.sku, reference: '00001', direction: 'out', qty: -4 }],
    summary: { opening: 0, in: 6, out: 4, adjusted: 9, closing: 11 },
  });
  expect((await read('query=PO-1')).items).toMatchObject([{ type: 'PURCHASE_ORDER', direction: 'in', qty: 6 }]);
  expect((await read(`query=${children[1]?.sku}`)).total).toBe(1);
  expect((await read('', second)).total).toBe(1);
  expect((await read('type=SALE')).errors).toHaveProperty('type.0');
  expect((await (await as('embroiderer')).get(`${path}/${trouser.id}/activity`)).status).toBe(403);
  setClock(began);
  expect((await admin.get(`${path}/${trouser.id}/activity`)).status).toBe(403);
});

test('unpublished products are listed separately', async () => {
  const { skusOf, trouser, jacket } = await setUp();
  expect(await skusOf('published=false')).toEqual([jacket.sku]);
  expect(await skusOf('published=true')).toEqual([trouser.sku]);
});

test('an open order or draft that has several of the named products, or SKUs of a named style, is counted once', async () => {
  const { office, medium, parent, small, as, draft, order, submitted, jacket } = await setUp();
  const used = async (...ids: number[]) => (await office.get(`${path}/in-use?ids=${ids}`)).body;
  expect(await used(parent.id)).toMatchObject({ orders: 0, drafts: 0 });
  await submitted(2);
  const uuid = await draft();
  await order(uuid, medium.id);
  await order(uuid, small.id);
  expect(await used(parent.id, medium.id)).toMatchObject({ orders: 1, drafts: 1 });
  expect(await used(jacket.id)).toMatchObject({ orders: 0, drafts: 0 });
  expect((await office.get(`${path}/in-use?ids=`)).status).toBe(422);
  expect((await office.get(`${path}/in-use?ids=${Array.from({ length: 1001 }, (_, n) => n + 1)}`)).status).toBe(422);
  expect((await (await as('warehouse')).get(`${path}/in-use?ids=${medium.id}`)).status).toBe(403);
});
