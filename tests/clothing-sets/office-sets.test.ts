import { and, eq, isNull } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { auditRows, clothingSetSites, clothingSets, products, userClothingSets } from '../../server/db/tables/index.ts';
import type { AuditEventName } from '../../shared/audit/events.ts';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from '../ordering/fixture.ts';

const ids = (body: { items: { id: number }[] }): number[] => body.items.map(({ id }) => id);

/** Returns the client's fixture with the office, which edits the client's sets. */
async function wardrobe() {
  const fixture = await clientFixture({ price: 1250 });
  const office = await fixture.as('super');
  const sets = `/api/admin/accounts/${fixture.client.id}/clothing-sets`;
  const inSet = (rest = '', set_id = fixture.set.id): string => `/api/admin/clothing-sets/${set_id}/products${rest}`;
  const events = async (what: AuditEventName, on_id: number) =>
    fixture.database.reader
      .select()
      .from(auditRows)
      .where(and(eq(auditRows.what, what), eq(auditRows.on_id, on_id)));
  const offered = async (): Promise<{ id: number; name: string; children: { id: number; price: number; name: string }[] }[]> =>
    (await fixture.admin.get(`/api/employees/${fixture.wearer.id}/products`)).body.items;
  return { ...fixture, office, sets, inSet, events, offered };
}

const png = async (width = 40): Promise<string> =>
  `data:image/png;base64,${(
    await sharp({ create: { width, height: 40, channels: 3, background: '#1f2c4d' } })
      .png()
      .toBuffer()
  ).toString('base64')}`;

describe('several products', () => {
  test('are added to a set together, each with a result; products already in the set stay; the same request sent twice adds them once', async () => {
    const { office, inSet, parent, small, style, database, set, key, as, product, account, events } = await wardrobe();
    const [first, second] = [(await style(['S'])).parent, (await style(['S'])).parent];
    const other = await account();
    const custom = await product({ account_id: other.id, is_csp: true });
    const headers = key();
    const send = () => office.post(inSet('/bulk'), { product_ids: [first.id, parent.id, custom.id, second.id, first.id, 999_999] }, headers);
    const added = await send();
    expect(added).toMatchObject({
      status: 200,
      body: {
        results: [
          { id: first.id, ok: true, message: 'Added.' },
          { id: parent.id, ok: true, message: 'It was in the set already.' },
          { id: custom.id, ok: false, message: messages.not_for_this_set },
          { id: second.id, ok: true, message: 'Added.' },
          { id: 999_999, ok: false, message: messages.not_for_this_set },
        ],
      },
    });
    expect((await send()).body).toEqual(added.body);
    expect((await events('clothing_set.product_added', set.id)).map(({ after }) => after)).toMatchObject([
      { product_id: first.id },
      { product_id: second.id },
    ]);
    expect(ids((await office.get(inSet())).body).sort()).toEqual([parent.id, first.id, second.id].sort());
    expect((await office.post(inSet('/bulk'), { product_ids: [] })).body.errors).toEqual({ product_ids: ['Choose a product.'] });
    expect((await office.post(inSet('/bulk', 999_999), { product_ids: [small.id] })).status).toBe(404);
    expect((await (await as('embroiderer')).post(inSet('/bulk'), { product_ids: [first.id] })).status).toBe(403);
    expect(await database.reader.$count(clothingSets, eq(clothingSets.id, set.id))).toBe(1);
  });
});

describe('a clothing set', () => {
  test('is added, renamed and listed with its products and people', async () => {
    const { office, sets, set, site, events, client } = await wardrobe();
    const added = await office.post(sets, { name: ' Yard ', decoration: 'Logo, left breast\nLogo, back', excluded_sites: [site.id] });
    expect(added).toMatchObject({
      status: 201,
      body: {
        name: 'Yard',
        account: { id: client.id },
        excluded_sites: [{ id: site.id }],
        counts: { products_count: 0, people_count: 0 },
        version: 1,
      },
    });
    expect((await office.get(sets)).body).toMatchObject({
      total: 2,
      per_page: 50,
      items: [{ counts: { products_count: 1, priced_count: 1, people_count: 1 } }, { name: 'Yard' }],
    });
    expect(ids((await office.get(`/api/admin/clothing-sets?account_id=${client.id}&search=yar&include=account`)).body)).toEqual([added.body.id]);
    const renamed = await office.put(`${sets}/${added.body.id}`, { name: 'Depot', version: 1 });
    expect(renamed.body).toMatchObject({ name: 'Depot', version: 2, excluded_sites: [{ id: site.id }] });
    expect((await office.get(`${sets}/${set.id}`)).body).toMatchObject({ id: set.id, version: 1 });
    expect((await events('clothing_set.changed', added.body.id))[0]).toMatchObject({ before: { name: 'Yard' }, after: { name: 'Depot' } });
    expect((await office.get('/api/admin/clothing-sets?account_id=999999')).status).toBe(404);
    expect((await office.get('/api/admin/accounts/999999/clothing-sets')).status).toBe(404);
    expect((await office.post('/api/admin/accounts/999999/clothing-sets', { name: 'Yard' })).status).toBe(404);
  });

  test('cannot have the name of another set of the company, whatever its case and spaces, until the other set is deleted', async () => {
    const { office, sets, set, account, database } = await wardrobe();
    const yard = (await office.post(sets, { name: 'Yard' })).body;
    const taken = { status: 422, body: { errors: { name: [messages.set_name_taken] } } };
    expect(await office.post(sets, { name: 'yARD' })).toMatchObject(taken);
    expect(await office.put(`${sets}/${set.id}`, { name: 'YARD ' })).toMatchObject(taken);
    expect(await office.post(`${sets}/${set.id}/copy`, { name: 'Yard' })).toMatchObject(taken);
    expect((await office.put(`${sets}/${yard.id}`, { name: 'YARD' })).status).toBe(200);
    const other = await account();
    expect((await office.post(`/api/admin/accounts/${other.id}/clothing-sets`, { name: 'Yard' })).status).toBe(201);
    expect(await office.post(`${sets}/${set.id}/copy`, { name: 'Yard', account_id: other.id })).toMatchObject(taken);
    const two = await Promise.all([office.post(sets, { name: 'Depot' }), office.post(sets, { name: 'depot' })]);
    expect(two.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect((await office.delete(`${sets}/${yard.id}`)).status).toBe(200);
    expect((await office.post(sets, { name: 'Yard' })).status).toBe(201);
    expect(await database.reader.$count(clothingSets, and(eq(clothingSets.account_id, set.account_id), isNull(clothingSets.deleted_at)))).toBe(3);
  });

  test('of another company, or with sites of another company, is refused', async () => {
    const { office, sets, set, account, newSite, clothingSet } = await wardrobe();
    const other = await account();
    const [otherSet, otherSite] = [await clothingSet(other.id), await newSite(other.id)];
    for (const call of [
      office.get(`${sets}/${otherSet.id}`),
      office.put(`${sets}/${otherSet.id}`, { name: 'Mine' }),
      office.delete(`${sets}/${otherSet.id}`),
      office.post(`${sets}/${otherSet.id}/copy`, { name: 'Mine' }),
    ])
      expect((await call).status).toBe(404);
    expect((await office.put(`${sets}/${set.id}`, { name: 'Renamed', excluded_sites: [otherSite.id] })).body.errors).toHaveProperty([
      'excluded_sites.0',
    ]);
    expect((await office.get(`${sets}/${set.id}`)).body).toMatchObject({ name: set.name, excluded_sites: [], version: 1 });
  });

  test('refuses the second of two changes to the same version, and a name that is missing or too long', async () => {
    const { office, sets, set } = await wardrobe();
    expect((await office.put(`${sets}/${set.id}`, { name: 'One', version: 1 })).status).toBe(200);
    expect(await office.put(`${sets}/${set.id}`, { name: 'Two', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { name: 'One', version: 2 } },
    });
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(121) }, { name: 'Yard', decoration: 'x'.repeat(201) }])
      expect((await office.post(sets, body)).status).toBe(422);
  });

  test('that is deleted is removed from its people, and drafts with its products cannot be submitted', async () => {
    const { office, admin, sets, set, draft, order, submit, wearer, database, events, offered } = await wardrobe();
    const uuid = await draft();
    await order(uuid);
    expect((await office.delete(`${sets}/${set.id}`)).body).toEqual({ id: set.id, deleted: true });
    expect(await offered()).toEqual([]);
    expect(await database.reader.$count(userClothingSets, eq(userClothingSets.clothing_set_id, set.id))).toBe(0);
    expect((await submit(uuid)).status).toBe(422);
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(1);
    expect((await events('clothing_set.deleted', set.id))[0]?.before).toMatchObject({ employees: [wearer.id] });
    expect((await office.delete(`${sets}/${set.id}`)).status).toBe(404);
    expect((await admin.get(`/api/accounts/${set.account_id}/clothing-sets/${set.id}`)).status).toBe(404);
  });

  test('shows the office its wearers, counted by employee role, without embroiderers who are assigned to it', async () => {
    const { office, sets, set, wearer, person, dress, employeeRole, client, user } = await wardrobe();
    await dress((await user('embroiderer')).id);
    const second = await person('manager', { surname: 'Aaron', employee_number: 'E7' });
    await dress(second.id);
    const driver = await employeeRole({ account_id: client.id, name: 'Driver', holders: [second.id] });
    const gone = await user('employee', { account_id: client.id, deleted_at: new Date().toISOString() });
    await dress(gone.id);
    const people = async (query = '') => (await office.get(`/api/admin/clothing-sets/${set.id}/people${query}`)).body;
    expect(await people()).toMatchObject({
      total: 2,
      items: [
        { id: second.id, name: 'Person Aaron', employee_number: 'E7', employee_role: 'Driver' },
        { id: wearer.id, employee_role: null },
      ],
      employee_roles: [{ id: driver.id, name: 'Driver', people_count: 1 }],
      without_role_count: 1,
    });
    expect((await office.get(`${sets}/${set.id}`)).body.counts).toMatchObject({ people_count: 2 });
    for (const words of ['aaron', 'e7']) expect(ids(await people(`?search=${words}`))).toEqual([second.id]);
    expect((await office.get('/api/admin/clothing-sets/999999/people')).status).toBe(404);
  });
});

describe('a copy of a clothing set', () => {
  test('within the company has the products, sites and people of the original', async () => {
    const { office, sets, set, site, wearer, inSet, parent, database } = await wardrobe();
    await office.put(inSet(`/${parent.id}`), { name: 'House Polo', new_image: { data: await png() } });
    await office.put(`${sets}/${set.id}`, { excluded_sites: [site.id] });
    const { status, body } = await office.post(`${sets}/${set.id}/copy`, { name: 'Night shift' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Night shift',
      excluded_sites: [{ id: site.id }],
      counts: { products_count: 1, people_count: 1 },
      left_out: { products: 0, pictures: 0, sites: 0, people: 0 },
    });
    expect((await office.get(inSet('', body.id))).body.items).toMatchObject([
      { id: parent.id, terms: { price: 1250, name: 'House Polo', image: expect.stringContaining('/files/') } },
    ]);
    expect(await database.reader.$count(userClothingSets, eq(userClothingSets.user_id, wearer.id))).toBe(2);
  });

  test('for another company leaves out custom products, pictures, sites and people', async () => {
    const { office, sets, set, site, inSet, account, product, client, parent, small, medium, database } = await wardrobe();
    const own = await product({ is_csp: true, account_id: client.id });
    await office.post(inSet(), { product_id: own.id });
    await office.put(inSet(`/${parent.id}`), { new_image: { data: await png() }, children: [small.id, medium.id] });
    await office.put(`${sets}/${set.id}`, { excluded_sites: [site.id] });
    const other = await account();
    const { status, body } = await office.post(`${sets}/${set.id}/copy`, { name: 'Taken along', account_id: other.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      account: { id: other.id },
      excluded_sites: [],
      counts: { products_count: 1, people_count: 0 },
      left_out: { products: 1, pictures: 1, sites: 1, people: 1 },
    });
    expect((await office.get(inSet('', body.id))).body.items).toMatchObject([{ id: parent.id, terms: { price: 1250, image: null } }]);
    expect(await database.reader.$count(clothingSetSites, eq(clothingSetSites.clothing_set_id, body.id))).toBe(0);
    const archived = await account({ deleted_at: new Date().toISOString() });
    for (const account_id of [archived.id, 999_999])
      expect((await office.post(`${sets}/${set.id}/copy`, { name: 'Nowhere', account_id })).body.errors).toHaveProperty('account_id');
  });
});

describe('products of a clothing set', () => {
  test('are listed by category with prices, colours and numbers of SKUs, and searched', async () => {
    const { office, inSet, parent, style } = await wardrobe();
    const boot = await style(['7', '8'], { name: 'Steel Toe Boot', price: 8000 });
    await office.post(inSet(), { product_id: boot.children[0]?.id });
    const { body } = await office.get(inSet());
    expect(body).toMatchObject({ total: 2, per_page: 48 });
    const byId = new Map(body.items.map((one: { id: number }) => [one.id, one]));
    expect(byId.get(parent.id)).toMatchObject({
      skus_count: 3,
      skus_held: 3,
      holds_style: true,
      price_from: 1000,
      set_price_from: 1250,
      has_set_price: true,
      colours: [{ name: 'Navy' }],
      terms: { price: 1250, is_price_mixed: false },
    });
    expect(byId.get(boot.parent.id)).toMatchObject({ skus_count: 2, skus_held: 1, holds_style: false, set_price_to: 8000, has_set_price: false });
    expect(JSON.stringify(body)).not.toContain('supplier');
    expect(ids((await office.get(inSet('?search=steel'))).body)).toEqual([boot.parent.id]);
    expect((await office.get(inSet('?search=%25%25'))).body.total).toBe(0);
    expect((await office.get(inSet('', 999_999))).status).toBe(404);
  });

  test('are added once, with or without a price of their own in the set', async () => {
    const { office, inSet, style, small, parent, events, set } = await wardrobe();
    const boot = await style(['7'], { price: 8000 });
    expect(await office.post(inSet(), { product_id: boot.parent.id, price: null })).toMatchObject({ status: 201, body: { set_price_from: 8000 } });
    for (const { id } of [boot.parent, parent, small])
      expect((await office.post(inSet(), { product_id: id })).body.errors).toHaveProperty('product_id');
    for (const body of [{}, { product_id: 999_999 }, { product_id: parent.id, price: -1 }, { product_id: parent.id, price: 1.5 }])
      expect((await office.post(inSet(), body)).status).toBe(422);
    expect(await events('clothing_set.product_added', set.id)).toHaveLength(1);
  });

  test('that are SKUs are replaced when their whole style is added, and the style gets the values that all these SKUs had', async () => {
    const { office, inSet, clothingSet, client, parent, small, medium } = await wardrobe();
    const { id } = await clothingSet(client.id, {
      products: [small, medium].map((one) => ({ product_id: one.id, price: 900, decoration: 'Logo' })),
    });
    const { body } = await office.post(inSet('', id), { product_id: parent.id });
    expect(body).toMatchObject({
      holds_style: true,
      skus_held: 3,
      set_price_from: 900,
      set_price_to: 900,
      terms: { decoration: 'Logo' },
      version: 2,
    });
  });

  test('can have a name, description, decoration, price and picture for this set only, and the people of the set see these', async () => {
    const { office, admin, inSet, parent, medium, offered, client, set } = await wardrobe();
    const change = {
      name: 'House Polo',
      description: 'With our badge',
      decoration: 'Badge, left',
      price: 1400,
      new_image: { data: await png(), filename: 'polo.png', type: 'image/png' },
    };
    const { status, body } = await office.put(inSet(`/${parent.id}`), change);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: parent.name,
      terms: { name: 'House Polo', description: 'With our badge', decoration: 'Badge, left', price: 1400 },
      version: 2,
    });
    const [style] = await offered();
    expect(style).toMatchObject({
      name: 'House Polo',
      description: 'With our badge',
      media: [{ url: body.terms.image }],
      decorations_for_employee: ['Badge, left'],
    });
    expect(style?.children.find(({ id }) => id === medium.id)).toMatchObject({ name: 'House Polo', price: 1400, media: [{ url: body.terms.image }] });
    expect((await admin.get(`/api/products/${parent.id}?clothing_set_id=${set.id}`)).body).toMatchObject({
      name: 'House Polo',
      media: [{ url: body.terms.image }],
    });
    expect((await admin.get(`/api/accounts/${client.id}/clothing-sets/${set.id}`)).body.products[0]).toMatchObject({
      name: 'House Polo',
      media: [{ url: body.terms.image }],
    });
    expect((await admin.raw(body.terms.image)).status).toBe(200);

    const cleared = await office.put(inSet(`/${parent.id}`), { name: '', description: null, decoration: null, price: null, new_image: null });
    expect(cleared.body).toMatchObject({ terms: { name: null, description: null, decoration: null, price: null, image: null } });
    expect((await offered())[0]).toMatchObject({ name: parent.name, media: [] });
  });

  test('that are single SKUs of a style are changed together or one by one', async () => {
    const { office, inSet, clothingSet, client, parent, small, medium, large } = await wardrobe();
    const { id } = await clothingSet(client.id, { products: [small, medium].map((one) => ({ product_id: one.id })) });
    const together = await office.put(inSet(`/${parent.id}`, id), { name: 'House Polo', price: 900 });
    expect(together.body).toMatchObject({ set_price_from: 900, set_price_to: 900, terms: { name: 'House Polo' } });
    const one = await office.put(inSet(`/${medium.id}`, id), { price: 950, version: 2 });
    expect(one.body).toMatchObject({ set_price_from: 900, set_price_to: 950, terms: { price: null, is_price_mixed: true }, version: 3 });
    expect(one.body.children.map(({ set_price }: { set_price: number | null }) => set_price)).toEqual([900, 950, null]);
    expect((await office.put(inSet(`/${large.id}`, id), { price: 1 })).status).toBe(404);
    expect((await office.put(inSet(`/${parent.id}`, id), { price: 1, version: 2 })).body).toMatchObject({
      code: 'stale_version',
      current: { version: 3 },
    });
  });

  test('have no decoration if the field is an empty text, and the decorations of the set if the field is null', async () => {
    const { office, sets, set, inSet, parent, offered } = await wardrobe();
    await office.put(`${sets}/${set.id}`, { decoration: 'Logo, left' });
    const decorate = async (decoration: string | null) => {
      const { status, body } = await office.put(inSet(`/${parent.id}`), { decoration });
      expect([status, body.terms.decoration]).toEqual([200, decoration]);
      return (await offered())[0];
    };
    expect(await decorate('')).toMatchObject({ decorations_for_employee: [] });
    expect(await decorate('Badge, right')).toMatchObject({ decorations_for_employee: ['Badge, right'] });
    expect(await decorate(null)).toMatchObject({ decorations_for_employee: ['Logo, left'] });
    expect((await office.put(inSet(`/${parent.id}`), { decoration: 'x'.repeat(201) })).status).toBe(422);
  });

  test('have a price for each SKU if the set has single SKUs, and one request can set several of these prices', async () => {
    const { office, inSet, style, events, clothingSet, client } = await wardrobe();
    const boot = await style(['8', '9', '10'], { price: 8000 });
    const [eight, nine, ten] = boot.children.map(({ id }) => id);
    const other = await clothingSet(client.id, { products: [{ product_id: boot.parent.id, price: 7000 }] });
    const one = inSet(`/${boot.parent.id}`, other.id);
    const refused = { status: 422, body: { errors: { 'prices.0.product_id': [messages.sku_not_held] } } };
    expect(await office.put(one, { prices: [{ product_id: eight, price: 100 }] })).toMatchObject(refused);
    expect(await office.put(one, { children: [eight, nine], prices: [{ product_id: ten, price: 100 }] })).toMatchObject(refused);
    expect((await office.put(one, { prices: [{ product_id: eight, price: -1 }] })).status).toBe(422);
    const priced = await office.put(one, { children: [eight, nine, ten], prices: [{ product_id: eight, price: 6500 }], version: 1 });
    const pricesIn = ({ body }: typeof priced): unknown[] => body.children.map(({ set_price }: { set_price: number | null }) => set_price);
    expect(pricesIn(priced)).toEqual([6500, 7000, 7000]);
    expect(priced.body).toMatchObject({ terms: { is_price_mixed: true, price: null }, version: 2 });
    const back = await office.put(one, {
      prices: [
        { product_id: eight, price: null },
        { product_id: nine, price: 7500 },
      ],
      version: 2,
    });
    expect(pricesIn(back)).toEqual([null, 7500, 7000]);
    expect((await events('clothing_set.product_changed', other.id)).at(-1)).toMatchObject({
      before: { prices: { [eight ?? 0]: 6500, [nine ?? 0]: 7000 } },
      after: { prices: { [eight ?? 0]: null, [nine ?? 0]: 7500, [ten ?? 0]: 7000 } },
    });
    // A price for all SKUs is set first, then the prices of single SKUs.
    expect(pricesIn(await office.put(one, { price: 5000, prices: [{ product_id: ten, price: 4000 }], version: 3 }))).toEqual([5000, 5000, 4000]);
  });

  test('that are SKUs of a style share the style’s values, and a change is refused if somebody has removed a SKU meanwhile', async () => {
    const { office, inSet, clothingSet, client, parent, small, medium, large } = await wardrobe();
    const { id } = await clothingSet(client.id, { products: [{ product_id: small.id }] });
    await office.put(inSet(`/${parent.id}`, id), { name: 'House Polo', decoration: 'Badge', price: 900 });
    expect((await office.post(inSet('', id), { product_id: medium.id })).body.terms).toMatchObject({
      name: 'House Polo',
      decoration: 'Badge',
      price: 900,
    });
    expect((await office.post(inSet('', id), { product_id: large.id, price: 950 })).body).toMatchObject({
      terms: { name: 'House Polo', is_price_mixed: true },
      version: 4,
    });
    await office.delete(inSet(`/${large.id}`, id));
    expect(await office.put(inSet(`/${parent.id}`, id), { children: [small.id, medium.id, large.id], version: 4 })).toMatchObject({
      status: 409,
      body: { current: { skus_held: 2, version: 5 } },
    });
  });

  test('can have a name and a description in this set, both for a SKU and for its style', async () => {
    const { office, admin, inSet, clothingSet, client, parent, small } = await wardrobe();
    const { id } = await clothingSet(client.id, { products: [{ product_id: small.id }] });
    const texts = { name: 'House Polo, small', description: 'The small one', parent_name: 'House Polo', parent_description: 'With our badge' };
    // A caller that follows the specification also sends `editing`, and sends `product_id` although the URL contains it.
    const saved = await office.put(inSet(`/${small.id}`, id), { editing: true, product_id: small.id, ...texts });
    expect(saved).toMatchObject({ status: 200, body: { id: parent.id, version: 2 } });
    const card = async (product_id: number) => (await admin.get(`/api/products/${product_id}?clothing_set_id=${id}`)).body;
    expect(await card(parent.id)).toMatchObject({ name: 'House Polo', description: 'With our badge' });
    expect(await card(small.id)).toMatchObject({ name: 'House Polo, small', parent: { name: 'House Polo', description: 'With our badge' } });
  });

  test('can be limited to some SKUs of a style, and extended to all again', async () => {
    const { office, inSet, parent, small, medium, large, style, offered } = await wardrobe();
    const limited = await office.put(inSet(`/${parent.id}`), { children: [small.id, medium.id] });
    expect(limited.body).toMatchObject({ holds_style: false, skus_held: 2, set_price_from: 1250, terms: { price: 1250 } });
    expect((await offered())[0]?.children.map(({ id }) => id)).toEqual([small.id, medium.id]);
    const others = await style(['XS']);
    expect((await office.put(inSet(`/${parent.id}`), { children: [small.id, others.children[0]?.id] })).body.errors).toHaveProperty(['children.1']);
    expect((await office.put(inSet(`/${parent.id}`), { children: [] })).status).toBe(422);
    await office.put(inSet(`/${parent.id}`), { children: [medium.id, large.id] });
    expect((await offered())[0]?.children.map(({ id }) => id)).toEqual([medium.id, large.id]);
    expect((await office.put(inSet(`/${parent.id}`), { children: null })).body).toMatchObject({
      holds_style: true,
      skus_held: 3,
      terms: { price: 1250 },
    });
  });

  test('are removed; a draft keeps its line and cannot be submitted until the product is in the set again', async () => {
    const { office, admin, inSet, parent, draft, order, submit, set, events } = await wardrobe();
    const uuid = await draft();
    await order(uuid);
    expect((await office.delete(inSet(`/${parent.id}`))).body).toEqual({ id: parent.id, deleted: true });
    expect((await office.delete(inSet(`/${parent.id}`))).status).toBe(404);
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(1);
    expect((await submit(uuid)).status).toBe(422);
    expect((await events('clothing_set.product_removed', set.id))[0]?.before).toMatchObject({ products: [parent.id], price: 1250 });
    await office.post(inSet(), { product_id: parent.id, price: 1100 });
    expect((await submit(uuid)).status).toBe(200);
  });

  test('that can no longer be ordered are listed without SKUs', async () => {
    const { office, inSet, parent, database } = await wardrobe();
    await database.unitOfWork(
      async (db) => await db.update(products).set({ discontinued_at: '2026-01-01T00:00:00.000Z' }).where(eq(products.id, parent.id)),
    );
    expect((await office.get(inSet())).body.items).toMatchObject([{ id: parent.id, skus_count: 0, skus_held: 0 }]);
  });

  test('keep their price and picture if a file sent as picture is no picture, damaged, a decompression bomb or too large', async () => {
    const { office, inSet, parent } = await wardrobe();
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const damaged = Buffer.from((await png()).split(',')[1] ?? '', 'base64').subarray(0, 60);
    const asUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
    const pictures = [
      'picture',
      'data:text/plain;base64,aGVsbG8=',
      asUrl(Buffer.from('<svg/>')),
      asUrl(damaged),
      asUrl(bomb),
      asUrl(Buffer.alloc(8.3 * 1024 * 1024)),
    ];
    for (const data of pictures) {
      const { status, body } = await office.put(inSet(`/${parent.id}`), { price: 1, new_image: { data } });
      expect(status).toBe(422);
      expect(Object.values(body.errors as Record<string, string[]>).flat()[0]).toMatch(/picture/);
    }
    expect(await office.put(inSet(`/${parent.id}`), { new_image: { data: 'x'.repeat(40 * 1024 * 1024) } })).toMatchObject({
      status: 413,
      body: { message: 'The request is too large.' },
    });
    expect((await office.get(inSet(`/${parent.id}`))).body).toMatchObject({ terms: { price: 1250, image: null }, version: 1 });
  });

  test('can have pictures in the set that other companies cannot see', async () => {
    const { office, admin, inSet, parent, signIn, user, account } = await wardrobe();
    const { body } = await office.put(inSet(`/${parent.id}`), { new_image: { data: await png(41) } });
    const stranger = await signIn(await user('client_admin', { account_id: (await account()).id }));
    expect([(await admin.raw(body.terms.image)).status, (await stranger.raw(body.terms.image)).status]).toEqual([200, 404]);
  });
});
