import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { purchaseOrderLines, purchaseOrders, stockMovements } from '../../server/db/tables/index.ts';
import { nameKey } from '../../shared/folded.ts';
import { purchaseOrderReference } from '../../shared/purchasing/purchase-order.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { world } from '../world.ts';

const path = '/api/admin/purchase-orders';
const day = (from: string, days: number) => new Date(Date.parse(ukDate(from)) + days * 86_400_000).toISOString().slice(0, 10);

/** A supplier of one style in two sizes, and a draft of a purchase order. */
async function setUp(supplierValues: object = {}) {
  const base = await world();
  const office = await base.as('super');
  const supplier = await base.supplier({
    name: `Pennine ${office.id}`,
    contact_name: 'Ida Frost',
    sales_email: 'sales@mill.test',
    lead_time_days: 10,
    ...supplierValues,
  });
  const { children } = await base.style(['S', 'M'], { supplier_id: supplier.id, cost: 640 });
  const [small, medium] = children;
  if (!small || !medium) throw new Error('no sizes');
  const begun = await office.post(path, { supplier_id: supplier.id });
  const one = `${path}/${begun.body.id}`;
  const line = (body: object = {}) => office.post(`${one}/lines`, body);
  const events = async () =>
    (await office.get(`/api/admin/audit?on_type=purchase_order&on_id=${begun.body.id}`)).body.items.map(({ what }: { what: string }) => what);
  /** Sets the received quantity of a line. */
  const receive = (line_id: number, qty_received: number) =>
    base.database.unitOfWork(
      async (db) => void (await db.update(purchaseOrderLines).set({ qty_received }).where(eq(purchaseOrderLines.id, line_id))),
    );
  /** Approves the draft with a line of ten mediums; returns the line's id. */
  const approve = async () => {
    const { id } = (await line({ product_id: medium.id, qty_requested: 10, unit_price: 500 })).body;
    expect((await office.put(one, { approved: true })).status).toBe(200);
    return id as number;
  };
  return { ...base, newSupplier: base.supplier, office, supplier, mine: { small, medium }, begun, one, line, events, receive, approve };
}

describe('a draft', () => {
  test('marks lines with the same SKU, and a line with a SKU that another supplier sells', async () => {
    const { office, as, one, line, mine, newSupplier, style } = await setUp();
    const other = await newSupplier({ name: 'Weaver Mills' });
    const [foreign] = (await style(['S'], { supplier_id: other.id })).children;
    for (const product_id of [mine.small.id, mine.medium.id, mine.small.id, foreign?.id]) await line({ product_id, qty_requested: 1 });
    await line();
    const warnings = async (reader: typeof office) =>
      (await reader.get(one)).body.lines.map((row: { is_repeated: boolean; other_supplier: string | null }) => [row.is_repeated, row.other_supplier]);
    expect(await warnings(office)).toEqual([
      [true, null],
      [false, null],
      [true, null],
      [false, 'Weaver Mills'],
      [false, null],
    ]);
    expect((await warnings(await as('warehouse')))[3]).toEqual([false, null]);
  });

  test('has a reference and the supplier’s contact, and is a work order if the supplier gets work orders', async () => {
    const { office, begun, one, supplier, newSupplier } = await setUp();
    expect(begun).toMatchObject({
      status: 201,
      body: {
        our_reference: purchaseOrderReference(begun.body.id),
        supplier: { id: supplier.id, name: supplier.name },
        contact_name: 'Ida Frost',
        contact_email: 'sales@mill.test',
        work_order: false,
        stage: 'draft',
        status_description: 'Draft',
        created_by: { id: office.id },
        lines: [],
        sub_total: 0,
        version: 1,
        can: { edit: true, edit_lines: true, approve: false, cancel: true, close: false, send: false, chase: false },
      },
    });
    expect((await office.get(one)).body).toEqual(begun.body);
    const decorator = await newSupplier({ work_order: true });
    expect((await office.post(path, { supplier_id: decorator.id, contact_name: 'Una', our_reference: `W-${decorator.id}` })).body).toMatchObject({
      work_order: true,
      contact_name: 'Una',
      our_reference: `W-${decorator.id}`,
    });
  });

  test('is refused with an unknown or archived supplier, a reference that is used or reserved, or an invalid field', async () => {
    const { office, supplier, newSupplier, begun, now } = await setUp();
    const archived = await newSupplier({ archived_at: now() });
    const errors = async (body: object) => (await office.post(path, { supplier_id: supplier.id, ...body })).body.errors;
    expect((await office.post(path, {})).body.errors).toEqual({ supplier_id: ['Fill this in'] });
    expect(await errors({ supplier_id: archived.id })).toEqual({ supplier_id: ['This supplier does not exist, or is archived.'] });
    expect(await errors({ account_id: 999_999 })).toHaveProperty('account_id');
    expect(await errors({ our_reference: begun.body.our_reference })).toHaveProperty('our_reference');
    expect((await office.post(path, { supplier_id: supplier.id, our_reference: `A-${supplier.id}` })).status).toBe(201);
    expect(await errors({ our_reference: `A-${supplier.id}` })).toEqual({
      our_reference: ['There is a purchase order with this reference already.'],
    });
    for (const bad of [{ private_notes: 'x'.repeat(2001) }, { contact_email: 'sales@' }, { due_on: '31/12/2026' }, { our_reference: 'x'.repeat(61) }])
      expect(await errors(bad)).toHaveProperty(Object.keys(bad)[0] ?? '');
    expect((await office.get(`${path}/999999`)).status).toBe(404);
  });

  test('is created once if its request is repeated; a change made from an older version is refused and gets the current order', async () => {
    const { office, supplier, one, key, events } = await setUp();
    const headers = key();
    const send = () => office.post(path, { supplier_id: supplier.id }, headers);
    const { id } = (await send()).body;
    expect(await send()).toMatchObject({ status: 201, body: { id } });
    expect(await office.put(one, { private_notes: 'Ask for the blue', due_on: '2027-01-04', version: 1 })).toMatchObject({
      status: 200,
      body: { private_notes: 'Ask for the blue', due_on: '2027-01-04', contact_name: 'Ida Frost', version: 2 },
    });
    expect(await office.put(one, { private_notes: 'Late', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { private_notes: 'Ask for the blue', version: 2 } },
    });
    expect((await office.put(one, { private_notes: 'Ask for the blue' })).body.version).toBe(2);
    expect(await events()).toEqual(['purchase_order.changed', 'purchase_order.created']);
  });

  test('gets the contact of its supplier when the supplier is changed', async () => {
    const { office, one, newSupplier } = await setUp();
    const other = await newSupplier({ contact_name: 'Noor Ali', work_order: true });
    expect((await office.put(one, { supplier_id: other.id })).body).toMatchObject({
      supplier: { id: other.id },
      contact_name: 'Noor Ali',
      contact_email: null,
      work_order: true,
    });
  });

  test('can have empty lines; a line takes the supplier’s price, and can be changed and deleted', async () => {
    const { office, one, line, mine, events, begun } = await setUp();
    const empty = await line();
    expect(empty).toMatchObject({ status: 201, body: { product: null, qty_requested: 0, unit_price: null, sub_total: 0 } });
    const lineOne = `${one}/lines/${empty.body.id}`;
    expect((await office.put(lineOne, { product_id: mine.medium.id, qty_requested: 12 })).body).toMatchObject({
      product: { id: mine.medium.id, sku: mine.medium.sku, colour_hex: mine.medium.colour_hex, media: [] },
      qty_requested: 12,
      unit_price: mine.medium.cost,
      sub_total: 12 * mine.medium.cost,
    });
    expect((await office.put(lineOne, { unit_price: 505, notes: 'In one box', due_on: '2027-02-01' })).body).toMatchObject({
      unit_price: 505,
      notes: 'In one box',
      due_on: '2027-02-01',
      qty_requested: 12,
    });
    const second = await line({ product_id: mine.small.id, qty_requested: 2, unit_price: 100 });
    expect((await office.get(one)).body).toMatchObject({ qty_lines: 2, qty_requested: 14, sub_total: 12 * 505 + 200, version: 5 });
    expect((await office.delete(`${one}/lines/${second.body.id}`)).body).toEqual({ id: second.body.id, deleted: true });
    expect((await office.get(one)).body.lines).toHaveLength(1);
    expect((await events()).slice(0, 2)).toEqual(['purchase_order.line_deleted', 'purchase_order.line_added']);

    const parent_id = mine.medium.parent_id;
    for (const bad of [
      { product_id: parent_id },
      { product_id: 999_999 },
      { clothing_set_id: 999_999 },
      { qty_requested: 100_001 },
      { unit_price: -1 },
    ])
      expect((await office.put(lineOne, bad)).body.errors).toHaveProperty(Object.keys(bad)[0] ?? '');
    expect((await office.put(lineOne, { qty_cancelled: 1 })).body.code).toBe('purchase_order_draft');
    const other = (await office.post(path, { supplier_id: begun.body.supplier.id })).body.id;
    expect((await office.put(`${path}/${other}/lines/${empty.body.id}`, { qty_requested: 1 })).status).toBe(404);
    expect((await office.delete(`${path}/${other}/lines/${empty.body.id}`)).status).toBe(404);
  });

  test('accepts only clothing sets of its account; its account cannot be changed once a line has a set', async () => {
    const { office, one, line, account, clothingSet } = await setUp();
    const [client, other] = [await account(), await account()];
    const [own, foreign] = [await clothingSet(client.id), await clothingSet(other.id)];
    const { id } = (await line()).body;
    const choose = (clothing_set_id: number) => office.put(`${one}/lines/${id}`, { clothing_set_id });
    const refused = { status: 422, body: { errors: { clothing_set_id: ['Choose a clothing set of the account that this order is for.'] } } };
    expect(await choose(own.id)).toMatchObject(refused);
    expect((await office.put(one, { account_id: client.id })).body.account).toEqual({ id: client.id, name: client.name });
    expect(await choose(foreign.id)).toMatchObject(refused);
    expect((await choose(own.id)).body.clothing_set).toEqual({ id: own.id, name: own.name });
    expect((await office.put(one, { account_id: other.id })).body.errors).toHaveProperty('account_id');
  });

  test('has at most 500 lines', async () => {
    const { begun, database, line } = await setUp();
    const values = Array.from({ length: 499 }, () => ({ purchase_order_id: begun.body.id }));
    await database.unitOfWork(async (db) => void (await db.insert(purchaseOrderLines).values(values)));
    expect((await line()).status).toBe(201);
    expect((await line()).body.errors).toEqual({ lines: ['A purchase order has at most 500 lines.'] });
  });
});

describe('approval', () => {
  test('needs complete lines, and names each incomplete field', async () => {
    const { office, one, line, mine } = await setUp();
    expect(await office.put(one, { approved: true })).toMatchObject({
      status: 422,
      body: { errors: { lines: ['No Purchase Order lines - you must add at least one line'] } },
    });
    await line({ product_id: mine.small.id, qty_requested: 1 });
    await line();
    expect((await office.put(one, { approved: true })).body.errors).toEqual({
      'lines.1.product_id': ['Choose a product.'],
      'lines.1.qty_requested': ['Say how many.'],
      'lines.1.unit_price': ['Enter a price.'],
    });
    expect((await office.get(one)).body).toMatchObject({ stage: 'draft', can: { approve: false } });
  });

  test('opens the lines; a line without a date gets one from the lead time of the SKU or, if the SKU has none, of the supplier', async () => {
    const { office, one, line, mine, product, supplier, now, events } = await setUp();
    const slow = await product({ supplier_id: supplier.id, lead_time_days: 21 });
    await line({ product_id: slow.id, qty_requested: 1, unit_price: 1 });
    await line({ product_id: mine.small.id, qty_requested: 1, unit_price: 1 });
    await line({ product_id: mine.medium.id, qty_requested: 1, unit_price: 1, due_on: '2027-03-01' });
    const approved = await office.put(one, { approved: true });
    expect(approved).toMatchObject({ status: 200, body: { stage: 'approved', status_description: 'On Order', approved_by: { id: office.id } } });
    const dated = approved.body.lines.map((one: { due_on: string; is_open: boolean }) => [one.due_on, one.is_open]);
    expect(dated).toEqual([
      [day(now(), 21), true],
      [day(now(), 10), true],
      ['2027-03-01', true],
    ]);
    expect(approved.body).toMatchObject({ due_on: null, next_due_on: day(now(), 10) });
    expect((await events())[0]).toBe('purchase_order.approved');
  });

  test('gives the lines no dates if the order has a date', async () => {
    const { office, one, line, mine } = await setUp();
    await line({ product_id: mine.small.id, qty_requested: 1, unit_price: 1 });
    expect((await office.put(one, { approved: true, due_on: '2027-01-11' })).body).toMatchObject({
      due_on: '2027-01-11',
      is_approved: true,
      lines: [{ due_on: null, is_open: true }],
    });
  });

  test('with a new supplier in the same request uses the new supplier’s lead time', async () => {
    const { office, one, line, mine, newSupplier, now } = await setUp();
    const other = await newSupplier({ lead_time_days: 3, sales_email: 'orders@tyne.test' });
    await line({ product_id: mine.small.id, qty_requested: 1, unit_price: 1 });
    expect((await office.put(one, { approved: true, supplier_id: other.id })).body).toMatchObject({
      supplier: { id: other.id },
      is_approved: true,
      lines: [{ due_on: day(now(), 3) }],
    });
  });

  test('happens once: a repeated request gets the first answer, and another person who approves gets a 409', async () => {
    const { office, one, line, mine, key, as, events } = await setUp();
    await line({ product_id: mine.small.id, qty_requested: 1, unit_price: 1 });
    const headers = key();
    const first = await office.put(one, { approved: true }, headers);
    const repeated = await office.put(one, { approved: true }, headers);
    expect(repeated).toMatchObject({ status: 200, body: { approved_at: first.body.approved_at, version: first.body.version } });
    expect(await (await as('super')).put(one, { approved: true })).toMatchObject({ status: 409, body: { code: 'already_approved' } });
    expect((await events()).filter((what: string) => what === 'purchase_order.approved')).toHaveLength(1);
  });

  test('is refused for an outdated version; a cancellation and a change of a line are refused in the same way', async () => {
    const { office, one, line, mine } = await setUp();
    const { id } = (await line({ product_id: mine.small.id, qty_requested: 1, unit_price: 1 })).body;
    const { version } = (await office.get(one)).body;
    await office.put(`${one}/lines/${id}`, { qty_requested: 900 });
    for (const step of [{ approved: true }, { cancelled: true }])
      expect(await office.put(one, { ...step, version })).toMatchObject({
        status: 409,
        body: { code: 'stale_version', current: { stage: 'draft', qty_requested: 900 } },
      });
    expect(await office.put(`${one}/lines/${id}`, { qty_requested: 2, version })).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { lines: [{ id, qty_requested: 900 }] } },
    });
    expect((await office.put(`${one}/lines/${id}`, { notes: 'Blue', version: version + 1 })).body).toMatchObject({
      qty_requested: 900,
      notes: 'Blue',
    });
    expect((await office.put(one, { approved: true, version: version + 2 })).status).toBe(200);
  });

  test('makes supplier, reference, lines and prices read-only; dates, notes and contact can still be changed', async () => {
    const { office, one, line, mine, approve, newSupplier } = await setUp();
    const id = await approve();
    const refused = { status: 409, body: { code: 'already_approved' } };
    expect(await line()).toMatchObject(refused);
    expect(await office.delete(`${one}/lines/${id}`)).toMatchObject(refused);
    for (const change of [{ qty_requested: 11 }, { unit_price: 1 }, { product_id: mine.small.id }, { notes: 'Other' }])
      expect(await office.put(`${one}/lines/${id}`, change)).toMatchObject(refused);
    for (const change of [{ supplier_id: (await newSupplier()).id }, { our_reference: 'Other' }])
      expect(await office.put(one, change)).toMatchObject(refused);
    expect((await office.put(`${one}/lines/${id}`, { due_on: '2027-02-02' })).body.due_on).toBe('2027-02-02');
    const head = {
      public_notes: 'By noon',
      private_notes: 'Ask for the blue',
      supplier_reference: 'PM/7',
      contact_name: 'Noor',
      contact_phone: '01632 960 551',
      contact_email: 'noor@mill.test',
      delivery_address: { address_line_1: 'Dock 2', address_line_4: 'Leeds', postcode: 'LS1 4AP' },
    };
    const { contact_phone: _, ...ours } = provider;
    expect((await office.get(one)).body).toMatchObject({ delivery_address: null, deliver_to: ours });
    expect((await office.put(one, head)).body).toMatchObject({ ...head, deliver_to: { ...head.delivery_address, name: provider.name } });
    const { body } = await office.get(`${one}?include=supplier,account,lines,lines.product`);
    expect(body).toMatchObject({ ...head, lines: [{ product: { id: mine.medium.id } }] });
    for (const field of [
      ...['id', 'our_reference', 'supplier_reference', 'supplier', 'work_order', 'account', 'sub_total', 'approved', 'approved_at', 'cancelled'],
      ...['closed', 'cancelled_at', 'closed_at', 'status_description', 'is_approved', 'is_draft', 'is_cancelled', 'is_closed'],
      ...['is_fully_received', 'is_part_received', 'is_part_cancelled'],
    ])
      expect(body).toHaveProperty(field);
    for (const field of [...['id', 'product', 'supplier_sku', 'qty_requested', 'qty_received', 'unit_price', 'sub_total', 'notes', 'clothing_set']])
      expect(body.lines[0]).toHaveProperty(field);
    expect((await office.get(`${one}?include=costs`)).status).toBe(422);
  });
});

describe('the end of an order', () => {
  test('items of a line can be cancelled until they arrive', async () => {
    const { office, one, approve, receive, events } = await setUp();
    const id = await approve();
    await receive(id, 4);
    expect((await office.put(`${one}/lines/${id}`, { qty_cancelled: 7 })).body.errors).toEqual({ qty_cancelled: ['Only 6 can be cancelled.'] });
    expect((await office.put(`${one}/lines/${id}`, { qty_cancelled: 2 })).body).toMatchObject({ qty_cancelled: 2, sub_total: 4000 });
    expect((await office.get(one)).body).toMatchObject({ stage: 'part_delivered', is_part_cancelled: true, qty_pending: 4, sub_total: 4000 });
    expect((await events())[0]).toBe('purchase_order.line_cancelled');
    const { version } = (await office.get(one)).body;
    await office.put(`${one}/lines/${id}`, { qty_cancelled: 2 });
    expect((await office.get(one)).body.version).toBe(version);
  });

  test('the history of a product links arrived items to their purchase order, for people who may see that order', async () => {
    const { office, as, begun, mine, approve, database, now } = await setUp();
    await approve();
    const movement = { product_id: mine.medium.id, type: 'PURCHASE_ORDER' as const, qty: 2, created_at: now() };
    await database.unitOfWork(
      async (db) =>
        void (await db.insert(stockMovements).values([
          { ...movement, reference: 'PO-00404000' },
          { ...movement, reference: begun.body.our_reference },
        ])),
    );
    for (const reader of [office, await as('warehouse')])
      expect((await reader.get(`/api/admin/products/${mine.medium.id}/activity`)).body.items).toMatchObject([
        { type: 'PURCHASE_ORDER', purchase_order_id: begun.body.id },
        { type: 'PURCHASE_ORDER', purchase_order_id: null },
      ]);
  });

  test('a cancelled order keeps the items that have arrived, and cannot be changed', async () => {
    const { office, one, line, approve, receive, as } = await setUp();
    const id = await approve();
    await receive(id, 4);
    expect(await office.put(one, { cancelled: true })).toMatchObject({
      status: 200,
      body: { stage: 'cancelled', cancelled: true, qty_pending: 0, lines: [{ qty_received: 4, qty_cancelled: 6, is_open: false }] },
    });
    const refused = { status: 409, body: { code: 'purchase_order_cancelled' } };
    expect(await (await as('super')).put(one, { cancelled: true })).toMatchObject(refused);
    for (const change of [{ closed: true }, { approved: true }, { private_notes: 'x' }, {}])
      expect(await office.put(one, change)).toMatchObject(refused);
    expect(await office.put(`${one}/lines/${id}`, { due_on: '2027-02-02' })).toMatchObject(refused);
    expect(await line()).toMatchObject(refused);
  });

  test('an order can be closed once nothing is pending, and cannot be cancelled once everything has arrived', async () => {
    const { office, one, approve, receive } = await setUp();
    expect((await office.put(one, { closed: true })).body.code).toBe('purchase_order_draft');
    const id = await approve();
    expect(await office.put(one, { closed: true })).toMatchObject({ status: 409, body: { message: '10 items are still to come.' } });
    await receive(id, 10);
    expect((await office.get(one)).body).toMatchObject({ stage: 'complete', is_fully_received: true, can: { cancel: false, close: true } });
    expect((await office.put(one, { cancelled: true })).body.code).toBe('purchase_order_received');
    expect((await office.put(one, { closed: true })).body).toMatchObject({ stage: 'closed', lines: [{ is_open: false, qty_cancelled: 0 }] });
    expect((await office.put(one, { private_notes: 'x' })).body.code).toBe('purchase_order_closed');
  });

  test('if two people approve or cancel an order at the same time, one succeeds', async () => {
    const { office, one, line, mine, as, events } = await setUp();
    await line({ product_id: mine.small.id, qty_requested: 3, unit_price: 1 });
    const colleague = await as('super');
    const both = async (change: object) =>
      (await Promise.all([office, colleague].map((by) => by.put(one, change)))).map(({ status }) => status).sort();
    expect(await both({ approved: true })).toEqual([200, 409]);
    expect(await both({ cancelled: true })).toEqual([200, 409]);
    expect((await events()).slice(0, 2)).toEqual(['purchase_order.cancelled', 'purchase_order.approved']);
  });
});

describe('the list', () => {
  test('finds orders by reference and supplier, by stage and by lateness', async () => {
    const { office, supplier, mine, database, now } = await setUp();
    const line = { product_id: mine.medium.id, qty_requested: 5, unit_price_tenths: 2000, is_open: true };
    const make = (name: string, head: object, values: object = {}) =>
      database.unitOfWork(async (db) => {
        const common = {
          our_reference: `${name}-${supplier.id}`,
          supplier_id: supplier.id,
          approved_at: now(),
          created_at: '2026-11-01T09:00:00.000Z',
        };
        const [row] = await db
          .insert(purchaseOrders)
          .values({ ...common, ...head })
          .returning();
        if (!row) throw new Error('no order');
        await db.insert(purchaseOrderLines).values({ purchase_order_id: row.id, ...line, ...values });
      });
    await make('approved', { supplier_reference: `PM/${supplier.id}`, due_on: '2026-01-01' });
    await make('sent', { sent_at: now(), due_on: '2099-01-01' });
    await make('part_cancelled', {}, { qty_cancelled: 1 });
    await make('part_delivered', {}, { qty_received: 1 });
    await make('complete', { due_on: '2026-01-01' }, { qty_received: 5 });
    await make('closed', { closed_at: now() }, { qty_received: 5, is_open: false });
    await make('cancelled', { cancelled_at: now() }, { qty_cancelled: 5, is_open: false });
    const list = async (query: string) => (await office.get(`${path}?supplier_id=${supplier.id}&${query}`)).body;
    const names = async (query: string) =>
      (await list(query)).items.map(({ our_reference }: { our_reference: string }) => our_reference.split('-')[0]).sort();
    const all = await list('');
    expect(all).toMatchObject({ per_page: 100, total: 8 });
    expect(all.items[0]).toMatchObject({ stage: 'draft' });
    for (const { our_reference, stage } of all.items) if (stage !== 'draft') expect(our_reference).toBe(`${stage}-${supplier.id}`);
    for (const stage of ['sent', 'part_cancelled', 'part_delivered', 'complete', 'closed', 'cancelled'])
      expect(await names(`stage=${stage}`)).toEqual([stage]);
    expect(await names('stage=approved')).toEqual(['approved', 'sent']);
    expect(await names('stage=draft')).toEqual(['PO']);
    expect(await names('late=true')).toEqual(['approved']);
    expect(await names(`search=PM/${supplier.id}`)).toEqual(['approved']);
    expect(await names(`search=SENT-${supplier.id}`)).toEqual(['sent']);
    expect((await list(`search=${supplier.name}`)).total).toBe(8);
    expect((await list('search=approved')).items[0]).toMatchObject({
      is_late: true,
      next_due_on: '2026-01-01',
      qty_lines: 1,
      qty_pending: 5,
      sub_total: 1000,
    });
    for (const stage of ['draft', 'complete', 'closed', 'cancelled'])
      expect((await list(`stage=${stage}`)).items[0]).toMatchObject({ next_due_on: null });
    expect((await office.get(`${path}?stage=other`)).status).toBe(422);
    const { counts } = await list('include=counts&stage=draft&per_page=1');
    expect(counts).toEqual({
      ...{ all: 8, late: 1, draft: 1, approved: 2, sent: 1, part_cancelled: 1, part_delivered: 1, complete: 1, closed: 1, cancelled: 1 },
    });
    expect((await list(`include=counts&search=SENT-${supplier.id}`)).counts).toMatchObject({ all: 1, approved: 1, sent: 1, draft: 0, late: 0 });
    expect(all).not.toHaveProperty('counts');
    const order = async (query: string) => (await list(query)).items.map(({ our_reference }: { our_reference: string }) => our_reference);
    const byReference = await order('orderBy=our_reference&sortedBy=asc');
    expect(byReference).toEqual(byReference.toSorted((one: string, other: string) => (nameKey(one) < nameKey(other) ? -1 : 1)));
    expect(await order('orderBy=our_reference&sortedBy=desc')).toEqual(byReference.toReversed());
    expect(await order('orderBy=our_reference&sortedBy=asc&per_page=3&page=2')).toEqual(byReference.slice(3, 6));
    await make('dated', {}, { due_on: '2099-02-01' });
    expect((await order('orderBy=due_on&sortedBy=desc')).slice(0, 2)).toEqual([`dated-${supplier.id}`, `sent-${supplier.id}`]);
  });

  test('finds orders by the product of a line: our SKU or its beginning, the supplier’s SKU, the product’s name, the barcode', async () => {
    const { office, mine, line, one, style, supplier, begun, newSupplier, product } = await setUp();
    const other = (await office.post(path, { supplier_id: (await newSupplier({})).id })).body;
    const gloves = await product({
      name: 'Cutproof Gauntlet',
      supplier_sku: `GX${supplier.id}Z`,
      barcode: '5012345678900',
      supplier_id: supplier.id,
    });
    await line({ product_id: mine.small.id, qty_requested: 1 });
    await line({ product_id: gloves.id, qty_requested: 2 });
    await line({ product_id: (await style(['L'])).children[0]?.id, qty_requested: 1 });
    const found = async (search: string) =>
      (await office.get(`${path}?search=${encodeURIComponent(search)}`)).body.items.map(({ id }: { id: number }) => id);
    for (const search of [
      mine.small.sku,
      mine.small.sku.slice(0, -1).toLowerCase(),
      'gauntlet',
      'cutproof gaunt',
      `gx${supplier.id}`,
      gloves.barcode ?? '',
    ])
      expect(await found(search), search).toContain(begun.body.id);
    for (const search of ['gauntlet', mine.small.sku]) expect(await found(search), search).not.toContain(other.id);
    expect(await found(mine.medium.sku)).not.toContain(begun.body.id);
    const [, , third] = (await office.get(one)).body.lines;
    await office.delete(`${one}/lines/${third.id}`);
    expect(await found(third.product.sku)).not.toContain(begun.body.id);
  });

  test('shows orders to the warehouse without prices and supplier; the warehouse cannot change them, and clients have no access', async () => {
    const { one, approve, as, account, office, supplier, begun } = await setUp();
    const id = await approve();
    const floor = await as('warehouse');
    const seen = await floor.get(one);
    expect(seen).toMatchObject({ status: 200, body: { lines: [{ id, qty_requested: 10 }], can: { edit: false, cancel: false } } });
    for (const { body } of [seen, await floor.get(path)])
      expect(JSON.stringify(body)).not.toMatch(/unit_price|sub_total|"cost"|Pennine|Ida Frost|mill\.test/);
    expect((await floor.get(`${path}?search=${begun.body.our_reference}`)).body.total).toBe(1);
    expect((await floor.get(`${path}?search=${supplier.name}`)).body.total).toBe(0);
    expect((await floor.get(`${path}?supplier_id=${supplier.id}`)).status).toBe(403);
    expect((await office.get(one)).body.sub_total).toBe(5000);
    const client = await as('client_admin', { account_id: (await account()).id });
    for (const by of [floor, client, await as('embroiderer')]) {
      expect((await by.post(path, { supplier_id: 1 })).status).toBe(403);
      expect((await by.put(one, { cancelled: true })).status).toBe(403);
      expect((await by.post(`${one}/lines`, {})).status).toBe(403);
      expect((await by.put(`${one}/lines/${id}`, { qty_cancelled: 1 })).status).toBe(403);
      expect((await by.delete(`${one}/lines/${id}`)).status).toBe(403);
      if (by !== floor) for (const address of [path, one]) expect((await by.get(address)).status).toBe(403);
    }
  });
});
