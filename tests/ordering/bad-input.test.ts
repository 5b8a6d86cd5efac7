import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { clientFixture } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof clientFixture>>;
let uuid: string;
let line: { id: number };
beforeAll(async () => {
  fixture = await clientFixture();
  uuid = await fixture.draft();
  line = await fixture.order(uuid);
});
const long = (most: number): string => 'x'.repeat(most + 1);
const refusedOn = (field: string) => ({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });

describe('the input of an order’s details', () => {
  test.each<[string, number]>([
    ['client_po_reference', 100],
    ['cost_code', 100],
    ['contact_phone', 64],
    ['contact_name', limits.name],
    ['customer_notes', limits.notes],
  ])('%s has at most %i characters', async (field, most) => {
    const putField = (value: string) => fixture.admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, [field]: value });
    expect((await putField('x'.repeat(most))).body).toMatchObject({ [field]: 'x'.repeat(most) });
    expect(await putField(long(most))).toMatchObject(refusedOn(field));
    expect((await fixture.admin.get(`/api/orders/${uuid}`)).body[field]).toBe('x'.repeat(most));
  });

  test('invisible characters are removed; a reference is stored as one line, and notes keep their line breaks', async () => {
    const putDetails = async (details: object) => (await fixture.admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, ...details })).body;
    const hidden = {
      client_po_reference: 'PO\r\n7\u202e8',
      cost_code: '\u200bCC\t1',
      contact_phone: '\u202a0113 496 0000\u202c',
      contact_name: 'Ann\u0007\nField',
    };
    expect(await putDetails(hidden)).toMatchObject({
      client_po_reference: 'PO 78',
      cost_code: 'CC 1',
      contact_phone: '0113 496 0000',
      contact_name: 'Ann Field',
    });
    expect(await putDetails({ customer_notes: 'Ring\r\nfirst\u202e\u0007 👩\u200d🔧' })).toMatchObject({ customer_notes: 'Ring\nfirst 👩\u200d🔧' });
    const delivery_address = { address_line_1: '1 Mill\nLane', postcode: 'LS1\u00854AP\ufeff' };
    expect(await putDetails({ delivery_address })).toMatchObject({ delivery_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' } });
    expect(await fixture.admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, client_po_reference: '\u202e'.repeat(200) })).toMatchObject({
      status: 200,
      body: { client_po_reference: null },
    });
  });

  test('an address needs a first line and a postcode, and an email address has to be complete', async () => {
    const putDetails = (details: object) => fixture.admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, ...details });
    expect(await putDetails({ delivery_address: { address_line_1: '', postcode: 'LS1 4AP' } })).toMatchObject(
      refusedOn('delivery_address.address_line_1'),
    );
    expect(await putDetails({ delivery_address: { address_line_1: '1 Mill Lane', postcode: '' } })).toMatchObject(
      refusedOn('delivery_address.postcode'),
    );
    expect(await putDetails({ contact_email: 'ann@' })).toMatchObject(refusedOn('contact_email'));
    expect(await putDetails({ delivery_site_id: 'Leeds' })).toMatchObject(refusedOn('delivery_site_id'));
  });

  test('a PO that is entered in the review has at most 50 characters', async () => {
    const review = (po_reference: string) => fixture.admin.put(`/api/orders/${uuid}`, { submitted_at: '2026-11-20T09:00:00.000Z', po_reference });
    expect(await review(long(50))).toMatchObject(refusedOn('po_reference'));
  });
});

describe('the input of a line', () => {
  test.each<[string, unknown]>([
    ['decoration', long(200)],
    ['qty_requested', -1],
    ['qty_requested', 0],
    ['qty_requested', 1.5],
    ['qty_requested', '2'],
    ['qty_requested', limits.line_quantity + 1],
    ['notes', long(limits.notes)],
  ])('%s does not accept %s', async (field, value) => {
    expect(await fixture.admin.put(`/api/orders/${uuid}/lines/${line.id}`, { [field]: value })).toMatchObject(refusedOn(field));
  });

  test('a decoration of 200 characters is stored', async () => {
    const decoration = 'x'.repeat(200);
    expect((await fixture.admin.put(`/api/orders/${uuid}/lines/${line.id}`, { decoration })).body).toMatchObject({ decoration });
  });

  test('a new line needs a quantity of at least one', async () => {
    const path = `/api/orders/${uuid}/employees/${fixture.wearer.id}/lines`;
    for (const [of, field] of [
      [{ product_id: fixture.medium.id, quantity: 0 }, 'lines.0.quantity'],
      [{ product_id: fixture.medium.id, quantity: -2 }, 'lines.0.quantity'],
      [{ product_id: 0, quantity: 1 }, 'lines.0.product_id'],
    ] as const)
      expect(await fixture.admin.post(path, { lines: [of] })).toMatchObject(refusedOn(field));
    expect(await fixture.admin.post(path, { lines: [] })).toMatchObject(refusedOn('lines'));
  });
});

test('an order needs at least one employee', async () => {
  expect(await fixture.admin.post('/api/orders', { employees: [] })).toMatchObject(refusedOn('employees'));
  expect(await fixture.admin.post(`/api/orders/${uuid}/employees`, { employees: [] })).toMatchObject(refusedOn('employees'));
});

test('a request cannot be declined with a reason that is blank or too long', async () => {
  const self = await fixture.signIn(fixture.wearer);
  const draft = await fixture.draft(self);
  await fixture.order(draft, undefined, 1, self);
  await fixture.submit(draft, {}, self);
  for (const reason of ['', '   ', long(limits.notes)])
    expect(await fixture.admin.post(`/api/orders/${draft}/decline`, { reason })).toMatchObject(refusedOn('reason'));
});

test('each faulty field has a message in plain words', async () => {
  const errors = async (request: Promise<{ status: number; body: { errors?: object } }>) => (await request).body.errors;
  const putDetails = (details: object) => fixture.admin.put(`/api/orders/${uuid}`, { set_delivery_details: true, ...details });
  expect(await errors(putDetails({ customer_notes: long(limits.notes) }))).toEqual({ customer_notes: ['Enter at most 2,000 characters'] });
  expect(await errors(putDetails({ delivery_address: { address_line_1: '1 Mill Lane', postcode: '' } }))).toEqual({
    'delivery_address.postcode': ['Enter the postcode'],
  });
  expect(await errors(putDetails({ delivery_address: { address_line_1: '1 Mill Lane', postcode: 'Leeds, near the mill' } }))).toEqual({
    'delivery_address.postcode': ['This is not a UK postcode.'],
  });
  const near = { address_line_1: '1 Mill Lane', postcode: 'NE11 0' };
  expect(await errors(putDetails({ delivery_address: near }))).toEqual({ 'delivery_address.postcode': [messages.unknown_postcode_of_address] });
  expect((await putDetails({ delivery_address: { ...near, address_line_5: 'Ireland' } })).status).toBe(200);
  expect(await errors(putDetails({ contact_email: 'ann@' }))).toEqual({ contact_email: ['Enter a full email address, such as name@company.co.uk'] });
  const change = (value: object) => fixture.admin.put(`/api/orders/${uuid}/lines/${line.id}`, value);
  expect(await errors(change({ qty_requested: 0 }))).toEqual({ qty_requested: ['Enter 1 or more'] });
  expect(await errors(change({ qty_requested: limits.line_quantity + 1 }))).toEqual({ qty_requested: ['Enter 9,999 or less'] });
  expect(await errors(fixture.admin.get('/api/orders?page=x&sortedBy=up'))).toEqual({
    page: ['Enter a number'],
    sortedBy: ['Choose one of these: asc, desc'],
  });
  expect(await errors(fixture.anyone.post('/api/auth/login', {}))).toMatchObject({ email: ['Fill this in'], password: ['Fill this in'] });
});
