import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, clothingSetProducts, orderLines, products, userClothingSets, users } from '../../server/db/tables/index.ts';
import { limits } from '../../shared/limits.ts';
import { clientFixture } from './fixture.ts';

/** A client whose wearer has ordered two navy polos in M, and a colleague and a newcomer in the same role who have not ordered. */
async function setUp() {
  const base = await clientFixture();
  const { person, dress, draft, order, submit, admin, wearer, medium, client, database, set, employeeRole, setClock } = base;
  const colleague = await person('employee', { forenames: 'Bea', surname: 'Dale' });
  const newcomer = await person('employee', { forenames: 'Cai', surname: 'East' });
  for (const { id } of [colleague, newcomer]) await dress(id);
  await employeeRole({ account_id: client.id, name: 'Operative', holders: [wearer.id, colleague.id, newcomer.id] });
  const offer = (decoration: string) =>
    database.unitOfWork(
      async (db) => void (await db.update(clothingSetProducts).set({ decoration }).where(eq(clothingSetProducts.clothing_set_id, set.id))),
    );
  /** Submits an order for one wearer. */
  const wear = async (product_id = medium.id, quantity = 2, more: Record<string, unknown> = {}, id = wearer.id) => {
    setClock(60);
    const uuid = await draft(admin, [id]);
    const line = await order(uuid, product_id, quantity, admin, id, more);
    const { status, body } = await submit(uuid, { confirm_missing_sizes: true });
    if (status !== 200) throw new Error(`not submitted: ${JSON.stringify(body)}`);
    return { uuid, line: line.id as number, submitted_at: body.submitted_at as string };
  };
  const usual = async (uuid: string, by = admin, query = '') => (await by.get(`/api/orders/${uuid}/usual${query}`)).body.items;
  const add = (uuid: string, body: object = {}, by = admin, headers?: Record<string, string>) => by.post(`/api/orders/${uuid}/usual`, body, headers);
  return { ...base, colleague, newcomer, offer, wear, usual, add };
}

describe('the usual', () => {
  test('of a wearer is what they ordered last and may still have, without cancelled lines, in the size on file', async () => {
    const { wear, usual, draft, wearer, parent, small, medium, admin, database } = await setUp();
    await wear(small.id, 1);
    const { submitted_at } = await wear();
    const { uuid: cancelled } = await wear(small.id, 7);
    await admin.post(`/api/orders/${cancelled}/cancel`);
    const { line } = await wear(small.id, 5);
    await database.unitOfWork(async (db) => void (await db.update(orderLines).set({ qty_cancelled: 5 }).where(eq(orderLines.id, line))));
    expect(await usual(await draft())).toEqual([
      {
        employee: { id: wearer.id, name: expect.any(String) },
        source: 'own',
        ordered_at: submitted_at,
        lines: [
          {
            style_id: parent.id,
            product_id: medium.id,
            is_size_selected: true,
            name: expect.any(String),
            variation_colour: 'Navy',
            size: 'M',
            quantity: 2,
            decoration: null,
            decorations: [],
            succeeds: null,
          },
        ],
        left_out: [],
      },
    ]);
  });

  test('of somebody who has not ordered is what people in the same role have, without their sizes', async () => {
    const { wear, usual, draft, admin, wearer, colleague, newcomer, parent, person, dress } = await setUp();
    const outsider = await person('employee');
    await dress(outsider.id);
    await wear();
    const uuid = await draft(admin, [wearer.id, colleague.id, newcomer.id, outsider.id]);
    const items = await usual(uuid);
    const of = (id: number) => items.find(({ employee }: { employee: { id: number } }) => employee.id === id);
    for (const { id } of [colleague, newcomer])
      expect(of(id)).toMatchObject({
        source: 'role',
        ordered_at: null,
        lines: [{ product_id: parent.id, is_size_selected: false, variation_colour: 'Navy', quantity: 2 }],
      });
    expect(of(outsider.id)).toMatchObject({ source: null, lines: [], left_out: [] });
    expect(await usual(uuid, admin, `?employees=${colleague.id}`)).toMatchObject([{ employee: { id: colleague.id } }]);
  });

  test('leaves out what is not offered any more with the reason, and has the successor of a discontinued product', async () => {
    const { wear, usual, draft, database, medium, parent, set, style, wearer, now, add } = await setUp();
    await wear();
    await database.unitOfWork(async (db) => void (await db.delete(clothingSetProducts).where(eq(clothingSetProducts.clothing_set_id, set.id))));
    const uuid = await draft();
    expect(await usual(uuid)).toMatchObject([
      { lines: [], left_out: [{ product_name: medium.name, quantity: 2, message: 'It is no longer offered to this employee.' }] },
    ]);
    expect((await add(uuid)).body).toMatchObject({ lines: [], left_out: [{ employee: { id: wearer.id }, quantity: 2 }] });

    const next = await style(['S', 'M'], { name: 'Next Polo' });
    const nextMedium = next.children[1]?.id ?? 0;
    await database.unitOfWork(async (db) => {
      await db.insert(clothingSetProducts).values([parent, next.parent].map(({ id }) => ({ clothing_set_id: set.id, product_id: id })));
      await db.update(products).set({ discontinued_at: now(), successor_id: nextMedium }).where(eq(products.id, medium.id));
    });
    expect(await usual(uuid)).toMatchObject([
      { lines: [{ style_id: next.parent.id, product_id: nextMedium, is_size_selected: true, succeeds: medium.name }], left_out: [] },
    ]);
  });

  test('is read only for the wearers of an order that the reader may fill, and for whom they may order', async () => {
    const { wear, draft, usual, admin, signed, elsewhere, site, as, wearer, colleague, signIn, submitted, database, account } = await setUp();
    await wear();
    const uuid = await draft(admin, [wearer.id, colleague.id]);
    const path = `/api/orders/${uuid}/usual`;
    expect((await (await as('client_admin')).get(path)).status).toBe(404);
    expect((await (await as('warehouse')).get(path)).status).toBe(403);
    expect((await (await signIn(colleague)).get(path)).status).toBe(403);
    expect((await (await signed('manager', { sites: [elsewhere.id] })).get(path)).status).toBe(404);
    const manager = await signed('manager', { sites: [site.id] });
    expect((await usual(uuid, manager)).map(({ employee }: { employee: { id: number } }) => employee.id).sort()).toEqual(
      [wearer.id, colleague.id].sort(),
    );
    // Somebody who has moved to another company is left out.
    const other = await account();
    await database.unitOfWork(async (db) => void (await db.update(users).set({ account_id: other.id }).where(eq(users.id, colleague.id))));
    expect(await usual(uuid, manager)).toHaveLength(1);
    expect(await usual(await submitted())).toEqual([]);
    expect((await admin.get(`${path}?employees=x`)).status).toBe(422);
  });

  test('names the date of the last order only to readers who may see that order', async () => {
    const { admin, draft, order, submit, elsewhere, wearer, medium, signed, site, usual, details } = await setUp();
    const atSite = await draft();
    await order(atSite, medium.id, 3);
    await submit(atSite, { ...details, delivery_site_id: elsewhere.id });
    const manager = await signed('manager', { sites: [site.id] });
    const uuid = await draft(manager, [wearer.id]);
    expect(await usual(uuid, manager)).toMatchObject([{ source: 'own', ordered_at: null, lines: [{ quantity: 3 }] }]);
    expect(await usual(await draft(admin), admin)).toMatchObject([{ ordered_at: expect.any(String) }]);
  });
});

describe('adding the usual', () => {
  test('puts the lines of all wearers on a draft at once, and nothing twice', async () => {
    const { wear, add, draft, admin, wearer, colleague, medium, parent, database } = await setUp();
    await wear();
    const uuid = await draft(admin, [wearer.id, colleague.id]);
    const key = { 'Idempotency-Key': randomUUID() };
    const { status, body } = await add(uuid, {}, admin, key);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      lines: expect.arrayContaining([
        expect.objectContaining({ employee: expect.objectContaining({ id: wearer.id }), product_id: medium.id, qty_requested: 2, unit_price: 1250 }),
        expect.objectContaining({
          employee: expect.objectContaining({ id: colleague.id }),
          product_id: parent.id,
          is_size_selected: false,
          variation_colour: 'Navy',
        }),
      ]),
      left_out: [],
    });
    expect((await add(uuid, {}, admin, key)).body).toEqual(body);
    expect((await add(uuid)).body).toEqual({ lines: [], left_out: [] });
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(2);
    const events = await database.reader.select({ what: auditRows.what }).from(auditRows).where(eq(auditRows.what, 'order.usual_added'));
    expect(events).toHaveLength(1);
  });

  test('waits for the decoration that somebody has to choose, and adds these lines with the chosen one', async () => {
    const { wear, add, draft, admin, wearer, offer, usual } = await setUp();
    await offer('Logo\nBack print');
    await wear(undefined, 2, { decoration: 'Logo' });
    const uuid = await draft();
    expect(await usual(uuid)).toMatchObject([{ lines: [{ decoration: 'Logo' }] }]);
    await offer('Crest\nBack print');
    expect(await usual(uuid)).toMatchObject([{ lines: [{ decoration: null, decorations: ['Crest', 'Back print'] }] }]);
    expect((await add(uuid)).body.lines).toEqual([]);
    expect((await add(uuid, { decoration: 'Logo' })).body.lines, 'not offered').toEqual([]);
    expect((await add(uuid, { decoration: 'Crest' })).body.lines).toMatchObject([{ employee: { id: wearer.id }, decoration: 'Crest' }]);
    expect((await add(uuid, { decoration: 'Crest' })).body.lines).toEqual([]);
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(1);
  });

  test('proposes the decoration that was chosen last for the role', async () => {
    const { wear, usual, draft, admin, colleague, newcomer, offer, small } = await setUp();
    await offer('Logo\nBack print');
    await wear(small.id, 1, { decoration: 'Back print: initials AB' }, newcomer.id);
    expect(await usual(await draft(admin, [colleague.id]))).toMatchObject([{ source: 'role', lines: [{ decoration: 'Back print' }] }]);
  });

  test('is refused for wearers out of reach, on orders of others, on submitted orders, and beyond the lines of an order', async () => {
    const { wear, add, draft, admin, wearer, colleague, as, signIn, submitted, database, medium } = await setUp();
    await wear();
    const uuid = await draft(admin, [wearer.id]);
    expect(await add(uuid, { employees: [colleague.id] })).toMatchObject({ status: 422, body: { errors: { 'employees.0': [expect.any(String)] } } });
    expect((await add(uuid, {}, await as('client_admin'))).status).toBe(404);
    expect((await add(uuid, {}, await as('warehouse'))).status).toBe(403);
    expect((await add(uuid, {}, await signIn(wearer))).status).toBe(403);
    expect(await add(await submitted(), {}, await as('super'))).toMatchObject({ status: 409, body: { code: 'order_submitted' } });
    const { id } = (await admin.get(`/api/orders/${uuid}`)).body;
    const row = {
      order_id: id,
      employee_id: wearer.id,
      product_id: (await admin.get(`/api/employees/${wearer.id}/products`)).body.items[0].children[0].id,
      product_name: 'x',
      qty_requested: 1,
      unit_price: 1,
      vat_rate: 20,
      is_size_selected: true,
      created_at: '2026-11-20T09:00:00.000Z',
    };
    await database.unitOfWork(async (db) => {
      await db.insert(orderLines).values(Array.from({ length: limits.lines_per_order }, () => ({ ...row, product_id: row.product_id })));
      await db.update(products).set({ variation_colour: 'Grey' }).where(eq(products.id, row.product_id));
    });
    expect(row.product_id).not.toBe(medium.id);
    expect(await add(uuid)).toMatchObject({ status: 409, body: { code: 'order_full' } });
  });

  test('an employee who orders for themself gets their own usual', async () => {
    const { wear, add, signIn, wearer, medium } = await setUp();
    await wear();
    const me = await signIn(wearer);
    const { uuid } = (await me.post('/api/orders', {})).body;
    expect((await add(uuid, {}, me)).body.lines).toMatchObject([{ product_id: medium.id, qty_requested: 2 }]);
  });
});

describe('giving the others the same', () => {
  async function withOrder() {
    const base = await setUp();
    const { draft, order, admin, wearer, colleague, newcomer, large, wear, small } = base;
    await wear(small.id, 1, {}, colleague.id);
    const uuid = await draft(admin, [wearer.id, colleague.id, newcomer.id]);
    await order(uuid, large.id, 3);
    const same = (body: object = {}, by = admin, from = wearer.id) => by.post(`/api/orders/${uuid}/employees/${from}/same`, body);
    return { ...base, uuid, same };
  }

  test('adds the same products in each person’s own size; a size that is not on file is left open', async () => {
    const { same, colleague, newcomer, small, parent, uuid, admin } = await withOrder();
    const { status, body } = await same();
    expect(status).toBe(201);
    expect(body.left_out).toEqual([]);
    expect(body.lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ employee: expect.objectContaining({ id: colleague.id }), product_id: small.id, qty_requested: 3 }),
        expect.objectContaining({ employee: expect.objectContaining({ id: newcomer.id }), product_id: parent.id, is_size_selected: false }),
      ]),
    );
    expect((await same()).body.lines, 'nothing twice').toEqual([]);
    // One request undoes it.
    const ids = body.lines.map(({ id }: { id: number }) => id);
    expect((await admin.delete(`/api/orders/${uuid}/lines?ids=${ids}`)).body.deleted.sort()).toEqual(ids.sort());
    expect((await admin.delete(`/api/orders/${uuid}/lines?ids=${ids}`)).status).toBe(404);
    expect((await admin.get(`/api/orders/${uuid}`)).body.lines).toHaveLength(1);
    expect((await same({ employees: [newcomer.id] })).body.lines).toHaveLength(1);
  });

  test('names what somebody may not have, or for which a decoration has to be chosen', async () => {
    const { same, database, newcomer, offer, colleague } = await withOrder();
    await database.unitOfWork(async (db) => void (await db.delete(userClothingSets).where(eq(userClothingSets.user_id, newcomer.id))));
    await offer('Logo\nBack print');
    expect((await same()).body).toMatchObject({
      lines: [],
      left_out: [
        { employee: { id: colleague.id }, quantity: 3, message: 'Its decoration is offered differently now. Choose it again.' },
        { employee: { id: newcomer.id }, quantity: 3, message: 'It is no longer offered to this employee.' },
      ],
    });
  });

  test('is refused without lines, for somebody who is not on the order, and to people who may not fill it', async () => {
    const { same, newcomer, as, person, uuid, admin, signIn, wearer } = await withOrder();
    expect(await same({}, admin, newcomer.id)).toMatchObject({
      status: 422,
      body: { errors: { lines: ['Nothing is ordered for this employee yet.'] } },
    });
    expect((await same({}, admin, (await person('employee')).id)).status).toBe(404);
    expect((await same({}, await as('client_admin'))).status).toBe(404);
    expect((await same({}, await signIn(wearer))).status).toBe(403);
    expect((await (await signIn(wearer)).delete(`/api/orders/${uuid}/lines?ids=1`)).status).toBe(403);
    expect((await (await as('client_admin')).delete(`/api/orders/${uuid}/lines?ids=1`)).status).toBe(404);
  });
});

test('the decoration of all lines of a draft changes at once where the new one is offered', async () => {
  const { draft, order, admin, offer, medium, small, as, signIn, wearer } = await setUp();
  await offer('Logo\nBack print');
  const uuid = await draft();
  await order(uuid, medium.id, 1, admin, wearer.id, { decoration: 'Logo' });
  await order(uuid, small.id, 1, admin, wearer.id, { decoration: 'Logo' });
  const change = (from: string, to: string, by = admin) => by.put(`/api/orders/${uuid}/decoration`, { from, to });
  const { status, body } = await change('Logo', 'Back print');
  expect(status).toBe(200);
  expect(body.lines.map(({ decoration }: { decoration: string }) => decoration)).toEqual(['Back print', 'Back print']);
  expect(await change('Back print', 'Crest')).toMatchObject({ status: 422, body: { errors: { to: [expect.any(String)] } } });
  expect((await change('Back print', 'Logo', await as('client_admin'))).status).toBe(404);
  expect((await change('Back print', 'Logo', await signIn(wearer))).status).toBe(403);
});
