import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, categories, clothingSetSites, clothingSets, productDatasheets, products } from '../../server/db/tables/index.ts';
import { registerFile } from '../../server/files/register-file.ts';
import { storeDrawing } from '../../server/files/store-file.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

const ids = (body: { items: { id: number }[] }): number[] => body.items.map(({ id }) => id);

/** The client's fixture with two categories and a second set. The second set has one size of the first style, and another style. */
async function shop() {
  const fixture = await clientFixture({ price: 1250 });
  const { database, style, clothingSet, client, parent, small } = fixture;
  const [tops, shoes] = await database.unitOfWork(async (db) => {
    const rows = await db
      .insert(categories)
      .values([
        { name: 'Tops', position: 1 },
        { name: 'Footwear', position: 2 },
      ])
      .returning();
    await db
      .update(products)
      .set({ category_id: rows[0]?.id ?? null })
      .where(eq(products.id, parent.id));
    return rows;
  });
  if (!tops || !shoes) throw new Error('no categories');
  const boot = await style(['7', '8'], { name: 'Steel Toe Boot', brand: 'Hammer', category_id: shoes.id, price: 8000 });
  const special = await clothingSet(client.id, {
    name: 'Special',
    decoration: 'Logo, left chest',
    products: [{ product_id: small.id, price: 990 }, { product_id: boot.parent.id }],
  });
  const browse = async (by: Caller, query = '') => (await by.get(`/api/products${query}`)).body;
  return { ...fixture, tops, shoes, boot, special, browse };
}

describe('the catalogue of a company', () => {
  test('holds the products of its sets, by category, at the lowest price, without costs', async () => {
    const { admin, browse, parent, boot, tops, shoes, set, special } = await shop();
    const body = await browse(admin);
    expect(body).toMatchObject({ current_page: 1, per_page: 48, total: 2 });
    expect(body.items).toMatchObject([
      { id: parent.id, price_from: 990, price_to: 1250, colours: [{ name: 'Navy' }], category: { id: tops.id } },
      { id: boot.parent.id, price_from: 8000, price_to: 8000 },
    ]);
    expect(body.items[0].clothing_set_ids.sort()).toEqual([set.id, special.id].sort());
    expect(body.categories).toEqual([
      { id: tops.id, name: 'Tops', products_count: 1 },
      { id: shoes.id, name: 'Footwear', products_count: 1 },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/cost|supplier|qty_/);
  });

  test('is read a page at a time, and filtered by set, category and words', async () => {
    const { admin, browse, parent, boot, shoes, set, small } = await shop();
    expect(ids(await browse(admin, `?clothing_set_id=${set.id}`))).toEqual([parent.id]);
    const shod = await browse(admin, `?category_id=${shoes.id}`);
    expect(ids(shod)).toEqual([boot.parent.id]);
    expect(shod).toMatchObject({ total: 1, categories: [{}, {}] });
    expect(ids(await browse(admin, '?search=steel'))).toEqual([boot.parent.id]);
    expect(ids(await browse(admin, '?search=HAMM'))).toEqual([boot.parent.id]);
    expect(ids(await browse(admin, `?search=${small.sku}`))).toContain(parent.id);
    expect(await browse(admin, '?search=%25%25')).toMatchObject({ items: [], total: 0, categories: [] });
    expect((await browse(admin, '?search=s')).total).toBe(2);
    expect(await browse(admin, '?per_page=1&page=2')).toMatchObject({ items: [{ id: boot.parent.id }], total: 2, last_page: 2 });
    expect(ids(await browse(admin, '?orderBy=name&sortedBy=desc'))).toEqual([boot.parent.id, parent.id]);
    expect((await admin.get('/api/products?orderBy=cost')).status).toBe(422);
  });

  test('leaves out restricted, unpublished and deleted products', async () => {
    const { admin, signed, browse, boot, parent, database, now } = await shop();
    const change = (id: number, values: Partial<typeof products.$inferInsert>) =>
      database.unitOfWork(async (db) => await db.update(products).set(values).where(eq(products.id, id)));
    await change(boot.parent.id, { is_restricted: true });
    expect(ids(await browse(admin))).toEqual([parent.id]);
    expect((await admin.get(`/api/products/${boot.parent.id}`)).status).toBe(404);
    const trusted = await signed('client_admin', { can_view_restricted_products: true });
    expect(ids(await browse(trusted))).toEqual([parent.id, boot.parent.id]);
    for (const { id } of boot.children) await change(id, { is_published: false });
    expect(ids(await browse(trusted))).toEqual([parent.id]);
    await change(parent.id, { deleted_at: now() });
    expect(ids(await browse(trusted))).toEqual([]);
  });

  test('is visible to its own company only; a wearer sees what they may order', async () => {
    const { admin, signIn, signed, wearer, as, browse, client, parent, special, set, site, database } = await shop();
    const stranger = await as('client_admin');
    expect(ids(await browse(stranger))).toEqual([]);
    expect((await stranger.get(`/api/products?account_id=${client.id}`)).status).toBe(404);
    expect((await stranger.get(`/api/products?clothing_set_id=${set.id}`)).status).toBe(404);
    expect((await stranger.get(`/api/products/${parent.id}`)).status).toBe(404);
    const asking = await signIn(wearer);
    expect(ids(await browse(asking))).toEqual([parent.id]);
    expect((await asking.get(`/api/products?clothing_set_id=${special.id}`)).status).toBe(404);
    expect(ids(await browse(await signed('employee')))).toEqual([]);
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: site.id }));
    expect(ids(await browse(asking))).toEqual([]);
    expect(ids(await browse(admin))).toContain(parent.id);
    expect((await (await as('warehouse')).get('/api/products')).status).toBe(403);
    const office = await as('super');
    expect((await office.get('/api/products')).status).toBe(422);
    expect(ids(await browse(office, `?account_id=${client.id}`))).toContain(parent.id);
  });
});

describe('an embroiderer', () => {
  test('reads the sets that they are assigned to, with decorations and without prices', async () => {
    const { as, user, signIn, wear, client, parent, small, set, special, account, clothingSet, browse } = await shop();
    const person = await user('embroiderer');
    const embroiderer = await signIn(person);
    expect(await browse(embroiderer)).toMatchObject({ total: 0 });
    const elsewhere = await account();
    const theirs = await clothingSet(elsewhere.id, { name: 'Theirs' });
    for (const id of [special.id, theirs.id]) await wear(person.id, id);

    expect(ids((await embroiderer.get('/api/admin/clothing-sets')).body).sort()).toEqual([special.id, theirs.id].sort());
    const body = await browse(embroiderer, `?search=${parent.sku}`);
    expect(body.items).toMatchObject([{ id: parent.id, price_from: null, price_to: null, clothing_set_ids: [special.id] }]);
    const card = (await embroiderer.get(`/api/products/${parent.id}?clothing_set_id=${special.id}`)).body;
    expect(card).toMatchObject({ price: null, decorations_for_employee: ['Logo, left chest'], children: [{ id: small.id, price: null }] });
    expect((await embroiderer.get(`/api/products/${small.id}`)).body).toMatchObject({ price: null, parent: { price_from: null } });
    const whole = await embroiderer.get(`/api/accounts/${client.id}/clothing-sets/${special.id}`);
    expect(whole.body.products).toMatchObject([{ price: null }, { price: null }]);
    expect(JSON.stringify([body, card, whole.body])).not.toMatch(/[:,[]990\b/);

    for (const path of [
      `/api/products?clothing_set_id=${set.id}`,
      `/api/products/${parent.id}?clothing_set_id=${set.id}`,
      `/api/accounts/${client.id}/clothing-sets/${set.id}`,
    ])
      expect((await embroiderer.get(path)).status, path).toBe(404);
    expect(ids((await embroiderer.get(`/api/accounts/${client.id}/clothing-sets`)).body)).toEqual([special.id]);
    expect((await embroiderer.put(`/api/admin/accounts/${client.id}/clothing-sets/${special.id}`, { name: 'Mine' })).status).toBe(403);
    expect((await (await as('warehouse')).get('/api/admin/clothing-sets')).status).toBe(403);
  });
});

test('if several sets give a style different texts, the texts of the oldest set are shown, and a search for them finds the style', async () => {
  const { admin, as, browse, parent, set, special } = await shop();
  const office = await as('super');
  const say = (set_id: number, name: string) =>
    office.put(`/api/admin/clothing-sets/${set_id}/products/${parent.id}`, { name, description: `${name}, as we like it` });
  await say(special.id, 'Gala Polo');
  await say(set.id, 'Yard Polo');
  expect((await browse(admin, '?search=yard%20po')).items).toMatchObject([{ name: 'Yard Polo' }]);
  const [first, second] = set.id < special.id ? ['Yard Polo', 'Gala Polo'] : ['Gala Polo', 'Yard Polo'];
  expect((await browse(admin)).items[0]).toMatchObject({ id: parent.id, name: first, is_csp: false });
  expect((await admin.get(`/api/products/${parent.id}`)).body).toMatchObject({ name: first, description: `${first}, as we like it` });
  expect((await admin.get(`/api/products/${parent.id}?clothing_set_id=${special.id}`)).body.name).toBe('Gala Polo');
  expect(second).not.toBe(first);
});

test('the card of a product in a set shows only the SKUs that the set has, at the prices of the set; it shows none if the set has none', async () => {
  const { admin, parent, small, medium, large, set, special, boot } = await shop();
  const card = async (id: number, query = '') => (await admin.get(`/api/products/${id}${query}`)).body;
  const priced = (body: { children: { id: number; price: number }[] }) => body.children.map(({ id, price }) => [id, price]);
  expect(priced(await card(parent.id))).toEqual([
    [small.id, 990],
    [medium.id, 1250],
    [large.id, 1250],
  ]);
  expect(priced(await card(parent.id, `?clothing_set_id=${special.id}`))).toEqual([[small.id, 990]]);
  expect(await card(parent.id)).toMatchObject({ id: parent.id, price: null, price_from: 990, price_to: 1250, parent: null, siblings: [] });
  expect(await card(boot.parent.id, `?clothing_set_id=${set.id}`)).toMatchObject({ id: boot.parent.id, name: 'Steel Toe Boot', children: [] });
});

test('a SKU has a card with the price of the SKU, its style as parent and the remaining SKUs of the style as siblings', async () => {
  const { admin, parent, small, medium, large, set, special } = await shop();
  const { body } = await admin.get(`/api/products/${medium.id}?include=parent,siblings,parent.media`);
  expect(body).toMatchObject({
    id: medium.id,
    sku: medium.sku,
    price: 1250,
    price_from: 1250,
    attributes: { variation_size_1: 'M' },
    is_public: true,
    parent: { id: parent.id, sku: parent.sku, price_from: 990, price_to: 1250 },
    children: [],
  });
  expect(body.siblings.map(({ id, price }: { id: number; price: number }) => [id, price])).toEqual([
    [small.id, 990],
    [large.id, 1250],
  ]);
  expect((await admin.get(`/api/products/${small.id}?clothing_set_id=${special.id}`)).body).toMatchObject({ id: small.id, price: 990, siblings: [] });
  expect((await admin.get(`/api/products/${medium.id}?clothing_set_id=${set.id}`)).body.clothing_set_ids).toEqual([set.id]);
  expect((await admin.get(`/api/products/${medium.id}?clothing_set_id=${special.id}`)).status).toBe(404);
  expect((await admin.get(`/api/products/${medium.id}?include=cost`)).status).toBe(422);
});

test('a product card has every field of a product that a client sees', async () => {
  const { admin, parent, medium } = await shop();
  const missing = (row: object, names: readonly string[]): string[] => names.filter((name) => !(name in row));
  const attributes = ['variation_colour', 'variation_size_1', 'variation_size_2', 'variation_all_size'];
  const flags = ['is_public', 'is_csp', 'is_non_returnable', 'discontinued_at', 'qty_free', 'price'];
  const include = 'include=media,parent.media,attributes,datasheets,children,children.attributes,clothing_sets,categories';
  for (const { id } of [parent, medium]) {
    const { body } = await admin.get(`/api/products/${id}?${include}`);
    const parts = ['parent', 'media', 'attributes', 'siblings', 'children', 'datasheets', 'decorations_for_employee', 'clothing_set_ids'];
    expect(missing(body, ['id', 'sku', 'name', 'description', ...parts, ...flags])).toEqual([]);
    if (id === parent.id) continue;
    expect(missing(body.parent, ['name', 'sku', 'is_non_returnable', 'media'])).toEqual([]);
    expect(missing(body.attributes, attributes)).toEqual([]);
    for (const sibling of body.siblings) expect(missing(sibling.attributes, attributes)).toEqual([]);
  }
});

test('a product card of a set that is not the caller’s gets 404, even if the product is in the caller’s own sets', async () => {
  const { admin, as, signIn, wearer, parent, special, account, clothingSet, database } = await shop();
  const otherClientSet = await clothingSet((await account()).id, { products: [{ product_id: parent.id, price: 1 }] });
  const status = async (by: Caller, set_id: number) => (await by.get(`/api/products/${parent.id}?clothing_set_id=${set_id}`)).status;
  expect([await status(admin, otherClientSet.id), await status(admin, 999_999)]).toEqual([404, 404]);
  expect([await status(await signIn(wearer), special.id), await status(await as('super'), otherClientSet.id)]).toEqual([404, 200]);
  await database.unitOfWork(
    async (db) => await db.update(clothingSets).set({ deleted_at: new Date().toISOString() }).where(eq(clothingSets.id, special.id)),
  );
  expect(await status(admin, special.id)).toBe(404);
});

test('a product card has the body measures of its style’s sizes', async () => {
  const { admin, as, parent, small } = await shop();
  expect((await admin.get(`/api/products/${parent.id}`)).body.measures).toBeNull();
  const measures = { S: { chest: 92.5 } };
  await (await as('super')).put(`/api/admin/products/${parent.id}`, { field: 'measures', value: measures });
  for (const id of [parent.id, small.id]) expect((await admin.get(`/api/products/${id}`)).body.measures).toEqual(measures);
});

test('the card of a style links the datasheets of the style; the card of a SKU also links the datasheets of the SKU', async () => {
  const { admin, as, parent, medium, small, database, services, now } = await shop();
  const drawing = await storeDrawing(services.settings.DATA_DIR, '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await database.unitOfWork(async (db) => {
    const file_id = await registerFile({ db, now: now() }, drawing);
    await db.insert(productDatasheets).values([
      { product_id: parent.id, file_id, name: 'Care and wash', file_name: 'care.pdf', created_at: now() },
      { product_id: medium.id, file_id, name: 'Sizes', file_name: 'sizes.pdf', created_at: now() },
    ]);
  });
  const listDatasheetNames = async (id: number): Promise<string[]> =>
    (await admin.get(`/api/products/${id}?include=datasheets`)).body.datasheets.map(({ name }: { name: string }) => name);
  expect(await listDatasheetNames(parent.id)).toEqual(['Care and wash']);
  expect(await listDatasheetNames(medium.id)).toEqual(['Care and wash', 'Sizes']);
  expect(await listDatasheetNames(small.id)).toEqual(['Care and wash']);
  const [sheet] = (await admin.get(`/api/products/${parent.id}`)).body.datasheets;
  expect(sheet).toMatchObject({ file_name: 'care.pdf', url: `/files/${drawing.hash}` });
  expect((await admin.raw(sheet.url)).status).toBe(200);
  expect((await (await as('client_admin')).get(`/api/products/${parent.id}`)).status).toBe(404);
});

describe('clothing sets', () => {
  test('are listed with the sites from which they are withheld, and searched by name and product', async () => {
    const { admin, client, set, special, boot, medium, site, database } = await shop();
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: special.id, site_id: site.id }));
    const list = async (query = '') => (await admin.get(`/api/accounts/${client.id}/clothing-sets${query}`)).body;
    expect(await list()).toMatchObject({ per_page: 50, total: 2 });
    expect((await list('?search=speci')).items).toEqual([
      {
        id: special.id,
        name: 'Special',
        account: { id: client.id, name: client.name },
        excluded_sites: [{ id: site.id, name: site.name }],
        decoration: 'Logo, left chest',
      },
    ]);
    // A single letter is ignored as a search.
    expect((await list('?search=q')).total).toBe(2);
    expect((await list('?search=qq')).total).toBe(0);
    expect(ids(await list(`?product_id=${boot.parent.id}`))).toEqual([special.id]);
    expect(ids(await list(`?product_id=${medium.id}`))).toEqual([set.id]);
    expect((await list('?per_page=9999')).per_page).toBe(500);
  });

  test('show their products with prices, but without costs and suppliers', async () => {
    const { admin, client, special, small, boot, parent } = await shop();
    const { status, body } = await admin.get(`/api/accounts/${client.id}/clothing-sets/${special.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: special.id, account: { id: client.id }, counts: { products_count: 2 }, media: [] });
    const productsById = new Map(body.products.map((one: { id: number }) => [one.id, one]));
    expect(productsById.get(small.id)).toMatchObject({
      price: 990,
      parent: { id: parent.id, sku: parent.sku },
      attributes: { variation_size_1: 'S' },
    });
    expect(productsById.get(boot.parent.id)).toMatchObject({ price: 8000, parent: null, is_non_returnable: false });
    expect(JSON.stringify(body)).not.toMatch(/cost|supplier|qty_/);
  });

  test('are withheld only from the sites that the office names', async () => {
    const { admin, as, signIn, signed, wearer, client, set, site, elsewhere, newSite, account, database, browse, parent } = await shop();
    const office = await as('super');
    const path = `/api/accounts/${client.id}/clothing-sets/${set.id}`;
    const keep = (excluded_sites: unknown, by = office, to = path) => by.put(to, { excluded_sites });
    const foreign = await newSite((await account()).id);
    const response = await keep([elsewhere.id, site.id, site.id]);
    expect(response).toMatchObject({ status: 200, body: { id: set.id, account: { id: client.id } } });
    expect(ids({ items: response.body.excluded_sites }).sort()).toEqual([site.id, elsewhere.id].sort());
    expect(ids(await browse(await signIn(wearer)))).not.toContain(parent.id);
    expect(ids({ items: (await admin.get(path)).body.excluded_sites })).toHaveLength(2);

    expect((await keep([site.id, foreign.id])).body.errors).toHaveProperty(['excluded_sites.1']);
    expect((await keep([999_999])).body.errors).toHaveProperty(['excluded_sites.0']);
    for (const body of ['all', [1.5], [-1], null]) expect((await keep(body)).status).toBe(422);
    expect((await keep([], office, `/api/accounts/${foreign.account_id}/clothing-sets/${set.id}`)).status).toBe(404);
    expect((await keep([], await as('client_admin'))).status).toBe(404);
    for (const by of [admin, await signed('site_admin'), await signed('manager'), await signIn(wearer)])
      expect((await keep([], by)).status).toBe(by.id === wearer.id ? 404 : 403);
    expect((await admin.get(path)).body.excluded_sites).toHaveLength(2);

    expect((await keep([])).body.excluded_sites).toEqual([]);
    expect(ids(await browse(await signIn(wearer)))).toContain(parent.id);
    const events = await database.reader.select().from(auditRows).where(eq(auditRows.what, 'clothing_set.sites_excluded'));
    expect(events.filter(({ on_id }) => on_id === set.id)).toHaveLength(2);
  });

  test('are visible to their own company only; a wearer sees the sets that they order from', async () => {
    const { admin, as, signIn, signed, wearer, client, set, special } = await shop();
    const path = `/api/accounts/${client.id}/clothing-sets`;
    const stranger = await as('client_admin');
    expect([(await stranger.get(path)).status, (await stranger.get(`${path}/${set.id}`)).status]).toEqual([404, 404]);
    expect((await stranger.get(`/api/accounts/${(await stranger.get('/api/auth/me')).body.account.id}/clothing-sets/${set.id}`)).status).toBe(404);
    expect(ids((await (await signIn(wearer)).get(path)).body)).toEqual([set.id]);
    expect((await (await signIn(wearer)).get(`${path}/${special.id}`)).status).toBe(404);
    expect(ids((await (await signed('manager')).get(path)).body).sort()).toEqual([set.id, special.id].sort());
    expect((await (await as('warehouse')).get(path)).status).toBe(403);
    expect((await (await as('super')).get(`${path}/${set.id}`)).status).toBe(200);
    expect((await admin.get(`${path}/nonsense`)).status).toBe(404);
  });
});
