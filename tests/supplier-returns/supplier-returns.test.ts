import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outbox, stockMovements } from '../../server/db/tables/index.ts';
import { clientFixture } from '../ordering/fixture.ts';

/** A supplier of one style in three sizes, a stock of ten mediums, and a draft of a return to this supplier. */
async function setUp({ sales_email = 'returns@mill.test' as string | null } = {}) {
  const base = await clientFixture();
  const supplier = await base.supplier({ name: 'Pennine Mills', sales_email, contact_name: 'Ida Frost' });
  const { children } = await base.style(['S', 'M', 'L'], { supplier_id: supplier.id });
  const [small, medium] = children;
  if (!small || !medium) throw new Error('no sizes');
  const office = await base.as('super');
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 10 });
  const response = await office.post('/api/admin/supplier-returns', { supplier_id: supplier.id });
  const path = `/api/admin/supplier-returns/${response.body.id}`;
  const line = (body?: object) => office.post(`${path}/lines`, body);
  const approve = (more: object = {}) => office.put(path, { approved: true, ...more });
  const movements = (product_id: number) =>
    base.database.reader
      .select({ type: stockMovements.type, qty: stockMovements.qty, reference: stockMovements.reference })
      .from(stockMovements)
      .where(eq(stockMovements.product_id, product_id))
      .orderBy(stockMovements.id);
  const level = async (sku: string) => (await office.get(`/api/admin/stock?sku=${sku}`)).body.items[0];
  return { ...base, newSupplier: base.supplier, supplier, office, begun: response, path, line, approve, movements, level, mine: { small, medium } };
}

describe('a draft of a supplier return', () => {
  test('gets a five-digit number when it is started, and is set to be emailed if its supplier has an email address', async () => {
    const { begun, supplier, office } = await setUp();
    expect(begun).toMatchObject({
      status: 201,
      body: { supplier: { id: supplier.id, name: 'Pennine Mills' }, approved_at: null, email: true, lines: [], can: { edit: true } },
    });
    expect(begun.body.supplier_return_number).toBe(String(begun.body.id).padStart(5, '0'));
    expect(begun.body.creator.id).toBe(office.id);
    expect((await setUp({ sales_email: null })).begun.body.email).toBe(false);
  });

  test('needs an existing supplier that is not archived', async () => {
    const { office, newSupplier: supplierOf } = await setUp();
    const post = (body: object) => office.post('/api/admin/supplier-returns', body);
    expect((await post({})).body.errors).toEqual({ supplier_id: ['Choose a supplier.'] });
    expect((await post({ supplier_id: 999_999 })).body.errors).toEqual({ supplier_id: ['This supplier does not exist, or is archived.'] });
    expect((await post({ supplier_id: 'all' })).status).toBe(422);
    const archivedSupplier = await supplierOf({ archived_at: '2026-01-01T00:00:00.000Z' });
    expect((await post({ supplier_id: archivedSupplier.id })).body.errors).toEqual({
      supplier_id: ['This supplier does not exist, or is archived.'],
    });
  });

  test('accepts empty lines, which are filled in later, and only SKUs of its supplier', async () => {
    const { office, path, line, mine, medium: another, parent } = await setUp();
    const response = await line();
    expect(response).toMatchObject({ status: 201, body: { product: null, qty_requested: 0, reason: null } });
    const putLine = (body: object) => office.put(`${path}/lines/${response.body.id}`, body);
    expect(await putLine({ product_id: mine.medium.id, qty_requested: 3, reason: ' Seams open ' })).toMatchObject({
      status: 200,
      body: { product: { sku: mine.medium.sku, qty_available: 10, qty_free: 10 }, qty_requested: 3, reason: 'Seams open' },
    });
    expect((await putLine({ reason: '' })).body).toMatchObject({ qty_requested: 3, reason: null });
    const named = await office.get(`${path}?include=supplier,lines,lines.product,lines.product.parent`);
    expect(named.body).toMatchObject({
      supplier: { name: 'Pennine Mills' },
      lines: [{ product: { id: mine.medium.id, parent: { id: mine.medium.parent_id } }, qty_requested: 3 }],
    });
    expect((await office.get(`${path}?include=stock`)).status).toBe(422);
    for (const product_id of [another.id, parent.id, mine.medium.parent_id, 999_999])
      expect((await putLine({ product_id })).body.errors).toEqual({ product_id: ['This product does not come from this supplier.'] });
    for (const bad of [{ qty_requested: -1 }, { qty_requested: 1.5 }, { qty_requested: 10_000 }, { reason: 'x'.repeat(201) }, { product_id: 0 }])
      expect((await putLine(bad)).status).toBe(422);
    expect((await office.put(`${path}/lines/999999`, {})).status).toBe(404);
    expect((await office.delete(`${path}/lines/${response.body.id}`)).status).toBe(200);
    expect((await office.get(path)).body.lines).toEqual([]);
  });

  test('offers the SKUs of its supplier, beginning with SKUs in stock', async () => {
    const { office, path, mine, medium: another } = await setUp();
    const searchReturns = async (search: string) =>
      (await office.get(`${path}/products?search=${encodeURIComponent(search)}`)).body.items.map(({ sku }: { sku: string }) => sku);
    expect((await searchReturns(''))[0]).toBe(mine.medium.sku);
    expect(await searchReturns(`navy ${mine.small.sku}`)).toEqual([mine.small.sku]);
    expect(await searchReturns(another.sku)).toEqual([]);
  });

  test('can be deleted; an approved return cannot be deleted', async () => {
    const { office, path, line, mine, approve } = await setUp();
    await line({ product_id: mine.medium.id, qty_requested: 1 });
    await approve();
    expect(await office.delete(path)).toMatchObject({ status: 409, body: { code: 'already_approved' } });
    const other = await setUp();
    expect((await other.office.delete(other.path)).body).toEqual({ id: other.begun.body.id, deleted: true });
    expect((await other.office.get(other.path)).status).toBe(404);
  });
});

describe('approving a supplier return', () => {
  test('takes the items out of stock once, and nothing can be changed afterwards', async () => {
    const { office, path, line, mine, movements, level, key, as } = await setUp();
    const response = await line({ product_id: mine.medium.id, qty_requested: 4 });
    await line({ product_id: mine.medium.id, qty_requested: 3 });
    const headers = key();
    const approved = await office.put(path, { approved: true }, headers);
    expect(approved).toMatchObject({ status: 200, body: { approver: { id: office.id }, can: { edit: false } } });
    expect(approved.body.approved_at).not.toBeNull();
    expect((await office.put(path, { approved: true }, headers)).headers.get('Idempotent-Replay')).toBe('true');
    const number = approved.body.supplier_return_number;
    expect((await movements(mine.medium.id)).slice(1)).toEqual([
      { type: 'SUPPLIER_RETURN', qty: -4, reference: number },
      { type: 'SUPPLIER_RETURN', qty: -3, reference: number },
    ]);
    const activity = async (by = office) =>
      (await by.get(`/api/admin/products/${mine.medium.id}/activity?type=SUPPLIER_RETURN`)).body.items.map(
        (one: { supplier_return_id: number | null }) => one.supplier_return_id,
      );
    expect(await activity()).toEqual([approved.body.id, approved.body.id]);
    expect(await activity(await as('warehouse'))).toEqual([null, null]);
    expect(await level(mine.medium.sku)).toMatchObject({ qty_available: 3, qty_free: 3 });

    const refusal = { status: 409, body: { code: 'already_approved' } };
    expect(await (await as('super')).put(path, { approved: true })).toMatchObject(refusal);
    expect(await office.put(path, { email: false })).toMatchObject(refusal);
    expect(await line()).toMatchObject(refusal);
    expect(await office.put(`${path}/lines/${response.body.id}`, { qty_requested: 1 })).toMatchObject(refusal);
    expect(await office.delete(`${path}/lines/${response.body.id}`)).toMatchObject(refusal);
  });

  test('never takes allocated stock, even if several lines return the same SKU', async () => {
    const { office, path, line, approve, mine, level, client, clothingSet, wearer, admin, draft, submit } = await setUp();
    await clothingSet(client.id, { products: [{ product_id: mine.medium.id }], wearers: [wearer.id] });
    const uuid = await draft();
    await admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, { lines: [{ product_id: mine.medium.id, quantity: 6 }] });
    await submit(uuid);
    await office.post(`/api/admin/orders/${uuid}/allocate-all`);
    const before = await level(mine.medium.sku);
    expect(before).toMatchObject({ qty_available: 10, qty_allocated: 6 });
    await line({ product_id: mine.medium.id, qty_requested: 3 });
    const second = await line({ product_id: mine.medium.id, qty_requested: 2 });
    expect(await approve()).toMatchObject({
      status: 422,
      body: { errors: { 'lines.1.qty_requested': ['Only 1 is free. Allocated stock does not go back.'] } },
    });
    expect(await level(mine.medium.sku)).toEqual(before);
    await office.put(`${path}/lines/${second.body.id}`, { qty_requested: 1 });
    expect((await approve()).status).toBe(200);
    expect(await level(mine.medium.sku)).toMatchObject({ qty_available: 6, qty_allocated: 6, qty_free: 0 });
  });

  test('needs lines with product and quantity, an email address if the supplier is notified, and the current version', async () => {
    const { office, path, line, approve, mine } = await setUp({ sales_email: null });
    expect((await approve()).body.errors).toEqual({ lines: ['Add a line first.'] });
    const response = await line();
    expect((await approve({ email: true })).body.errors).toEqual({
      email: ['This supplier has no email address.'],
      'lines.0.product_id': ['Choose a product.'],
      'lines.0.qty_requested': ['Say how many.'],
    });
    const { version } = (await office.get(path)).body;
    await office.put(`${path}/lines/${response.body.id}`, { product_id: mine.medium.id, qty_requested: 1 });
    expect(await approve({ version })).toMatchObject({ status: 409, body: { code: 'stale_version', current: { version: version + 1 } } });
    expect((await office.put(path, { approved: false })).status).toBe(422);
  });

  test('by ten people at the same time takes the items out of stock once', async () => {
    const { as, path, line, mine, level } = await setUp();
    await line({ product_id: mine.medium.id, qty_requested: 2 });
    const answers = await Promise.all(Array.from({ length: 10 }, async () => (await as('super')).put(path, { approved: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await level(mine.medium.sku)).toMatchObject({ qty_available: 8 });
  });
});

describe('the supplier of an approved return', () => {
  const mails = async ({ database }: Awaited<ReturnType<typeof setUp>>, to: string) => database.reader.select().from(outbox).where(eq(outbox.to, to));

  test('gets one email with the confirmation as a PDF, if that is requested', async () => {
    const fixture = await setUp({ sales_email: 'told@mill.test' });
    await fixture.line({ product_id: fixture.mine.medium.id, qty_requested: 2, reason: 'Zips break' });
    const { body } = await fixture.approve({ email: true });
    expect(body.emailed_to).toBe('told@mill.test');
    const [mail, ...more] = await mails(fixture, 'told@mill.test');
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: 'supplier_return',
      subject: `Supplier return ${body.supplier_return_number}`,
      attachment: { kind: 'supplier_return', id: body.id, name: `supplier-return-${body.supplier_return_number}.pdf` },
    });
    expect(mail?.text).toContain('Hello Ida Frost');
    expect(mail?.text).toContain('2 items in 1 line');
    const mailRow = (await fixture.office.get(`/api/admin/mail?search=told@mill.test`)).body.items[0];
    expect(mailRow.attachment.url).toBe(`/admin/supplier-returns/${body.id}/confirmation`);
    const document = await fixture.office.raw(mailRow.attachment.url);
    expect(document.headers.get('Content-Type')).toBe('application/pdf');
    expect(document.headers.get('Content-Disposition')).toContain(`supplier-return-${body.supplier_return_number}-2026-11-20.pdf`);

    const otherFixture = await setUp({ sales_email: 'untold@mill.test' });
    await otherFixture.line({ product_id: otherFixture.mine.medium.id, qty_requested: 2 });
    expect((await otherFixture.approve({ email: false })).body.emailed_to).toBeNull();
    expect(await mails(otherFixture, 'untold@mill.test')).toEqual([]);
  });
});

describe('the list of supplier returns', () => {
  test('is searched by number, supplier, creator and SKU, sorted, and filtered by approval', async () => {
    const { office, begun, line, approve, mine, supplier } = await setUp();
    const list = async (query: string) => (await office.get(`/api/admin/supplier-returns?${query}`)).body.items.map(({ id }: { id: number }) => id);
    const { id, supplier_return_number } = begun.body;
    await line({ product_id: mine.medium.id, qty_requested: 2 });
    for (const search of [supplier_return_number, supplier.code, mine.medium.sku]) expect(await list(`search=${search}`)).toContain(id);
    const { items } = (await office.get(`/api/admin/supplier-returns?search=${supplier_return_number}&include=supplier,creator`)).body;
    expect(items[0]).toMatchObject({
      supplier_return_number,
      supplier: { name: 'Pennine Mills' },
      created_at: begun.body.created_at,
      creator: { id: office.id, name: expect.any(String) },
      approved_at: null,
      approver: null,
      email: true,
    });
    expect(await list('search=nothing-like-it')).toEqual([]);
    expect(await list(`supplier_id=${supplier.id}`)).toEqual([id]);
    expect(await list(`supplier_id=${supplier.id}&stage=approved`)).toEqual([]);
    await approve();
    expect(await list(`supplier_id=${supplier.id}&stage=approved`)).toEqual([id]);
    const all = await list('');
    expect(all).toEqual([...all].sort((one, other) => other - one));
    expect((await office.get('/api/admin/supplier-returns')).body.per_page).toBe(100);
    expect((await office.get('/api/admin/supplier-returns?orderBy=cost')).status).toBe(422);
    expect((await office.get('/api/admin/suppliers?stage=open&search=pennine')).body.items[0]).toMatchObject({
      name: 'Pennine Mills',
      archived: false,
    });
  });

  test('is for the office only', async () => {
    const { as, admin, path, begun } = await setUp();
    for (const by of [admin, await as('warehouse'), await as('embroiderer'), await as('client_admin')]) {
      expect((await by.get('/api/admin/supplier-returns')).status).toBe(403);
      expect((await by.get(path)).status).toBe(403);
      expect((await by.put(path, { approved: true })).status).toBe(403);
      expect((await by.get('/api/admin/suppliers')).status).toBe(403);
      expect((await by.raw(`/admin/supplier-returns/${begun.body.id}/confirmation`)).status).toBe(403);
    }
  });
});
