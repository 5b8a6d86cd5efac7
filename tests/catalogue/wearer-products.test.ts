import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clothingSetProducts, clothingSetSites, products, stockLevels, users } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

describe('a wearer’s products', () => {
  test('are the products of the wearer’s sets, by style, at the lowest price, with the decorations offered', async () => {
    const { admin, wearer, parent, small, medium, large, clothingSet, client } = await clientFixture({ price: 1250 });
    await clothingSet(client.id, { decoration: 'Left chest logo', products: [{ product_id: small.id, price: 990 }], wearers: [wearer.id] });
    const { status, body } = await admin.get(`/api/employees/${wearer.id}/products`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ employee: { id: wearer.id }, clothing_sets: [{}, {}] });
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      id: parent.id,
      price_from: 990,
      price_to: 1250,
      decorations_for_employee: ['Left chest logo'],
      colours: [{ name: 'Navy' }],
    });
    expect(body.items[0].children.map(({ id, price }: { id: number; price: number }) => [id, price])).toEqual([
      [small.id, 990],
      [medium.id, 1250],
      [large.id, 1250],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/cost|supplier|qty_available|qty_allocated/);
  });

  test('leave out restricted, unpublished, deleted and discontinued products', async () => {
    const { admin, signed, wearer, small, medium, large, database, now } = await clientFixture();
    const set = (id: number, values: Partial<typeof products.$inferInsert>) =>
      database.unitOfWork(async (db) => await db.update(products).set(values).where(eq(products.id, id)));
    const ids = async (by = admin): Promise<number[]> =>
      (await by.get(`/api/employees/${wearer.id}/products`)).body.items.flatMap((style: { children: { id: number }[] }) =>
        style.children.map(({ id }) => id),
      );
    await set(small.id, { is_restricted: true });
    expect(await ids()).toEqual([medium.id, large.id]);
    expect(await ids(await signed('client_admin', { can_view_restricted_products: true }))).toEqual([small.id, medium.id, large.id]);
    await set(medium.id, { discontinued_at: now() });
    await database.unitOfWork(async (db) => await db.insert(stockLevels).values({ product_id: medium.id, qty_available: 3, qty_allocated: 2 }));
    expect(await ids(), 'whatever is left of it').toEqual([large.id]);
    await set(medium.id, { discontinued_at: '2099-01-01T00:00:00.000Z' });
    expect(await ids()).toEqual([medium.id, large.id]);
    await set(large.id, { is_published: false });
    expect(await ids()).toEqual([medium.id]);
    await set(medium.id, { deleted_at: now() });
    expect(await ids()).toEqual([]);
  });

  test('leave out a set that is withheld from the delivery site', async () => {
    const { admin, wearer, set, site, elsewhere, draft, database, details } = await clientFixture();
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: site.id }));
    const count = async (query = ''): Promise<number> => (await admin.get(`/api/employees/${wearer.id}/products${query}`)).body.items.length;
    expect(await count()).toBe(0);
    const uuid = await draft();
    expect(await count(`?order=${uuid}`)).toBe(0);
    await admin.put(`/api/orders/${uuid}`, { ...details, delivery_site_id: elsewhere.id });
    expect(await count(`?order=${uuid}`)).toBe(1);
  });

  test('are visible to everybody who may complete an order for the wearer, wherever the wearer works', async () => {
    const { person, dress, elsewhere, draft, order, submit, signed, site, medium, parent, as, admin } = await clientFixture();
    const far = await person('employee', { sites: [elsewhere.id] });
    await dress(far.id);
    const manager = await signed('site_admin');
    const uuid = await draft(admin, [far.id]);
    const line = await order(uuid, parent.id, 1, admin, far.id);
    const getProducts = async (by = manager) => await by.get(`/api/employees/${far.id}/products?order=${uuid}`);
    // The manager does not see the order until it is delivered to the manager's site.
    expect((await getProducts()).status).toBe(404);
    await submit(uuid, { delivery_site_id: site.id, confirm_missing_sizes: true });
    expect((await getProducts()).body.items).toMatchObject([{ id: parent.id }]);
    expect((await manager.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id: medium.id })).status).toBe(200);
    // The floor sees the order, but not the products for its wearer.
    expect((await getProducts(await as('warehouse'))).status).toBe(404);
    expect((await manager.get(`/api/employees/${far.id}/products`)).status).toBe(404);
  });

  test('include a restricted style only while a submitted line of the style has no size', async () => {
    const { draft, order, submit, signed, signIn, wearer, parent, medium, set, style, database } = await clientFixture();
    const { parent: other } = await style(['One Size']);
    await database.unitOfWork(async (db) => {
      await db.insert(clothingSetProducts).values({ clothing_set_id: set.id, product_id: other.id, price: 900 });
      await db
        .update(products)
        .set({ is_restricted: true })
        .where(inArray(products.id, [parent.id, other.id]));
    });
    const trusted = await signed('client_admin', { can_view_restricted_products: true });
    const uuid = await draft(trusted);
    const line = await order(uuid, parent.id, 1, trusted);
    const own = await signIn(wearer);
    const listProductIds = async (): Promise<number[]> =>
      (await own.get(`/api/employees/${wearer.id}/products?order=${uuid}`)).body.items.map((one: { id: number }) => one.id);
    expect(await listProductIds()).toEqual([]);
    await submit(uuid, { confirm_missing_sizes: true }, trusted);
    expect(await listProductIds()).toEqual([parent.id]);
    expect((await own.put(`/api/orders/${uuid}/lines/${line.id}`, { product_id: medium.id })).status).toBe(200);
    expect(await listProductIds()).toEqual([]);
  });

  test('read with `for_themself` are only products that the wearer may order; each withheld product is named with the reason', async () => {
    const { as, wearer, parent, small, medium, large, set, site, style, clothingSet, client, database, now } = await clientFixture();
    const office = await as('super');
    const [{ parent: hidden }, { parent: old }] = [await style(['One Size']), await style(['One Size'])];
    const own = await clothingSet(client.id, { name: 'Other', products: [{ product_id: hidden.id }, { product_id: old.id }], wearers: [wearer.id] });
    const update = (ids: number[], values: Partial<typeof products.$inferInsert>) =>
      database.unitOfWork((db) => db.update(products).set(values).where(inArray(products.id, ids)));
    const articles = [small.id, medium.id, large.id];
    await update(articles, { is_restricted: true });
    await database.unitOfWork(async (db) => {
      const of = (id: number) => eq(products.parent_id, id);
      await db.update(products).set({ is_published: false }).where(of(hidden.id));
      await db.update(products).set({ discontinued_at: now() }).where(of(old.id));
    });
    const read = async () => (await office.get(`/api/employees/${wearer.id}/products?for_themself=true`)).body;
    const plain = (await office.get(`/api/employees/${wearer.id}/products`)).body;
    expect([plain.items.map(({ id }: { id: number }) => id), plain.not_offered], 'the office sees what is restricted').toEqual([
      [parent.id],
      undefined,
    ]);
    expect(await read()).toMatchObject({
      items: [],
      not_offered: [
        { code: 'publication', name: hidden.name },
        { code: 'discontinuation', name: old.name },
        { code: 'restriction', name: parent.name },
      ].sort((one, other) => (one.name < other.name ? -1 : 1)),
    });
    await database.unitOfWork((db) => db.update(users).set({ can_view_restricted_products: true }).where(eq(users.id, wearer.id)));
    const trusted = await read();
    expect(trusted.items).toMatchObject([{ id: parent.id }]);
    expect(trusted.not_offered.map(({ code }: { code: string }) => code).sort()).toEqual(['discontinuation', 'publication']);
    await database.unitOfWork((db) => db.insert(clothingSetSites).values({ clothing_set_id: own.id, site_id: site.id }));
    expect((await read()).not_offered).toEqual([
      { code: 'site', name: 'Other', message: `Not for delivery to ${site.name}: excluded from the set.` },
    ]);
    expect((await read()).clothing_sets).toEqual([{ id: set.id, name: set.name }]);
  });

  test('are visible to people who may see the wearer', async () => {
    const { signIn, wearer, signed, as, elsewhere, parent, medium } = await clientFixture();
    const sees = async (by: Awaited<ReturnType<typeof as>>): Promise<[number, number]> => [
      (await by.get(`/api/employees/${wearer.id}/products`)).status,
      (await by.get(`/api/products/${medium.id}`)).status,
    ];
    expect(await sees(await signIn(wearer))).toEqual([200, 200]);
    expect(await sees(await signed('manager'))).toEqual([200, 200]);
    expect(await sees(await as('super'))).toEqual([200, 200]);
    // The sets of a company are visible to its managers, wherever their sites are.
    expect(await sees(await signed('manager', { sites: [elsewhere.id] }))).toEqual([404, 200]);
    expect(await sees(await signed('employee'))).toEqual([404, 404]);
    expect(await sees(await as('client_admin'))).toEqual([404, 404]);
    expect(await sees(await as('warehouse'))).toEqual([404, 404]);
    const card = await (await signIn(wearer)).get(`/api/products/${medium.id}?include=media,parent.media,attributes,datasheets,children`);
    expect(card.body).toMatchObject({ id: medium.id, price: 1250, parent: { id: parent.id }, siblings: [{}, {}] });
  });
});
