import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditRows, employeeRoles, orderLines, orders, pickLines, shelfTasks } from '../../server/db/tables/index.ts';
import { insertMany } from '../../server/db/write-many.ts';
import { verifyStock } from '../../server/operations/verify-stock.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { insertWithIds } from '../insert-with-ids.ts';
import { clientFixture } from '../ordering/fixture.ts';

watchStatements();

/** Ten mediums and four larges in stock, and two items of another style with one size. The orders are for mediums. */
async function setUp() {
  const base = await clientFixture();
  const { as, medium, large, parent, client, submitted, database } = base;
  const office = await as('super');
  const picker = await as('warehouse');
  const hoodie = await base.product({ name: 'Zip Hoodie', price: 2850 });
  const count = (id: number, value: number) => office.put(`/api/admin/products/${id}`, { field: 'qty_available', value });
  await count(medium.id, 10);
  await count(large.id, 4);
  await count(hoodie.id, 2);
  const path = (uuid: string) => `/api/admin/orders/${uuid}`;
  const lines = async (uuid: string) => (await office.get(`/api/orders/${uuid}`)).body.lines;
  const allocated = async (quantity = 3): Promise<string> => {
    const uuid = await submitted(quantity);
    await office.post(`${path(uuid)}/allocate-all`);
    return uuid;
  };
  const released = async (quantity = 3): Promise<string> => {
    const uuid = await allocated(quantity);
    await office.post(`${path(uuid)}/allocate`);
    return uuid;
  };
  const picking = async (quantity = 3) => {
    const uuid = await released(quantity);
    const pick = (await picker.put(`/api/admin/picking/orders/${uuid}`, { action: 'start' })).body;
    return { uuid, pick, line: pick.lines[0] };
  };
  const substitute = (line_id: number, body: object) => office.post(`/api/admin/order-lines/${line_id}/substitute`, body);
  const preview = (line_id: number, body: object) => office.post(`/api/admin/order-lines/${line_id}/substitute/preview`, body);
  const many = (body: object = {}) => ({
    account_id: client.id,
    from_date: '2026-11-01',
    parent_sku_id: parent.id,
    mode: 'substitute',
    substitutions: [{ from_product_id: medium.id, product_id: large.id }],
    ...body,
  });
  const free = async (...products: { sku: string }[]): Promise<number[]> => {
    const { items } = (await office.get(`/api/admin/stock?sku=${products.map(({ sku }) => sku).join(',')}`)).body;
    return products.map(({ sku }) => items.find((one: { sku: string }) => one.sku === sku).qty_free);
  };
  const proven = async () => (await verifyStock(database.reader)).discrepancies;
  return { ...base, office, picker, hoodie, count, path, lines, allocated, released, picking, substitute, preview, many, free, proven };
}

describe('another product on one line', () => {
  test('with `substitute` changes the product that is allocated and picked; what the customer sees stays the same', async () => {
    const { allocated, lines, substitute, preview, free, medium, hoodie, admin, proven } = await setUp();
    const uuid = await allocated(3);
    const [line] = await lines(uuid);
    const before = (await admin.get(`/api/orders/${uuid}`)).body;
    const body = { mode: 'substitute', product_id: hoodie.id };
    const previewAnswer = await preview(line.id, body);
    expect(previewAnswer).toMatchObject({
      status: 200,
      body: {
        qty_changed: 1,
        items: [
          {
            from: { id: medium.id },
            to: { id: hoodie.id },
            left_out: null,
            qty_allocated_before: 3,
            qty_allocated: 2,
            in_pick: false,
            is_split: false,
          },
        ],
        stock: [
          { id: medium.id, qty_free_before: 7, qty_free: 10, qty_missing: 0 },
          { id: hoodie.id, qty_free_before: 2, qty_free: 0, qty_missing: 1 },
        ],
      },
    });
    expect(await free(medium, hoodie)).toEqual([7, 2]);
    const response = await substitute(line.id, body);
    expect(response.body).toEqual(previewAnswer.body);
    expect(await free(medium, hoodie)).toEqual([10, 0]);
    const [now] = await lines(uuid);
    expect(now).toMatchObject({
      product_id: medium.id,
      picked_product: { id: hoodie.id },
      qty_allocated: 2,
      unit_price: 1250,
      product_name: line.product_name,
    });
    const after = (await admin.get(`/api/orders/${uuid}`)).body;
    expect(after.lines[0]).toMatchObject({ product_id: medium.id, picked_product: null, unit_price: 1250 });
    expect(after.sub_total).toBe(before.sub_total);
    // A substitution by the ordered product ends the earlier substitution.
    expect((await substitute(line.id, { mode: 'substitute', product_id: medium.id })).status).toBe(200);
    expect((await lines(uuid))[0]).toMatchObject({ picked_product: null, qty_allocated: 2 });
    expect(await proven()).toEqual([]);
  });

  test('with `replace` changes the customer’s order, at the price of the wearer’s sets or at an entered price', async () => {
    const { allocated, lines, substitute, large, hoodie, admin, client, clothingSet, wearer } = await setUp();
    const uuid = await allocated(1);
    const [line] = await lines(uuid);
    expect((await substitute(line.id, { mode: 'replace', product_id: large.id })).body.items[0]).toMatchObject({
      unit_price_before: 1250,
      unit_price: 1250,
    });
    expect((await substitute(line.id, { mode: 'replace', product_id: hoodie.id })).body.items[0].unit_price).toBe(2850);
    expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({
      sub_total: 2850,
      lines: [{ product_id: hoodie.id, product_name: 'Zip Hoodie', unit_price: 2850, is_manually_priced: false }],
    });
    await substitute(line.id, { mode: 'replace', product_id: large.id, new_price: 999 });
    expect((await lines(uuid))[0]).toMatchObject({ product_id: large.id, unit_price: 999, is_manually_priced: true });
    await clothingSet(client.id, { products: [{ product_id: hoodie.id, price: 2000 }], wearers: [wearer.id] });
    await substitute(line.id, { mode: 'replace', product_id: hoodie.id });
    expect((await lines(uuid))[0]).toMatchObject({ unit_price: 2000, is_manually_priced: false });
  });

  test('splits a part-shipped line, and the shipped part stays unchanged', async () => {
    const { picking, path, office, picker, lines, substitute, free, medium, large, proven, count, allocated } = await setUp();
    await count(medium.id, 2);
    const { uuid, line: pickLine } = await picking(5);
    await picker.put(`/api/admin/picking/lines/${pickLine.id}`, { qty_picked: 2 });
    await office.put(`${path(uuid)}/update`, { skip_dispatch: true });
    await picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`);
    await count(medium.id, 3);
    await office.post(`${path(uuid)}/allocate-all`);
    const [line] = await lines(uuid);
    expect(line).toMatchObject({ qty_requested: 5, qty_shipped: 2, qty_allocated: 3 });
    await office.post(`${path(uuid)}/allocate`);
    const response = await substitute(line.id, { mode: 'replace', product_id: large.id });
    expect(response.body.items[0]).toMatchObject({ is_split: true, in_pick: true, qty_requested: 3, qty_allocated: 3 });
    const [shippedLine, rest] = await lines(uuid);
    expect(shippedLine).toMatchObject({ product_id: medium.id, qty_requested: 2, qty_shipped: 2, qty_allocated: 0, is_fully_shipped: true });
    expect(rest).toMatchObject({ product_id: large.id, qty_requested: 3, qty_shipped: 0, qty_allocated: 3 });
    const pick = (await picker.get(`/api/admin/picking/orders/${uuid}`)).body;
    expect(pick.lines).toMatchObject([{ product: { id: large.id }, qty_allocated: 3 }]);
    expect(await free(large)).toEqual([1]);
    expect(await proven()).toEqual([]);
    expect(await allocated(1)).toBeDefined();
  });

  test('also changes the other lines of the replaced product if a person applies the change to the whole order', async () => {
    const { draft, order, submit, admin, colleagueOf, office, path, lines, substitute, medium, small, large } = await withColleague();
    const colleague = await colleagueOf();
    const uuid = await draft(admin, [colleague.wearer.id, colleague.id]);
    await order(uuid, medium.id, 1);
    await order(uuid, small.id, 1);
    await order(uuid, medium.id, 2, admin, colleague.id);
    await submit(uuid);
    await office.post(`${path(uuid)}/allocate-all`);
    const [first] = await lines(uuid);
    const response = await substitute(first.id, { mode: 'replace', product_id: large.id, copy_to_order: true });
    expect(response.body).toMatchObject({ qty_changed: 2, qty_left_out: 0 });
    expect((await lines(uuid)).map(({ product_id }: { product_id: number }) => product_id)).toEqual([large.id, small.id, large.id]);
  });

  test('is refused if the line is picked, on hold, cancelled, not submitted or without a size, or already has the new product', async () => {
    const { picking, picker, submitted, allocated, draft, order, submit, office, path, lines, substitute, medium, large, parent } = await setUp();
    const ask = { mode: 'substitute', product_id: large.id };
    const { uuid, line } = await picking(2);
    const [orderLine] = await lines(uuid);
    await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: 1 });
    expect(await substitute(orderLine.id, ask)).toMatchObject({
      status: 409,
      body: { code: 'order_picked', message: 'Some of this line has been picked. Send the order back first.' },
    });
    await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: 2 });
    await picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`);
    expect((await substitute(orderLine.id, ask)).body.code).toBe('order_picked');

    const heldUuid = await allocated(1);
    const [frozen] = await lines(heldUuid);
    await office.put(path(heldUuid), { is_frozen: true, frozen_reason: 'Credit stop' });
    expect((await substitute(frozen.id, ask)).body.code).toBe('order_frozen');
    await office.put(path(heldUuid), { is_frozen: false });
    await office.post(`/api/orders/${heldUuid}/cancel`);
    expect((await substitute(frozen.id, ask)).body.code).toBe('order_cancelled');

    const draftUuid = await draft();
    const draftLine = await order(draftUuid, medium.id, 1);
    expect((await substitute(draftLine.id, ask)).body.code).toBe('order_not_submitted');
    const unsized = await order(draftUuid, parent.id, 1);
    await submit(draftUuid, { confirm_missing_sizes: true });
    expect((await substitute(unsized.id, ask)).body.errors).toEqual({ product_id: ['Choose a size before you substitute this line.'] });

    const [own] = await lines(await submitted(1));
    expect((await substitute(own.id, { ...ask, product_id: medium.id })).body.errors).toEqual({
      product_id: ['This line has this product already.'],
    });
    expect((await substitute(own.id, { ...ask, product_id: parent.id })).body.errors).toEqual({
      product_id: ['This is a style. Choose one of its sizes.'],
    });
    expect((await substitute(own.id, { ...ask, product_id: 999_999 })).body.errors).toEqual({ product_id: ['Choose a product.'] });
    for (const bad of [{ mode: 'swap' }, { product_id: -1 }, { new_price: -1 }, { new_price: 1.5 }, { copy_to_order: 'yes' }])
      expect((await substitute(own.id, { ...ask, ...bad })).status).toBe(422);
    expect((await substitute(999_999, ask)).status).toBe(404);
    expect(await substitute(own.id, { ...ask, version: 0 })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  });

  test('is checked against the budget again if it costs more', async () => {
    const { client, employeeRole, wearer, draft, order, submit, admin, office, lines, substitute, medium, hoodie, database } = await setUp();
    const role = (is_budget_forceable: boolean) =>
      employeeRole({
        account_id: client.id,
        holders: [wearer.id],
        is_budgeted: true,
        is_budget_forceable,
        budget_value: 2000,
        budget_start_date: '2026-01-01',
        budget_duration: 12,
      });
    const orderWithBudget = async (budget: number) => {
      const uuid = await draft();
      await order(uuid, medium.id, 1, admin, wearer.id, { budget });
      await submit(uuid);
      return (await lines(uuid))[0].id as number;
    };
    const ask = { mode: 'replace', product_id: hoodie.id };
    const bound = await orderWithBudget((await role(false)).id);
    const preview = (more: object) => office.post(`/api/admin/order-lines/${bound}/substitute/preview`, { ...ask, ...more });
    expect((await preview({})).body.budgets).toMatchObject([
      { employee_id: wearer.id, budget_value: 2000, spent_after: 2850, over_by: 850, is_budget_forceable: false, orders_count: 1 },
    ]);
    // Another product for picking only, and a lower price, charge nothing more.
    for (const harmless of [{ mode: 'substitute' }, { new_price: 2000 }]) expect((await preview(harmless)).body.budgets).toEqual([]);
    const response = await substitute(bound, ask);
    expect(response).toMatchObject({
      status: 422,
      body: { errors: { budget: [expect.stringContaining('over budget'), expect.stringContaining('£28.50')] } },
    });
    expect((await office.get(`/api/admin/order-lines/${bound}`)).body.unit_price).toBe(1250);
    expect((await substitute(bound, { ...ask, mode: 'substitute' })).status).toBe(200);
    const forceable = await orderWithBudget((await role(true)).id);
    expect((await substitute(forceable, ask)).body.errors.force_over_budget_order).toHaveLength(2);
    expect((await substitute(forceable, { ...ask, force_over_budget_order: true })).status).toBe(200);
    expect(await database.reader.select().from(auditRows).where(eq(auditRows.what, 'budget.forced'))).toHaveLength(1);
  });

  async function withColleague() {
    const base = await setUp();
    const colleagueOf = async () => {
      const colleague = await base.person('employee');
      await base.dress(colleague.id);
      return { ...colleague, wearer: base.wearer };
    };
    return { ...base, colleagueOf };
  }
});

describe('an open pick after a substitution', () => {
  test('gets the new product: the pick line shows that product and has a new version', async () => {
    const { picking, lines, substitute, picker, large, database, proven } = await setUp();
    const { uuid, line } = await picking(3);
    const version = async (): Promise<number> =>
      (await database.reader.select({ v: pickLines.fact_version }).from(pickLines).where(eq(pickLines.id, line.id)))[0]?.v ?? 0;
    const before = await version();
    const [orderLine] = await lines(uuid);
    expect((await substitute(orderLine.id, { mode: 'substitute', product_id: large.id })).body.items[0].in_pick).toBe(true);
    expect((await picker.get(`/api/admin/picking/orders/${uuid}`)).body.lines).toMatchObject([
      { product: { id: large.id }, qty_allocated: 3, qty_picked: 0 },
    ]);
    expect(await version()).toBeGreaterThan(before);
    expect((await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: 3 })).status).toBe(200);
    expect(await proven()).toEqual([]);
    expect(await database.reader.select().from(shelfTasks)).toEqual([]);
  });

  test('ends without items if the new product has no free stock, and the order waits for allocation again', async () => {
    const { picking, lines, substitute, picker, product, office, proven } = await setUp();
    const none = await product();
    const { uuid } = await picking(2);
    const [orderLine] = await lines(uuid);
    expect((await substitute(orderLine.id, { mode: 'substitute', product_id: none.id })).body.items[0]).toMatchObject({
      qty_allocated: 0,
      in_pick: true,
    });
    expect((await picker.post(`/api/admin/picking/orders/${uuid}/move-to-prep`)).status).toBe(200);
    expect((await office.get(`/api/orders/${uuid}`)).body.status).toBe('submitted');
    expect(await proven()).toEqual([]);
  });
});

describe('many lines', () => {
  test('are listed from a given date onwards, with the products that can be substituted', async () => {
    const { submitted, allocated, office, client, parent, medium, large, setClock } = await setUp();
    setClock('2026-11-10T09:00:00.000Z');
    await submitted(1);
    setClock('2026-11-20T09:00:00.000Z');
    const uuid = await allocated(3);
    const list = async (from_date: string, more = '') =>
      office.get(`/api/admin/substitution?account_id=${client.id}&from_date=${from_date}&parent_sku_id=${parent.id}${more}`);
    const { body } = await list('2026-11-11');
    expect(body).toMatchObject({
      total: 1,
      items: [{ order: { uuid }, product: { id: medium.id, sku: medium.sku }, qty_requested: 3, qty_allocated: 3 }],
    });
    expect(body.products.map(({ id }: { id: number }) => id)).toEqual([medium.id]);
    expect((await list('2026-11-01')).body.total).toBe(2);
    expect((await list('2026-12-01')).body).toMatchObject({ total: 0, products: [] });
    expect((await list('2026-11-01', '&per_page=1&page=2')).body.items).toHaveLength(1);
    expect((await office.get('/api/admin/substitution')).body.errors).toEqual({
      account_id: ['Choose an account.'],
      from_date: ['Enter a date.'],
      parent_sku_id: ['Choose a parent product.'],
    });
    expect((await list('1st of May')).status).toBe(422);
    const searchChoices = async (kind: string, search: string) =>
      (await office.get(`/api/admin/substitution/products?kind=${kind}&search=${search}`)).body.items.map(({ id }: { id: number }) => id);
    const ofStyle = await office.get(`/api/admin/substitution/products?style_id=${parent.id}`);
    expect(ofStyle.body.items.map(({ id }: { id: number }) => id).sort()).toEqual(expect.arrayContaining([medium.id, large.id]));
    expect(ofStyle.body.items.every(({ parent_id }: { parent_id: number }) => parent_id === parent.id)).toBe(true);
    expect(await searchChoices('parents', parent.sku)).toEqual([parent.id]);
    expect(await searchChoices('skus', `${large.sku}`)).toEqual([large.id]);
    expect(await searchChoices('skus', parent.sku)).not.toContain(parent.id);
  });

  test('are changed together, one after another while stock lasts; picked lines stay unchanged and are listed', async () => {
    const { submitted, allocated, picking, picker, office, many, lines, free, medium, large, proven, database, as, setClock } = await setUp();
    const one = await allocated(3);
    const two = await allocated(3);
    const bare = await submitted(2);
    const { uuid: late, line } = await picking(1);
    await picker.put(`/api/admin/picking/lines/${line.id}`, { qty_picked: 1 });
    const previewAnswer = await office.post('/api/admin/substitution/preview', many());
    expect(previewAnswer.body).toMatchObject({ qty_changed: 3, qty_left_out: 1 });
    // Without a mode, only the picked product changes.
    const response = await office.post('/api/admin/substitution', many({ mode: undefined }));
    expect(response).toMatchObject({ status: 200, body: { items: previewAnswer.body.items, stock: previewAnswer.body.stock } });
    expect(
      response.body.items.map(({ qty_allocated, left_out }: { qty_allocated: number; left_out: { code: string } | null }) => [
        qty_allocated,
        left_out?.code,
      ]),
    ).toEqual([
      [3, undefined],
      [1, undefined],
      [0, undefined],
      [1, 'order_picked'],
    ]);
    expect(await free(medium, large)).toEqual([9, 0]);
    const currentLines = await Promise.all([one, two, bare, late].map(async (uuid) => (await lines(uuid))[0]));
    expect(currentLines.map(({ picked_product, qty_allocated }) => [picked_product?.id ?? null, qty_allocated])).toEqual([
      [large.id, 3],
      [large.id, 1],
      [large.id, 0],
      [null, 1],
    ]);
    expect(await proven()).toEqual([]);
    const rows = await database.reader.select().from(auditRows).where(eq(auditRows.what, 'order_line.substituted'));
    expect(rows.filter(({ on_id }) => currentLines.some(({ id }) => id === on_id))).toHaveLength(3);
    // The second request finds nothing to change.
    expect((await office.post('/api/admin/substitution', many())).body).toMatchObject({ qty_changed: 0, qty_left_out: 1 });
    setClock(0);
    expect((await (await as('warehouse')).post('/api/admin/substitution', many())).status).toBe(403);
  });

  test('can be changed only for an existing account, style and SKU; lines of other accounts stay unchanged', async () => {
    const { office, many, as, other, medium, large, small, hoodie, allocated, free } = await elsewhere();
    const post = async (body: object) => (await office.post('/api/admin/substitution', many(body))).body.errors;
    expect(await post({ account_id: 999_999 })).toEqual({ account_id: ['This account does not exist, or is archived.'] });
    expect(await post({ parent_sku_id: 999_999 })).toEqual({ parent_sku_id: ['Choose a parent product.'] });
    expect(await post({ substitutions: [] })).toEqual({ substitutions: ['Choose at least one substitution.'] });
    expect(await post({ substitutions: undefined })).toEqual({ substitutions: ['Choose at least one substitution.'] });
    expect(await post({ substitutions: [{ from_product_id: hoodie.id, product_id: large.id }] })).toEqual({
      'substitutions.0.from_product_id': ['This is not a size of the parent product.'],
    });
    const twice = { from_product_id: medium.id, product_id: large.id };
    expect(await post({ substitutions: [twice, { ...twice, product_id: small.id }] })).toEqual({
      'substitutions.1.from_product_id': ['This product is in the list twice.'],
    });
    expect(await post({ substitutions: [{ ...twice, product_id: 999_999 }] })).toEqual({ 'substitutions.0.product_id': ['Choose a product.'] });
    await allocated(1);
    const before = await free(medium, large);
    expect((await office.post('/api/admin/substitution', many({ account_id: other.id }))).body).toMatchObject({ qty_changed: 0, items: [] });
    expect(await free(medium, large)).toEqual(before);
    expect((await (await as('client_admin')).post('/api/admin/substitution/preview', many())).status).toBe(403);
  });

  test('are never allocated the same item twice when substitutions and allocations run at the same time', async () => {
    const { allocated, submitted, office, as, many, path, proven, lines } = await setUp();
    const uuids = [await allocated(2), await allocated(2), await submitted(2), await submitted(2)];
    const supers = await Promise.all([1, 2, 3].map(() => as('super')));
    const answers = await Promise.all([
      ...supers.map((by) => by.post('/api/admin/substitution', many())),
      ...uuids.map((uuid) => office.post(`${path(uuid)}/allocate-all`)),
    ]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await proven()).toEqual([]);
    const all = (await Promise.all(uuids.map(lines))).flat();
    expect(all.every(({ picked_product }) => picked_product !== null)).toBe(true);
  });

  test('that cost more are checked order by order against the budget for the period of the order', async () => {
    const { client, employeeRole, wearer, draft, order, submit, admin, office, medium, large, many, setClock } = await setUp();
    const monthly = await employeeRole({
      account_id: client.id,
      holders: [wearer.id],
      is_budgeted: true,
      is_budget_forceable: true,
      budget_value: 3000,
      budget_start_date: '2026-10-01',
      budget_duration: 1,
    });
    for (const at of ['2026-10-20T09:00:00.000Z', '2026-10-21T09:00:00.000Z', '2026-11-19T09:00:00.000Z', '2026-11-20T09:00:00.000Z']) {
      setClock(at);
      const uuid = await draft();
      await order(uuid, medium.id, 1, admin, wearer.id, { budget: monthly.id });
      expect((await submit(uuid)).status).toBe(200);
    }
    const dearer = (new_price: number) =>
      many({ from_date: '2026-10-01', mode: 'replace', substitutions: [{ from_product_id: medium.id, product_id: large.id, new_price }] });
    const { budgets } = (await office.post('/api/admin/substitution/preview', dearer(1600))).body;
    const month = { employee_id: wearer.id, name: monthly.name, budget_value: 3000, spent_after: 3200, over_by: 200, orders_count: 2 };
    expect(budgets).toMatchObject([
      { ...month, period: { starts_on: '2026-10-01' } },
      { ...month, period: { starts_on: '2026-11-01' } },
    ]);
    expect((await office.post('/api/admin/substitution/preview', dearer(1500))).body.budgets).toEqual([]);
    const over = await office.post('/api/admin/substitution', dearer(1600));
    expect(over.status).toBe(422);
    // Each of the four orders, together with the other order of its month, exceeds the budget of the month by £2.
    expect(over.body.errors.force_over_budget_order).toHaveLength(5);
    for (const line of over.body.errors.force_over_budget_order.slice(1)) expect(line).toContain('£2.00');
    expect((await office.post('/api/admin/substitution', dearer(1500))).body).toMatchObject({ qty_changed: 4 });
  });

  test('can be charged to more budgets than one SQL statement has parameters', async () => {
    const { client, allocated, office, medium, large, many, database, now } = await setUp();
    const uuid = await allocated(1);
    const [row] = await database.reader
      .select({ line: orderLines })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.order_id))
      .where(eq(orders.uuid, uuid));
    if (!row) throw new Error('no line');
    const { id: _, ...line } = { ...row.line, qty_allocated: 0 };
    const crews = Array.from({ length: 1100 }, (_, n) => ({
      account_id: client.id,
      name: `Crew ${n}`,
      is_budgeted: true,
      budget_value: 1300,
      budget_start_date: '2026-01-01',
      budget_duration: 12 as const,
      created_at: now(),
    }));
    await database.unitOfWork(async (db) => {
      const ids = await insertWithIds(db, employeeRoles, crews);
      await insertMany(
        db,
        orderLines,
        ids.map((employee_role_id) => ({ ...line, employee_role_id })),
      );
    });
    const dearer = (new_price: number) => many({ mode: 'replace', substitutions: [{ from_product_id: medium.id, product_id: large.id, new_price }] });
    const { statements, result } = await recordStatements(() => office.post('/api/admin/substitution/preview', dearer(1301)));
    expect(result.body.budgets).toHaveLength(1100);
    expect(statements.length).toBeLessThan(40);
    expect((await office.post('/api/admin/substitution', dearer(1301))).body.errors.budget).toHaveLength(1101);
    expect((await office.post('/api/admin/substitution', dearer(1300))).body).toMatchObject({ qty_changed: 1101 });
  });

  async function elsewhere() {
    const base = await setUp();
    return { ...base, other: await base.account({ name: 'Elsewhere' }) };
  }
});
