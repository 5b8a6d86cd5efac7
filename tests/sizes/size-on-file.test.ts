import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { returnLines, returnReasons, returns, users } from '../../server/db/tables/index.ts';
import { loadReference } from '../../server/reference/load-reference.ts';
import { sizeFixture } from './fixture.ts';

async function setUp() {
  const fixture = await sizeFixture();
  const { admin, wearer, draft, order, submit, database, now, setClock } = fixture;
  await database.unitOfWork((db) => loadReference(db));
  const onFile = async (by = admin, of = wearer.id) => (await by.get(`/api/employees/${of}/sizes`)).body.items;
  /** Submits an order of `quantity` items of one size. */
  const wear = async (product_id: number, quantity = 1) => {
    setClock(60);
    const uuid = await draft();
    const line = await order(uuid, product_id, quantity);
    const { body } = await submit(uuid);
    return { uuid, line: line.id as number, id: body.id as number, order_number: body.order_number as string };
  };
  /** Requests a return of some items of a line, for a reason. */
  const sendBack = (submittedOrder: { id: number; line: number }, description: string, qty_requested = 1) =>
    database.unitOfWork(async (db) => {
      const [reason] = await db.select({ id: returnReasons.id }).from(returnReasons).where(eq(returnReasons.description, description));
      const [returnRow] = await db
        .insert(returns)
        .values({ order_id: submittedOrder.id, creator_id: admin.id, created_at: now() })
        .returning({ id: returns.id });
      await db.insert(returnLines).values({
        return_id: returnRow?.id ?? 0,
        order_line_id: submittedOrder.line,
        product_id: fixture.small.id,
        reason_id: reason?.id ?? 0,
        qty_requested,
      });
    });
  return { ...fixture, onFile, wear, sendBack };
}

describe('the size on file', () => {
  test('is the size that the wearer last ordered of each style, with the number of that order', async () => {
    const { onFile, wear, small, medium, parent, draft, order } = await setUp();
    expect(await onFile()).toEqual([]);
    await wear(small.id);
    const { order_number } = await wear(medium.id);
    // A draft does not count yet.
    await order(await draft(), small.id);
    expect(await onFile()).toEqual([
      {
        style_id: parent.id,
        name: parent.name,
        product_id: medium.id,
        variation_colour: 'Navy',
        variation_size_1: 'M',
        variation_size_2: null,
        variation_all_size: null,
        order_number,
        recorded_at: null,
      },
    ]);
  });

  test('is the size of the last order, without orders whose items were all returned because they did not fit', async () => {
    const { onFile, wear, sendBack, small, medium, large } = await setUp();
    await wear(small.id);
    const tight = await wear(medium.id, 2);
    await sendBack(tight, 'Faulty or damaged', 2);
    expect(await onFile()).toMatchObject([{ product_id: medium.id }]);
    await sendBack(tight, 'Too small', 1);
    // One of the two items is still worn.
    expect(await onFile()).toMatchObject([{ product_id: medium.id }]);
    await sendBack(tight, 'Too small', 1);
    expect(await onFile()).toMatchObject([{ product_id: small.id }]);
    const exchanged = await wear(large.id);
    expect(await onFile()).toMatchObject([{ product_id: large.id, order_number: exchanged.order_number }]);
  });

  test('ignores cancelled orders', async () => {
    const { onFile, wear, admin, small, medium } = await setUp();
    await wear(small.id);
    const { uuid } = await wear(medium.id);
    await admin.post(`/api/orders/${uuid}/cancel`);
    expect(await onFile()).toMatchObject([{ product_id: small.id }]);
  });

  test('is shown only to readers who may see the person, and does not follow a person to another client', async () => {
    const { onFile, wear, small, wearer, colleague, signIn, signed, elsewhere, account, user, client, database, as } = await setUp();
    const { order_number } = await wear(small.id);
    const self = await signIn(wearer);
    expect(await onFile(self)).toMatchObject([{ order_number }]);
    expect((await self.get(`/api/employees/${colleague.id}/sizes`)).status).toBe(404);
    expect((await (await signed('manager', { sites: [elsewhere.id] })).get(`/api/employees/${wearer.id}/sizes`)).status).toBe(404);
    const other = await account();
    const stranger = await signIn(await user('client_admin', { account_id: other.id }));
    expect((await stranger.get(`/api/employees/${wearer.id}/sizes`)).status).toBe(404);
    expect((await (await as('warehouse')).get(`/api/employees/${wearer.id}/sizes`)).status).toBe(404);

    // A person who moves to another client has no sizes on file there.
    await database.unitOfWork(async (db) => void (await db.update(users).set({ account_id: other.id }).where(eq(users.id, wearer.id))));
    expect(await onFile(stranger)).toEqual([]);
    await database.unitOfWork(async (db) => void (await db.update(users).set({ account_id: client.id }).where(eq(users.id, wearer.id))));
  });

  test('is also offered to a wearer who chooses a size by a link', async () => {
    const { wear, unsized, medium, tokenFor, wearer, open } = await setUp();
    const { order_number } = await wear(medium.id);
    await unsized();
    expect((await open(await tokenFor(wearer.email))).body.lines).toMatchObject([{ size_on_file: { product_id: medium.id, order_number } }]);
  });

  test('is the size that somebody recorded, until a later order shows another one', async () => {
    const { onFile, wear, admin, wearer, parent, small, medium, large, setClock } = await setUp();
    const path = `/api/employees/${wearer.id}/sizes/${parent.id}`;
    const record = (product_id: number, by = admin) => by.put(path, { product_id });
    expect((await record(small.id)).body.items).toMatchObject([{ product_id: small.id, order_number: null, recorded_at: expect.any(String) }]);
    await wear(medium.id);
    expect(await onFile()).toMatchObject([{ product_id: medium.id, recorded_at: null }]);
    setClock(60);
    expect((await record(large.id)).status).toBe(200);
    expect((await record(large.id)).status, 'the same again').toBe(200);
    expect(await onFile()).toMatchObject([{ product_id: large.id }]);
    expect((await admin.delete(path)).body.items).toMatchObject([{ product_id: medium.id }]);
    expect((await admin.delete(path)).status).toBe(404);
  });

  test('is recorded by people who may order for the wearer, for what is offered to the wearer', async () => {
    const { wearer, colleague, parent, small, style, admin, signIn, signed, elsewhere, as } = await setUp();
    const path = `/api/employees/${wearer.id}/sizes/${parent.id}`;
    const body = { product_id: small.id };
    const other = await style(['S']);
    for (const product_id of [other.children[0]?.id, parent.id, 999_999])
      expect(await admin.put(path, { product_id })).toMatchObject({ status: 422, body: { errors: { product_id: [expect.any(String)] } } });
    expect((await admin.put(`/api/employees/${wearer.id}/sizes/${other.parent.id}`, body)).status).toBe(422);
    expect((await (await signIn(wearer)).put(path, body)).status).toBe(200);
    for (const by of [await signIn(colleague), await signed('manager', { sites: [elsewhere.id] }), await as('client_admin'), await as('warehouse')]) {
      expect((await by.put(path, body)).status).toBe(404);
      expect((await by.delete(path)).status).toBe(404);
    }
  });
});
