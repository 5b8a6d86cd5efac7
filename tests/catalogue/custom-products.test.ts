import { eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, products } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

let counter = 0;
/** Inserts a client with a prefix, and a style of the catalogue as the base of the client's own products. */
async function maker() {
  counter += 1;
  const sku_prefix = `NG${counter}`;
  const fixture = await clientFixture({ account: { sku_prefix } });
  const office = await fixture.as('super');
  const path = `/api/admin/accounts/${fixture.client.id}/custom-products`;
  const body = {
    product_id: fixture.parent.id,
    name: 'House Polo',
    price: 1650,
    colours: [{ name: 'Navy' }, { name: 'Royal Blue', hex: '#2244aa', code: 'RB' }],
    sizes_1: ['S', 'M'],
  };
  return { ...fixture, office, path, body, sku_prefix };
}

describe('a custom product', () => {
  test('is a style of the client’s own, with SKUs that begin with the client’s prefix', async () => {
    const { office, path, body, sku_prefix, parent, client, database } = await maker();
    const answer = await office.post(path, { ...body, description: 'With the badge' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        sku: `${sku_prefix}-${parent.sku}`,
        name: 'House Polo',
        price: 1650,
        is_csp: true,
        account: { id: client.id },
        description: 'With the badge',
      },
    });
    expect(answer.body.children.map(({ sku }: { sku: string }) => sku)).toEqual(
      ['NAV-S', 'NAV-M', 'RB-S', 'RB-M'].map((rest) => `${sku_prefix}-${parent.sku}-${rest}`),
    );
    const rows = await database.reader
      .select()
      .from(products)
      .where(like(products.sku, `${sku_prefix}-%`));
    expect(rows).toHaveLength(5);
    for (const row of rows) expect(row).toMatchObject({ is_csp: true, is_published: true, is_public: false, account_id: client.id, price: 1650 });
    expect(rows.find(({ variation_colour }) => variation_colour === 'Navy')?.colour_hex).toBe('#1f2c4d');
    const [event] = await database.reader.select().from(auditRows).where(eq(auditRows.on_id, answer.body.id)).orderBy(auditRows.id);
    expect(event).toMatchObject({ what: 'product.created', after: { based_on: parent.sku, variations: 4 } });
  });

  test('has the colours of its base product with their codes, so that colours whose names begin alike have different SKUs', async () => {
    const { office, path, body, product, sku_prefix } = await maker();
    const base = await product({ sku: `HV${counter}` });
    for (const [variation_colour, code, colour_hex] of [
      ['Hi-Vis Orange', 'ORG', '#ff7420'],
      ['Hi-Vis Yellow', 'YEL', '#e8f03a'],
    ])
      await product({ parent_id: base.id, sku: `${base.sku}-${code}-M`, variation_colour, colour_hex, variation_size_1: 'M' });
    const colours = ['Hi-Vis Orange', { name: 'hi-vis yellow' }, { name: 'Hi-Vis Red', hex: '#ff0000' }];
    const made = await office.post(path, { ...body, product_id: base.id, colours, sizes_1: ['M'] });
    expect(made.body.children.map(({ sku }: { sku: string }) => sku)).toEqual(
      ['ORG', 'YEL', 'HIV'].map((code) => `${sku_prefix}-${base.sku}-${code}-M`),
    );
    const listed = (await office.get(`/api/admin/products?search=${made.body.sku}`)).body.items[0];
    expect(listed.colours.map(({ hex }: { hex: string }) => hex)).toEqual(['#ff7420', '#e8f03a', '#ff0000']);
  });

  test('has the supplier SKUs of its base product for the colours and sizes that both have', async () => {
    const { office, path, body, product, database } = await maker();
    const base = await product({ sku: `BS${counter}`, supplier_sku: 'PEN-44' });
    for (const size of ['S', 'M'])
      await product({
        parent_id: base.id,
        sku: `${base.sku}-RYL-${size}`,
        variation_colour: 'Royal',
        variation_size_1: size,
        supplier_sku: `44/R/${size}`,
      });
    const made = (await office.post(path, { ...body, product_id: base.id, colours: ['ROYAL', 'White'], sizes_1: ['S', 'M'] })).body;
    const rows = await database.reader
      .select({ sku: products.sku, supplier_sku: products.supplier_sku })
      .from(products)
      .where(like(products.sku, `${made.sku}%`))
      .orderBy(products.id);
    expect(rows.map(({ sku, supplier_sku }) => [sku.slice(made.sku.length), supplier_sku])).toEqual([
      ['', 'PEN-44'],
      ['-RYL-S', '44/R/S'],
      ['-RYL-M', '44/R/M'],
      ['-WHI-S', null],
      ['-WHI-M', null],
    ]);
  });

  test('has stock of its own, and is ordered from the client’s sets', async () => {
    const { office, path, body, set, admin, wearer, draft, order, submit } = await maker();
    const made = (await office.post(path, body)).body;
    const [sku] = made.children;
    expect((await office.post(`/api/admin/clothing-sets/${set.id}/products`, { product_id: made.id })).status).toBe(201);
    expect((await office.put(`/api/admin/products/${sku.id}`, { field: 'qty_available', value: 7 })).status).toBe(200);
    expect((await office.get(`/api/admin/stock?sku=${sku.sku}`)).body).toMatchObject({ items: [{ qty_available: 7, qty_free: 7 }] });
    const offered = (await admin.get(`/api/employees/${wearer.id}/products`)).body.items;
    expect(offered.find(({ id }: { id: number }) => id === made.id)).toMatchObject({ name: 'House Polo', price_from: 1650 });
    const uuid = await draft();
    await order(uuid, sku.id, 2);
    expect((await submit(uuid)).body).toMatchObject({ sub_total: 3300 });
  });

  test('is refused to other clients: in their sets, as a base product and as a substitute', async () => {
    const { office, path, body, account, clothingSet, style, user, wear, signIn, newSite } = await maker();
    const made = (await office.post(path, body)).body;
    const other = await account({ sku_prefix: `OT${counter}` });
    const otherSet = await clothingSet(other.id);
    expect((await office.post(`/api/admin/clothing-sets/${otherSet.id}/products`, { product_id: made.id })).body.errors).toHaveProperty('product_id');
    expect((await office.post(`/api/admin/clothing-sets/${otherSet.id}/products`, { product_id: made.children[0].id })).status).toBe(422);
    const otherPath = `/api/admin/accounts/${other.id}/custom-products`;
    expect((await office.post(otherPath, { ...body, product_id: made.id })).body.errors).toHaveProperty('product_id');
    const search = async (account_id: number) => (await office.get(`/api/admin/products?search=${made.sku}&account_id=${account_id}`)).body.total;
    expect([await search(other.id), await search(made.account.id)]).toEqual([0, 1]);

    const { parent, children } = await style(['S']);
    const wearer = await user('employee', { account_id: other.id });
    await office.post(`/api/admin/clothing-sets/${otherSet.id}/products`, { product_id: parent.id });
    await wear(wearer.id, otherSet.id);
    const manager = await signIn(await user('client_admin', { account_id: other.id }));
    const { uuid } = (await manager.post('/api/orders', { employees: [wearer.id] })).body;
    const lines = [{ product_id: children[0]?.id, quantity: 1 }];
    await manager.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines });
    const delivery = {
      set_delivery_details: true,
      delivery_site_id: (await newSite(other.id)).id,
      delivery_address: { address_line_1: '1 Lane', postcode: 'LS1 4AP' },
      terms: true,
    };
    expect((await manager.put(`/api/orders/${uuid}?submitted=true`, delivery)).status).toBe(200);
    const [line] = (await office.get(`/api/orders/${uuid}`)).body.lines;
    const substitute = await office.post(`/api/admin/order-lines/${line.id}/substitute`, { mode: 'substitute', product_id: made.children[0].id });
    expect(substitute.body.errors).toHaveProperty('product_id');
  });

  test('needs an account with a prefix, and colours and sizes that give different SKUs', async () => {
    const { office, path, body, account, database } = await maker();
    const bare = await account();
    expect((await office.post(`/api/admin/accounts/${bare.id}/custom-products`, body)).body.errors).toEqual({
      sku_prefix: ['This account has no SKU prefix. Add one to its details first.'],
    });
    expect((await office.post('/api/admin/accounts/999999/custom-products', body)).status).toBe(404);
    const faulty = {
      'colours.1.name': { colours: [{ name: 'Navy' }, { name: 'navy' }] },
      'colours.1.code': {
        colours: [
          { name: 'Red', code: 'RED' },
          { name: 'Redwood', code: 'red' },
        ],
      },
      'sizes_1.1': { sizes_1: ['S', 's'] },
      'sizes_2.2': { sizes_2: ['R', 'L', 'R'] },
      sizes_1: {
        colours: Array.from({ length: 50 }, (_, n) => ({ name: `Colour ${n}`, code: `C${n}` })),
        sizes_1: Array.from({ length: 50 }, (_, n) => String(n)),
      },
      colours: { colours: [] },
      price: { price: -1 },
      name: { name: '' },
      product_id: { product_id: 999_999 },
    };
    const before = await database.reader.$count(products);
    for (const [field, change] of Object.entries(faulty)) {
      const { status, body: answer } = await office.post(path, { ...body, ...change });
      expect([status, Object.keys(answer.errors ?? {})], field).toEqual([422, [field]]);
    }
    expect(await database.reader.$count(products)).toBe(before);
  });

  test('that is made a second time from the same base product gets a numbered SKU; the same request sent twice makes one product', async () => {
    const { office, path, body, parent, sku_prefix, key, admin } = await maker();
    const once = key();
    const first = await office.post(path, body, once);
    expect((await office.post(path, body, once)).body).toEqual(first.body);
    expect((await office.post(path, { ...body, sizes_2: ['R'] })).body).toMatchObject({
      sku: `${sku_prefix}-${parent.sku}-2`,
      children: { length: 4 },
    });
    expect((await admin.post(path, body)).status).toBe(403);
  });
});

describe('the search among the products of the catalogue', () => {
  test('finds and ranks styles by words of their names and codes, and by the whole code of a SKU', async () => {
    const { office, style, as, admin, set } = await maker();
    const fleece = await style(['S', 'M'], { name: `Zephyr${counter} Fleece`, brand: 'Hammer' });
    const search = async (words: string, by = office) => (await by.get(`/api/admin/products?search=${encodeURIComponent(words)}`)).body;
    expect(await search(`flee zephyr${counter}`)).toMatchObject({
      total: 1,
      per_page: 15,
      items: [{ id: fleece.parent.id, price: 1000, cost: 600, children_count: 2, colours: [{ name: 'Navy' }], sizes_1: ['S', 'M'] }],
    });
    expect((await search(`Zephir${counter}`)).items[0]?.id).toBe(fleece.parent.id);
    expect((await search(fleece.children[1]?.sku ?? '')).items.map(({ id }: { id: number }) => id)).toContain(fleece.parent.id);
    expect((await search(fleece.parent.sku)).items[0]?.id).toBe(fleece.parent.id);
    expect((await search('%%')).total).toBeGreaterThan(0);
    const inSet = async (set_id: number, by = office) => by.get(`/api/admin/products?search=Zephyr${counter}&clothing_set_id=${set_id}`);
    expect((await search(`Zephyr${counter}`)).items[0].is_in_set).toBeNull();
    expect((await inSet(set.id)).body.items[0].is_in_set).toBe(false);
    await office.post(`/api/admin/clothing-sets/${set.id}/products`, { product_id: fleece.children[0]?.id });
    expect((await inSet(set.id)).body.items[0].is_in_set).toBe(true);
    expect([(await inSet(999_999)).status, (await inSet(set.id, await as('embroiderer'))).status]).toEqual([404, 403]);
    expect((await search(`Zephyr${counter}`, await as('embroiderer'))).items).toMatchObject([{ price: null, cost: null }]);
    expect((await admin.get('/api/admin/products')).status).toBe(403);
  });
});
