import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, orders, returnReasons } from '../../server/db/tables/index.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';
import { clientFixture } from './fixture.ts';

interface TimelineEvent {
  kind: string;
  who: { id: number | null; name: string } | null;
  detail: string | null;
  count: number | null;
  url: string | null;
}

/** Reads the timeline of an order as this person sees it. */
const eventsOf = async (by: Caller, uuid: string): Promise<TimelineEvent[]> => (await by.get(`/api/orders/${uuid}/timeline`)).body.items;
const kinds = (events: TimelineEvent[]): string[] => events.map(({ kind }) => kind);

test('the timeline shows an order from its start to its returns; to clients, all people of the provider have one name', async () => {
  const w = await clientFixture();
  const { admin, as, signIn, wearer, medium, setClock, draft, order, submit, database } = w;
  const office = await as('super', { forenames: 'Sue', surname: 'Secret' });
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 50 });
  const me = await signIn(wearer);
  const uuid = await draft(me, [wearer.id]);
  await order(uuid, medium.id, 2, me);
  await submit(uuid, {}, me);
  setClock(1);
  await admin.post(`/api/orders/${uuid}/decline`, { reason: 'One is enough' });
  setClock(1);
  await submit(uuid, {}, me);
  setClock(1);
  await submit(uuid, { client_po_reference: 'PO-77' }, admin);
  setClock(1);
  await office.put(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Credit stop: 40 days overdue' });
  await office.put(`/api/admin/orders/${uuid}`, { is_frozen: false });
  setClock(1);
  const [line] = (await office.get(`/api/orders/${uuid}`)).body.lines;
  await office.put(`/api/admin/order-lines/${line.id}`, { qty_requested: 3 });
  const extra = { employee_id: wearer.id, product_id: medium.id, quantity: 9 };
  const added = (await office.post(`/api/admin/orders/${uuid}/lines`, extra)).body;
  await office.delete(`/api/orders/${uuid}/lines/${added.id}`);
  await office.put(`/api/admin/orders/${uuid}/update`, { contact_name: 'Goods In' });
  await office.put(`/api/admin/orders/${uuid}/update`, { skip_invoicing: true });
  setClock(1);
  await ship(office, uuid);
  setClock(1);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const returnInput = { lines: [{ id: line.id, qty_to_return: 1, return_reason: reason.id }] };
  const { id, return_number } = (await admin.post(`/api/orders/${uuid}/returns`, returnInput)).body;
  setClock(1);
  await office.put(`/api/admin/returns/${id}`, { finalise: true });

  const events = await eventsOf(admin, uuid);
  expect(kinds(events)).toEqual([
    'started',
    'requested',
    'declined',
    'requested',
    'approved',
    'held',
    'let_go',
    'line_changed',
    'line_removed',
    'details_changed',
    'released',
    'picking',
    'picked',
    'ready',
    'dispatched',
    'return_created',
    'return_decided',
  ]);
  const of = (kind: string): TimelineEvent | undefined => events.find((event) => event.kind === kind);
  expect(of('started')?.who?.id).toBe(wearer.id);
  expect(of('declined')).toMatchObject({ who: { id: admin.id }, detail: 'One is enough' });
  expect(of('approved')).toMatchObject({ who: { id: admin.id }, detail: 'PO reference PO-77' });
  expect(of('held')).toMatchObject({ who: { id: null, name: 'Kitroom' }, detail: null });
  expect(of('line_changed')).toMatchObject({ who: { name: 'Kitroom' }, count: 1 });
  expect(of('line_removed')).toMatchObject({ who: { name: 'Kitroom' }, detail: line.product_name });
  expect(of('dispatched')).toMatchObject({ count: 3, url: null });
  expect(of('return_created')).toMatchObject({ who: { id: admin.id }, count: 1, url: `/returns/${id}`, detail: `Return ${return_number}` });
  expect(of('return_decided')).toMatchObject({ who: { name: 'Kitroom' }, detail: `Return ${return_number}: rejected` });
  expect(JSON.stringify(events)).not.toMatch(/Secret|Credit stop|1250/);
  const inside = await eventsOf(office, uuid);
  const shipped = inside.find(({ kind }) => kind === 'dispatched');
  expect(shipped?.detail).toMatch(/^D-\d+/);
  expect(shipped?.url).toBe(`/admin/shipping/dispatches#search=${shipped?.detail?.split(',')[0]}`);
  expect(inside.find(({ kind }) => kind === 'held')).toMatchObject({
    who: { id: office.id, name: 'Sue Secret' },
    detail: 'Credit stop: 40 days overdue',
  });
});

test('a wearer who did not place the order sees no events of other wearers in the timeline', async () => {
  const { admin, as, signIn, person, dress, wearer, medium, large, setClock, draft, order, submit } = await clientFixture();
  const office = await as('super');
  for (const { id } of [medium, large]) await office.put(`/api/admin/products/${id}`, { field: 'qty_available', value: 50 });
  const colleague = await person('employee');
  await dress(colleague.id);
  const uuid = await draft(admin, [wearer.id, colleague.id]);
  await order(uuid, medium.id, 1, admin, wearer.id);
  await order(uuid, large.id, 4, admin, colleague.id);
  await submit(uuid, { client_po_reference: 'PO-78' });
  setClock(1);
  const { lines } = (await office.get(`/api/orders/${uuid}`)).body;
  const colleagueLine = lines.find((line: { employee: { id: number } }) => line.employee.id === colleague.id);
  await office.put(`/api/admin/order-lines/${colleagueLine.id}`, { qty_requested: 5 });
  setClock(1);
  await ship(office, uuid);
  const whole = await eventsOf(admin, uuid);
  expect(kinds(whole)).toContain('line_changed');
  expect(whole.find(({ kind }) => kind === 'dispatched')?.count).toBe(6);
  const own = await eventsOf(await signIn(wearer), uuid);
  expect(kinds(own)).not.toContain('line_changed');
  expect(own.find(({ kind }) => kind === 'submitted')).toMatchObject({ detail: null });
  expect(own.find(({ kind }) => kind === 'dispatched')?.count).toBe(1);
});

test('the timeline of a cancelled order shows who cancelled it; people who cannot see the order get 404', async () => {
  const { admin, as, signed, submitted, setClock } = await clientFixture();
  const uuid = await submitted();
  setClock(1);
  await admin.post(`/api/orders/${uuid}/cancel`);
  const events = await eventsOf(admin, uuid);
  expect(kinds(events)).toEqual(['started', 'submitted', 'cancelled']);
  expect(events.at(-1)?.who?.id).toBe(admin.id);
  for (const by of [await as('client_admin'), await signed('employee'), await as('embroiderer')])
    expect((await by.get(`/api/orders/${uuid}/timeline`)).status).toBe(404);
});

test('a pick that was closed with nothing picked is shown in the timeline only to the office', async () => {
  const { admin, as, submitted, medium, setClock } = await clientFixture();
  const office = await as('super');
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 50 });
  const uuid = await submitted();
  await office.post(`/api/admin/orders/${uuid}/allocate-all`);
  await office.post(`/api/admin/orders/${uuid}/allocate`);
  setClock(1);
  await office.put(`/api/admin/orders/${uuid}`, { sendBack: true });
  expect(kinds(await eventsOf(admin, uuid))).toEqual(['started', 'submitted']);
  expect(kinds(await eventsOf(office, uuid))).toEqual(['started', 'submitted', 'released', 'taken_back']);
});

test('the timeline of an order without audit events shows the events that follow from the order’s record', async () => {
  const { database, admin, submitted } = await clientFixture();
  const uuid = await submitted();
  await database.unitOfWork(async (db) => {
    const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
    await db.delete(auditRows).where(eq(auditRows.on_id, order?.id ?? 0));
  });
  const events = await eventsOf(admin, uuid);
  expect(kinds(events)).toEqual(['started', 'submitted']);
  expect(events.every(({ who }) => who?.id === admin.id)).toBe(true);
});
