import { expect, test } from 'vitest';
import type { Ctx } from '../../server/core/context.ts';
import { purchaseOrderDocumentView } from '../../server/documents/find-purchase-order-document.ts';
import { findSession } from '../../server/sessions/live-sessions.ts';
import { world } from '../world.ts';

const path = '/api/admin/purchase-orders';

/** A work order with three lines. In the set, the first SKU has a decoration of its own, the second its style’s, the third the set’s. */
async function workOrder({ work_order = true } = {}) {
  const w = await world();
  const office = await w.as('super');
  const client = await w.account({ name: 'Northgate Facilities' });
  const supplier = await w.supplier({
    name: 'Stitch & Co',
    work_order,
    contact_name: 'Ida Frost',
    sales_email: 'ida@stitch.test',
    address_line_4: 'HX1 1AA',
  });
  const { parent, children } = await w.style(['S', 'M'], { supplier_id: supplier.id, supplier_sku: 'ST-1' });
  const [small, medium] = children;
  const other = await w.product();
  if (!small || !medium) throw new Error('no sizes');
  const set = await w.clothingSet(client.id, {
    decoration: 'Crest, left breast',
    products: [
      { product_id: small.id, decoration: 'SECURITY on the back' },
      { product_id: parent.id, decoration: 'Logo, right sleeve' },
    ],
  });
  const begun = await office.post(path, {
    supplier_id: supplier.id,
    account_id: client.id,
    private_notes: 'They are slow payers',
    public_notes: 'Before noon',
    due_on: '2027-01-04',
  });
  const one = `${path}/${begun.body.id}`;
  for (const { id: product_id } of [small, medium, other])
    expect((await office.post(`${one}/lines`, { product_id, qty_requested: 4, unit_price: 150, clothing_set_id: set.id })).status).toBe(201);
  await office.post(`${one}/lines`, {});
  const session = await findSession(w.database.reader, office.token ?? '', w.now());
  if (!session) throw new Error('not signed in');
  const ctx: Ctx = { db: w.database.reader, actor: session.actor, now: w.now(), services: w.services, request_id: null };
  const id = begun.body.id as number;
  return { ...w, office, id, one, facts: () => purchaseOrderDocumentView(ctx, id) };
}

test('the document of a work order has each line’s decoration, and no private note', async () => {
  const { facts } = await workOrder();
  const order = await facts();
  expect(order).toMatchObject({
    work_order: true,
    client: 'Northgate Facilities',
    public_notes: 'Before noon',
    approved_at: null,
    supplier: { name: 'Stitch & Co', contact_name: 'Ida Frost', postcode: 'HX1 1AA' },
    deliver_to: { name: 'Kitroom Workwear' },
    lines: [
      { supplier_sku: 'ST-1', decoration: 'SECURITY on the back', due_on: '2027-01-04', quantity: 4, unit_price_tenths: 1500, size: 'S' },
      { decoration: 'Logo, right sleeve' },
      { decoration: 'Crest, left breast' },
    ],
  });
  expect(order.lines).toHaveLength(3);
  expect(JSON.stringify(order)).not.toContain('slow payers');
});

test('the document of a purchase order has no decoration and no client', async () => {
  const { facts } = await workOrder({ work_order: false });
  expect(await facts()).toMatchObject({ work_order: false, client: null, lines: [{ decoration: null }, { decoration: null }, { decoration: null }] });
});

test('a work order’s document also opens at the purchase-order address; a purchase order’s document opens only there', async () => {
  const { office, as, id } = await workOrder();
  for (const kind of ['purchase', 'work']) {
    const answer = await office.raw(`/admin/${kind}-orders/${id}/pdf`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^inline; filename="work-order-PO-\d{5}-\d{4}-\d\d-\d\d\.pdf"$/);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .toString('latin1')
        .slice(0, 5),
    ).toBe('%PDF-');
    expect((await office.raw(`/admin/${kind}-orders/999999/pdf`)).status).toBe(404);
  }
  expect((await (await as('warehouse')).raw(`/admin/purchase-orders/${id}/pdf`)).status).toBe(403);
  const plain = await workOrder({ work_order: false });
  expect((await plain.office.raw(`/admin/work-orders/${plain.id}/pdf`)).status).toBe(404);
  expect((await plain.office.raw(`/admin/purchase-orders/${plain.id}/pdf`)).status).toBe(200);
}, 30_000);

test('the document has the supplier’s SKU for the product or, if there is none, for its base product or the style of either', async () => {
  const { office, one, product, account, facts, ...w } = await workOrder({ work_order: false });
  const supplier_id = (await office.get(one)).body.supplier.id as number;
  const client = await account({ sku_prefix: 'NGF' });
  const base = await product({ sku: 'AC70', supplier_id, supplier_sku: 'PEN-70' });
  const ofStyle = await product({ sku: 'AC70-RED-M', parent_id: base.id, supplier_id });
  await product({ sku: 'AC70-NVY-M', parent_id: base.id, supplier_id, supplier_sku: '70/N/M' });
  const own = { account_id: client.id, supplier_id };
  const style = await product({ ...own, sku: 'NGF-AC70' });
  const ofBase = await product({ ...own, sku: 'NGF-AC70-NVY-M', parent_id: style.id });
  const ofBaseStyle = await product({ ...own, sku: 'NGF-AC70-PNK-M', parent_id: style.id });
  const other = await w.supplier();
  const elsewhere = await product({ ...own, supplier_id: other.id, sku: 'NGF-AC70-NVY-S', parent_id: style.id });
  const skus = [ofStyle, ofBase, ofBaseStyle, elsewhere];
  for (const { id } of skus) await office.post(`${one}/lines`, { product_id: id, qty_requested: 1, unit_price: 100 });
  expect((await facts()).lines.slice(3).map(({ supplier_sku }) => supplier_sku)).toEqual(['PEN-70', '70/N/M', 'PEN-70', null]);
  // The order names the codes that people scan when goods arrive. Such a code stands for exactly one SKU, so the code of a style is left out.
  const { lines } = (await office.get(one)).body as { lines: { product: { id: number } | null; supplier_sku: string | null }[] };
  const known = new Map(lines.map((line) => [line.product?.id, line.supplier_sku]));
  expect(skus.map(({ id }) => known.get(id))).toEqual([null, '70/N/M', null, null]);
});

test('the document does not show a supplier the code of another supplier', async () => {
  const { office, one, product, facts, ...w } = await workOrder({ work_order: false });
  const other = await w.supplier();
  const sku = await product({ supplier_id: other.id, supplier_sku: 'THEIRS-1' });
  await office.post(`${one}/lines`, { product_id: sku.id, qty_requested: 1, unit_price: 100 });
  expect((await facts()).lines.at(-1)).toMatchObject({ sku: sku.sku, supplier_sku: null });
  const { lines } = (await office.get(one)).body as { lines: { product: { id: number } | null; supplier_sku: string | null }[] };
  expect(lines.find((line) => line.product?.id === sku.id)).toMatchObject({ supplier_sku: null, other_supplier: other.name });
});
