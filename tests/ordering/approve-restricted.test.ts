import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { clothingSetProducts, clothingSetSites, products } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from './fixture.ts';

/** Inserts a client with two restricted styles, a person who may order them by request, and an approver who cannot see restricted products. */
async function restrictedFixture() {
  const fixture = await clientFixture();
  const { database, set, style, signed, parent, draft, order, submit, wearer, admin } = fixture;
  const { parent: other, children } = await style(['S', 'M'], { is_restricted: true });
  await database.unitOfWork(async (db) => {
    await db.insert(clothingSetProducts).values({ clothing_set_id: set.id, product_id: other.id, price: 900 });
    const styles = [eq(products.id, parent.id), eq(products.parent_id, parent.id)];
    for (const one of styles) await db.update(products).set({ is_restricted: true }).where(one);
  });
  const trusted = await signed('client_admin', { can_view_restricted_products: true, is_supervised_orderer: true });
  const price = (pence: number) =>
    database.unitOfWork(
      async (db) =>
        await db
          .update(clothingSetProducts)
          .set({ price: pence })
          .where(and(eq(clothingSetProducts.clothing_set_id, set.id), eq(clothingSetProducts.product_id, parent.id))),
    );
  /** Sends a request for these products. A style is ordered without a size. */
  const requested = async (...productIds: number[]) => {
    const uuid = await draft(trusted);
    for (const id of productIds) await order(uuid, id, 1, trusted);
    expect(await submit(uuid, { confirm_missing_sizes: true }, trusted)).toMatchObject({ status: 200, body: { status: 'requested' } });
    const { lines } = (await admin.get(`/api/orders/${uuid}?include=lines`)).body;
    return { uuid, lines: lines as { id: number; product_id: number; product_name: string }[] };
  };
  const approve = (uuid: string, more: Record<string, unknown> = {}) => submit(uuid, { confirm_missing_sizes: true, ...more });
  const choose = (uuid: string, line_id: number, product_id: number, by = admin) => by.put(`/api/orders/${uuid}/lines/${line_id}`, { product_id });
  const add = (uuid: string, product_id: number) =>
    admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id, quantity: 1 }] });
  return { ...fixture, other, others: children, trusted, price, requested, approve, choose, add };
}

describe('a request with a restricted product', () => {
  test('can be approved, at the current price, by somebody who cannot see restricted products', async () => {
    const { requested, approve, parent, medium, price, admin } = await restrictedFixture();
    const { uuid } = await requested(medium.id, parent.id);
    await price(1500);
    expect(await approve(uuid)).toMatchObject({ status: 200, body: { status: 'submitted', sub_total: 3000, approver: { id: admin.id } } });
  });

  test('can be given its missing sizes by the approver; a size of another style is refused', async () => {
    const { requested, approve, choose, parent, small, medium, other, others, admin, wearer } = await restrictedFixture();
    const { uuid, lines } = await requested(parent.id);
    const { body } = await admin.get(`/api/employees/${wearer.id}/products?order=${uuid}`);
    const offered = body.items.flatMap(({ children }: { children: { id: number }[] }) => children.map(({ id }) => id));
    expect(offered).toEqual(expect.arrayContaining([small.id, medium.id]));
    expect(offered).not.toContain(others[0]?.id);
    const [line] = lines;
    if (!line) throw new Error('no line');
    for (const id of [other.id, others[0]?.id ?? 0])
      expect(await choose(uuid, line.id, id)).toMatchObject({ status: 422, body: { errors: { product_id: [messages.unknown_product] } } });
    expect(await choose(uuid, line.id, medium.id)).toMatchObject({ status: 200, body: { product_id: medium.id, is_size_selected: true } });
    expect((await choose(uuid, line.id, small.id)).status).toBe(200);
    expect((await approve(uuid, { confirm_missing_sizes: false })).status).toBe(200);
  });

  test('gets no further restricted product from somebody who cannot see restricted products; the same applies to a draft', async () => {
    const { requested, add, choose, draft, order, trusted, parent, medium, other, others } = await restrictedFixture();
    const { uuid } = await requested(medium.id);
    const shared = await draft(trusted);
    const line = await order(shared, parent.id, 1, trusted);
    const refusal = { status: 422, body: { errors: { 'lines.0.product_id': [messages.unknown_product] } } };
    for (const [one, ids] of [
      [uuid, [medium.id, parent.id, other.id, others[0]?.id ?? 0]],
      [shared, [medium.id, other.id]],
    ] as const)
      for (const id of ids) expect(await add(one, id)).toMatchObject(refusal);
    expect(await choose(shared, line.id, medium.id)).toMatchObject({ status: 422, body: { errors: { product_id: [messages.unknown_product] } } });
  });

  test('cannot be approved if the product is no longer in the wearer’s sets, or is withheld from the site', async () => {
    const { requested, approve, medium, parent, set, elsewhere, wearer, database } = await restrictedFixture();
    const { uuid, lines } = await requested(medium.id);
    const productAndWearer = [`${lines[0]?.product_name}, Navy, M`, `${wearer.forenames} ${wearer.surname}`] as const;
    const refusal = (words: string) => ({ status: 422, body: { errors: { lines: [words] } } });
    await database.unitOfWork(async (db) => await db.insert(clothingSetSites).values({ clothing_set_id: set.id, site_id: elsewhere.id }));
    expect(await approve(uuid, { delivery_site_id: elsewhere.id })).toMatchObject(refusal(messages.kept_from_site(...productAndWearer)));
    await database.unitOfWork(async (db) => await db.delete(clothingSetProducts).where(eq(clothingSetProducts.product_id, parent.id)));
    expect(await approve(uuid)).toMatchObject(refusal(messages.no_longer_offered(...productAndWearer)));
  });
});
