import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outbox, purchaseOrderLines } from '../../server/db/tables/index.ts';
import { sendDueMail } from '../../server/outbox/send-mail.ts';
import { openPostOffice } from '../../server/outbox/smtp.ts';
import { pdfsOf, startMailServer } from '../mail/mail-server.ts';
import { type World, world } from '../world.ts';

const path = '/api/admin/purchase-orders';
const noAddress = { contact_email: ['Neither this order nor its supplier has an email address. Enter one, or approve it without an email.'] };

let w: World;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  w = await world();
  server = await startMailServer();
  await w.database.unitOfWork(async (db) => void (await db.delete(outbox)));
});
afterEach(() => server.stop());

const deliver = (url = server.url) => sendDueMail(w.services, () => openPostOffice(url, w.services.settings), new AbortController().signal);

/** A draft with a line of ten, expected on the 4th of December. */
async function draft(supplierValues: object = {}, head: object = {}) {
  const office = await w.as('super');
  const supplier = await w.supplier({ name: 'Pennine', contact_name: 'Ida Frost', sales_email: 'sales@mill.test', ...supplierValues });
  const product = await w.product({ supplier_id: supplier.id, supplier_sku: 'PW-7', name: 'Classic Polo' });
  const { id, our_reference } = (await office.post(path, { supplier_id: supplier.id, due_on: '2026-12-04', ...head })).body;
  const one = `${path}/${id}`;
  const line = (await office.post(`${one}/lines`, { product_id: product.id, qty_requested: 10, unit_price: 640 })).body.id as number;
  const approve = (more: object = {}) => office.put(one, { approved: true, ...more });
  const events = async () =>
    (await office.get(`/api/admin/audit?on_type=purchase_order&on_id=${id}`)).body.items.map(({ what }: { what: string }) => what);
  return { office, supplier, product, one, line, our_reference: our_reference as string, approve, events };
}

describe('approval', () => {
  test('mails the PDF to the supplier; the order counts as sent once the mail server has accepted the email', async () => {
    const { office, one, our_reference, approve } = await draft();
    expect((await approve()).body).toMatchObject({ stage: 'approved', emailed_to: null, sent_at: null, can: { send: true, chase: false } });
    expect(await deliver()).toBe(1);
    const [mail, ...more] = server.received;
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(['sales@mill.test']);
    expect(mail?.raw).toContain(`Subject: Purchase order ${our_reference}`);
    const [pdf, ...others] = pdfsOf(mail?.raw ?? '');
    expect(others).toEqual([]);
    expect(pdf?.name).toBe(`purchase-order-${our_reference}.pdf`);
    expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await office.get(one)).body).toMatchObject({ stage: 'sent', emailed_to: 'sales@mill.test', sent_at: w.now(), version: 3 });
    const { items } = (await office.get(`/api/admin/mail?search=${our_reference}`)).body;
    expect(items[0].attachment.url).toBe(`/admin/purchase-orders/${one.split('/').at(-1)}/pdf`);
  }, 30_000);

  test('mails the contact of the order rather than the supplier’s sales address', async () => {
    const { approve } = await draft();
    await approve({ contact_email: 'ida@mill.test', contact_name: 'Ida' });
    await deliver();
    expect(server.received.map(({ to }) => to)).toEqual([['ida@mill.test']]);
    expect(server.received[0]?.raw).toContain('Hello Ida,');
  }, 30_000);

  test('that sends an email is refused without an address, with the faults of lines too; approval without an email succeeds', async () => {
    const { office, one, approve, events } = await draft({ sales_email: null });
    expect(await approve()).toMatchObject({ status: 422, body: { errors: noAddress } });
    await office.post(`${one}/lines`, {});
    expect((await approve()).body.errors).toMatchObject({ ...noAddress, 'lines.1.product_id': ['Choose a product.'] });
    const [, empty] = (await office.get(one)).body.lines;
    await office.delete(`${one}/lines/${empty.id}`);
    expect((await approve({ send: false })).body).toMatchObject({ stage: 'approved' });
    expect(await office.post(`${one}/send`)).toMatchObject({ status: 422, body: { errors: noAddress } });
    expect(await deliver()).toBe(0);
    expect((await events())[0]).toBe('purchase_order.approved');
  });

  test('succeeds while the mail server is down; the email waits and is sent later', async () => {
    const { office, one, approve } = await draft();
    expect((await approve()).status).toBe(200);
    expect(await deliver('smtp://127.0.0.1:1')).toBe(0);
    expect((await office.get(one)).body).toMatchObject({ stage: 'approved', sent_at: null });
    w.setClock(10);
    expect(await deliver()).toBe(1);
    expect((await office.get(one)).body).toMatchObject({ stage: 'sent', sent_at: w.now() });
  }, 30_000);

  test('sends no email if the order is cancelled before the email has left', async () => {
    const { office, one, approve } = await draft();
    await approve();
    expect((await office.put(one, { cancelled: true })).status).toBe(200);
    expect(await deliver()).toBe(0);
    expect(server.received).toEqual([]);
    expect(await office.post(`${one}/send`)).toMatchObject({ status: 409, body: { code: 'purchase_order_cancelled' } });
  });
});

describe('sending a purchase order again', () => {
  test('replaces an email that has not been sent yet; once that email is sent, the order is mailed a second time', async () => {
    const { office, one, approve, events } = await draft();
    expect(await office.post(`${one}/send`)).toMatchObject({ status: 409, body: { code: 'purchase_order_draft' } });
    await approve();
    await office.put(one, { contact_email: 'new@mill.test' });
    const headers = w.key();
    const first = await office.post(`${one}/send`, undefined, headers);
    expect(first).toMatchObject({ status: 200, body: { stage: 'approved' } });
    expect((await office.post(`${one}/send`, undefined, headers)).body).toEqual(first.body);
    expect(await deliver()).toBe(1);
    expect(server.received.map(({ to }) => to)).toEqual([['new@mill.test']]);
    expect((await events()).slice(0, 3)).toEqual(['purchase_order.mailed', 'purchase_order.changed', 'purchase_order.approved']);
    await office.post(`${one}/send`);
    expect(await deliver()).toBe(1);
    expect((await office.get(one)).body).toMatchObject({ stage: 'sent', emailed_to: 'new@mill.test' });
  }, 30_000);
});

describe('a chase for late lines', () => {
  test('mails the late lines to the supplier at most once a day', async () => {
    const { office, one, line, product, our_reference, approve, events } = await draft();
    await approve({ send: false });
    expect(await office.post(`${one}/chase`)).toMatchObject({
      status: 422,
      body: { errors: { lines: ['Nothing on this purchase order is late.'] } },
    });
    await w.database.unitOfWork(
      async (db) => void (await db.update(purchaseOrderLines).set({ qty_received: 4 }).where(eq(purchaseOrderLines.id, line))),
    );
    w.setClock('2026-12-05T09:00:00.000Z');
    const again = await w.signIn({ id: office.id, role: 'super' });
    expect((await again.get(one)).body.can).toMatchObject({ chase: true });
    expect((await again.post(`${one}/chase`)).body).toMatchObject({ chased_at: w.now(), can: { chase: false } });
    expect(await again.post(`${one}/chase`)).toMatchObject({ status: 409, body: { code: 'already_chased' } });
    expect(await deliver()).toBe(1);
    const [mail] = server.received;
    expect(mail?.raw).toContain(`Subject: Late: Purchase order ${our_reference}`);
    for (const text of ['Still to come: 6 items', 'Classic Polo', 'Your SKU PW-7', `our SKU ${product.sku}`, 'expected 04/12/2026'])
      expect(mail?.raw.replaceAll('=\r\n', '')).toContain(text);
    expect((await again.get(one)).body).toMatchObject({ sent_at: null, emailed_to: null });
    w.setClock('2026-12-06T09:00:00.000Z');
    const later = await w.signIn({ id: office.id, role: 'super' });
    expect((await later.post(`${one}/chase`)).status).toBe(200);
    await later.put(`${one}/lines/${line}`, { due_on: '2026-12-20' });
    expect((await later.post(`${one}/chase`)).status).toBe(422);
    w.setClock('2026-11-20T09:00:00.000Z');
    expect((await events()).filter((what: string) => what === 'purchase_order.chased')).toHaveLength(2);
  }, 30_000);

  test('is mailed once if two people send it at the same time', async () => {
    const { office, one, approve } = await draft({}, { due_on: '2026-11-01' });
    await approve({ send: false });
    const colleague = await w.as('super');
    const answers = await Promise.all([office, colleague].map((by) => by.post(`${one}/chase`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const mails = await w.database.reader.select().from(outbox).where(eq(outbox.kind, 'purchase_order_chase'));
    expect(mails).toHaveLength(1);
    for (const role of ['warehouse', 'embroiderer'] as const)
      for (const verb of ['send', 'chase']) expect((await (await w.as(role)).post(`${one}/${verb}`)).status).toBe(403);
    expect((await office.post(`${path}/999999/chase`)).status).toBe(404);
  });
});
