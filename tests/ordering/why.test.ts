import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  clothingSetProducts,
  clothingSetSites,
  employeeRoles,
  products,
  userClothingSets,
  userEmployeeRoles,
  userSites,
} from '../../server/db/tables/index.ts';
import { clientFixture } from './fixture.ts';

type Fixture = Awaited<ReturnType<typeof clientFixture>>;
interface Reason {
  code: string;
  ok: boolean;
  message: string;
  link: string | null;
}

const codes = ['set', 'site', 'restriction', 'publication', 'discontinuation', 'allowance', 'budget'];

const why = async ({ admin, wearer }: Fixture, product_id: number, by = admin): Promise<{ orderable: boolean; reasons: Reason[] }> => {
  const { status, body } = await by.get(`/api/employees/${wearer.id}/products/${product_id}/why`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  expect(body.reasons.map(({ code }: Reason) => code)).toEqual(codes);
  expect(body.orderable).toBe(body.reasons.every(({ ok }: Reason) => ok));
  return body;
};
const refusedBy = ({ reasons }: { reasons: Reason[] }): string[] => reasons.filter(({ ok }) => !ok).map(({ code }) => code);

/** Returns whether the caller can add an item of a product to a draft for the wearer, and submit the draft for one of these sites. */
async function isOrdered(
  { admin, wearer, draft, details, submit }: Fixture,
  product_id: number,
  sites: readonly number[],
  by = admin,
): Promise<boolean> {
  for (const delivery_site_id of sites) {
    const uuid = await draft(by);
    await by.put(`/api/orders/${uuid}`, { ...details, delivery_site_id });
    const added = await by.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id, quantity: 1 }] });
    if (added.status !== 201) continue;
    const { status } = await submit(uuid, { delivery_site_id, confirm_missing_sizes: true, force_over_budget_order: true }, by);
    await by.delete(`/api/orders/${uuid}`);
    if (status === 200) return true;
  }
  return false;
}

/** Functions that cause each reason for which the wearer cannot have the fixture's style. */
const faults: Record<string, (fixture: Fixture) => Promise<unknown>> = {
  set: ({ database, wearer, set }) =>
    database.unitOfWork((db) =>
      db.delete(userClothingSets).where(and(eq(userClothingSets.user_id, wearer.id), eq(userClothingSets.clothing_set_id, set.id))),
    ),
  site: ({ database, set, site }) => database.unitOfWork((db) => db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: site.id })),
  restriction: (fixture) => change(fixture, { is_restricted: true }),
  publication: (fixture) => change(fixture, { is_published: false }),
  discontinuation: (fixture) => change(fixture, { discontinued_at: fixture.now() }),
  budget: ({ employeeRole, client, wearer }) =>
    employeeRole({
      account_id: client.id,
      holders: [wearer.id],
      is_budgeted: true,
      budget_value: 1000,
      budget_start_date: '2026-01-01',
      budget_duration: 12,
    }),
};
const change = ({ database, parent, small, medium, large }: Fixture, values: Partial<typeof products.$inferInsert>) =>
  database.unitOfWork((db) =>
    db
      .update(products)
      .set(values)
      .where(
        inArray(
          products.id,
          [parent, small, medium, large].map(({ id }) => id),
        ),
      ),
  );

const names = Object.keys(faults);
const pairs = names.flatMap((one, place) => names.slice(place + 1).map((other) => [one, other]));
const reasonCases = [[], ...names.map((one) => [one]), ...pairs].map((of) => ({ of, reasons: of.join(' and ') || 'nothing' }));

test.each(reasonCases)('obstacles: $reasons; the answer names exactly these, and a line can be ordered only if there are none', async ({ of }) => {
  const fixture = await clientFixture();
  const office = await fixture.as('super');
  for (const name of of) await faults[name]?.(fixture);
  for (const { id } of [fixture.medium, fixture.parent]) {
    const answer = await why(fixture, id);
    expect(refusedBy(answer)).toEqual(codes.filter((code) => of.includes(code)));
    expect(await isOrdered(fixture, id, [fixture.site.id]), 'ordered by the client').toBe(answer.orderable);
    // The office sees restricted products.
    const officeAnswer = await why(fixture, id, office);
    expect(refusedBy(officeAnswer)).toEqual(codes.filter((code) => code !== 'restriction' && of.includes(code)));
    expect(await isOrdered(fixture, id, [fixture.site.id], office), 'ordered by the office').toBe(officeAnswer.orderable);
  }
});

/** Returns a function that returns true with a given probability, in the same sequence for the same seed. */
function randomFrom(seed: number) {
  let state = seed;
  return (chance: number): boolean => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648 < chance;
  };
}

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'with random sizes, sets and sites (seed %i), the answer calls a product orderable exactly if an order for it is accepted',
  async (seed) => {
    const fixture = await clientFixture();
    const { database, client, wearer, parent, small, medium, large, set, site, elsewhere, clothingSet, now } = fixture;
    const chance = randomFrom(seed * 7919);
    const second = await clothingSet(client.id, { products: [{ product_id: chance(0.5) ? medium.id : parent.id, price: 900 }] });
    if (chance(0.5)) await fixture.wear(wearer.id, second.id);
    await database.unitOfWork(async (db) => {
      if (chance(0.3)) await db.delete(userClothingSets).where(eq(userClothingSets.clothing_set_id, set.id));
      if (chance(0.5)) await db.insert(userSites).values({ user_id: wearer.id, site_id: elsewhere.id });
      for (const clothing_set_id of [set.id, second.id])
        for (const site_id of [site.id, elsewhere.id]) if (chance(0.4)) await db.insert(clothingSetSites).values({ clothing_set_id, site_id });
      for (const { id } of [parent, small, medium, large]) {
        const values = { is_restricted: chance(0.25), is_published: chance(0.7), discontinued_at: chance(0.25) ? now() : null };
        await db.update(products).set(values).where(eq(products.id, id));
      }
    });
    const sites = (await database.reader.select({ id: userSites.site_id }).from(userSites).where(eq(userSites.user_id, wearer.id))).map(
      ({ id }) => id,
    );
    for (const { id } of [parent, small, medium, large]) {
      const answer = await why(fixture, id);
      expect(await isOrdered(fixture, id, sites), JSON.stringify(answer.reasons)).toBe(answer.orderable);
    }
  },
);

describe('an answer', () => {
  test('names the sets, sites or amounts for which a wearer cannot have a product, and links to the page where the caller changes them', async () => {
    const fixture = await clientFixture();
    const { client, wearer, site, set, medium } = fixture;
    const office = await fixture.as('super');
    const reason = async (code: string, by = fixture.admin) => (await why(fixture, medium.id, by)).reasons.find((one) => one.code === code);
    const forClient = `/employees/${wearer.id}/edit`;
    const account = `/admin/accounts/${client.id}`;

    expect(await reason('set')).toEqual({ code: 'set', ok: true, message: `It is in ${set.name}.`, link: null });
    await faults.budget?.(fixture);
    expect(await reason('budget')).toMatchObject({
      ok: false,
      message: expect.stringMatching(/budget £10\.00, spent £0\.00, this order £12\.50, over by £2\.50/),
      link: forClient,
    });
    const [role] = await fixture.database.reader.select().from(employeeRoles).where(eq(employeeRoles.account_id, client.id));
    if (!role) throw new Error('no role');
    expect(await reason('budget', office)).toMatchObject({ link: `${account}/employee-roles#role=${role.id}` });
    await fixture.database.unitOfWork((db) =>
      db.update(employeeRoles).set({ is_budget_forceable: true }).where(eq(employeeRoles.account_id, client.id)),
    );
    expect(await reason('budget')).toMatchObject({ ok: true, message: expect.stringContaining('confirms') });
    await fixture.database.unitOfWork((db) => db.delete(userEmployeeRoles).where(eq(userEmployeeRoles.user_id, wearer.id)));
    expect(await reason('budget')).toMatchObject({ ok: true, message: 'Nothing is charged to a budget.' });

    await faults.site?.(fixture);
    expect(await reason('site')).toMatchObject({ ok: false, message: `${set.name} is not offered at ${site.name}.`, link: forClient });
    expect(await reason('site', office)).toMatchObject({ link: `${account}/catalogue#clothing_set_id=${set.id}` });
    await faults.set?.(fixture);
    expect(await reason('set')).toMatchObject({ ok: false, message: expect.stringContaining(`${set.name}, which Person`), link: forClient });

    await faults.restriction?.(fixture);
    const trusted = await fixture.signed('client_admin', { can_view_restricted_products: true });
    expect(await reason('restriction')).toMatchObject({ ok: false, link: null });
    expect(await reason('restriction', trusted)).toMatchObject({ ok: true, link: forClient });
    await faults.discontinuation?.(fixture);
    expect(await reason('discontinuation')).toMatchObject({ ok: false, message: expect.stringContaining('20/11/2026') });
  });

  test('is given only to the office if the product is in no set of the company, and is a 404 for an unknown product', async () => {
    const fixture = await clientFixture();
    const office = await fixture.as('super');
    const loose = await fixture.product();
    const path = (product_id: number) => `/api/employees/${fixture.wearer.id}/products/${product_id}/why`;
    expect((await fixture.admin.get(path(loose.id))).status).toBe(404);
    expect(await why(fixture, loose.id, office)).toMatchObject({
      orderable: false,
      reasons: [
        {
          code: 'set',
          ok: false,
          message: expect.stringMatching(/^No clothing set of Client/),
          link: `/admin/accounts/${fixture.client.id}/catalogue`,
        },
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    });
    for (const by of [fixture.admin, office]) expect((await by.get(path(2_000_000_000))).status).toBe(404);
    await fixture.database.unitOfWork((db) => db.update(products).set({ deleted_at: fixture.now() }).where(eq(products.id, loose.id)));
    expect((await office.get(path(loose.id))).status).toBe(404);
  });

  test('is given only to people who may edit the wearer', async () => {
    const { wearer, medium, elsewhere, person, signed, signIn } = await clientFixture();
    const ask = async (by: { get: (path: string) => Promise<{ status: number }> }, id = wearer.id) =>
      (await by.get(`/api/employees/${id}/products/${medium.id}/why`)).status;
    const boss = await person('site_admin');
    expect(await ask(await signed('manager'))).toBe(200);
    expect(await ask(await signed('manager'), boss.id)).toBe(404);
    expect(await ask(await signIn(boss), boss.id), 'about themself').toBe(403);
    expect(await ask(await signed('site_admin', { sites: [elsewhere.id] }))).toBe(404);
    expect(await ask(await signIn(wearer))).toBe(403);
    expect(await ask(await signed('employee_with_order'))).toBe(404);
  });

  test('says that a person of an archived company cannot order the product', async () => {
    const fixture = await clientFixture();
    const office = await fixture.as('super');
    expect((await office.delete(`/api/admin/accounts/${fixture.client.id}`)).status).toBe(200);
    const answer = await why(fixture, fixture.medium.id, office);
    expect(refusedBy(answer)).toEqual(['set']);
    expect((await office.post('/api/orders', { employees: [fixture.wearer.id] })).status).toBe(422);
  });
});

test('the search offers clients every product in their company’s sets, even one they cannot order; it offers the office every product', async () => {
  const fixture = await clientFixture();
  const { admin, wearer, medium, parent, style, product, signIn } = fixture;
  const office = await fixture.as('super');
  const other = await style(['S'], { name: parent.name });
  const search = async (words: string, by = admin): Promise<number[]> => {
    const { status, body } = await by.get(`/api/employees/${wearer.id}/product-search?search=${encodeURIComponent(words)}`);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/price|cost|supplier/);
    return body.items.map(({ id }: { id: number }) => id);
  };
  await change(fixture, { is_restricted: true, is_published: false, discontinued_at: fixture.now() });
  expect(await search(parent.name)).toEqual([parent.id]);
  expect(await search(medium.sku)).toEqual([medium.id]);
  expect(await search(parent.name, office)).toEqual([parent.id, other.parent.id]);
  await fixture.database.unitOfWork((db) => db.update(products).set({ deleted_at: fixture.now() }).where(eq(products.id, medium.id)));
  expect(await search(medium.sku)).toEqual([]);
  expect(await search((await product()).name)).toEqual([]);
  expect((await admin.get(`/api/employees/${wearer.id}/product-search?search=a`)).status).toBe(422);
  expect((await (await signIn(wearer)).get(`/api/employees/${wearer.id}/product-search?search=Product`)).status).toBe(403);
});

test('a search finds and names a product by its name in the company’s sets, and finds no product made for another company', async () => {
  const fixture = await clientFixture();
  const { admin, wearer, parent, medium, set, database, account, product } = fixture;
  const office = await fixture.as('super');
  const search = async (words: string, by = admin) =>
    (await by.get(`/api/employees/${wearer.id}/product-search?search=${encodeURIComponent(words)}`)).body.items;
  await database.unitOfWork((db) =>
    db.update(clothingSetProducts).set({ name: 'Company Fleece' }).where(eq(clothingSetProducts.clothing_set_id, set.id)),
  );
  for (const by of [admin, office]) {
    expect(await search('fleece', by)).toMatchObject([{ id: parent.id, name: 'Company Fleece' }]);
    expect(await search(parent.name, by)).toMatchObject([{ id: parent.id, name: 'Company Fleece' }]);
    expect(await search(medium.sku, by)).toMatchObject([{ id: medium.id, name: 'Company Fleece' }]);
    for (const id of [parent.id, medium.id]) {
      const { body } = await by.get(`/api/employees/${wearer.id}/products/${id}/why`);
      expect(body.product).toMatchObject({ id, name: 'Company Fleece' });
    }
  }
  // Now the set has a single SKU instead of the style.
  await database.unitOfWork((db) =>
    db
      .update(clothingSetProducts)
      .set({ product_id: medium.id, name: null, parent_name: 'Team Fleece' })
      .where(eq(clothingSetProducts.clothing_set_id, set.id)),
  );
  expect(await search('team')).toMatchObject([{ id: parent.id, name: 'Team Fleece' }]);
  expect(await search(medium.sku)).toMatchObject([{ id: medium.id, name: 'Team Fleece' }]);

  const { id: other } = await account();
  await product({ name: 'Fleece of Others', account_id: other });
  const own = await product({ name: 'Own Fleece', account_id: fixture.client.id });
  expect((await search('fleece', office)).map(({ id }: { id: number }) => id)).toEqual([own.id, parent.id]);
});
