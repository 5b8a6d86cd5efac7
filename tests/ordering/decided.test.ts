import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderEmployees, orders, outbox, users } from '../../server/db/tables/index.ts';
import type { EmailKind } from '../../server/mail/render-email.ts';
import { limits } from '../../shared/limits.ts';
import { ship } from '../returns/shipped.ts';
import type { Caller } from '../world.ts';
import { clientFixture } from './fixture.ts';

/** Inserts an employee’s draft with one line, and two managers who may approve it. */
async function requestFixture() {
  const base = await clientFixture();
  const { wearer, signIn, signed, draft, order, submit, database, client } = base;
  const self = await signIn(wearer);
  const [boss, colleague] = [await signed('manager', { forenames: 'Bea', surname: 'Boss' }), await signed('manager')];
  const uuid = await draft(self);
  await order(uuid, undefined, 1, self);
  const ask = async () => expect((await submit(uuid, {}, self)).body).toMatchObject({ status: 'requested' });
  const bell = async (by: Caller) => (await by.get('/api/notifications')).body;
  const mails = (kind: EmailKind) =>
    database.reader
      .select({ to: outbox.to, subject: outbox.subject, text: outbox.text })
      .from(outbox)
      .where(and(eq(outbox.account_id, client.id), eq(outbox.kind, kind)))
      .orderBy(outbox.id);
  const { order_number } = (await self.get(`/api/orders/${uuid}`)).body;
  return { ...base, self, boss, colleague, uuid, ask, bell, mails, order_number };
}

test('everybody who could approve a request is notified of the decision, even if they had already read the request', async () => {
  const { self, boss, colleague, uuid, ask, bell, order_number, submit, now } = await requestFixture();
  const outcomes: [act: () => Promise<{ status: number }>, title: string, message: string][] = [
    [() => boss.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' }), `Order ${order_number} was declined`, 'Bea Boss has declined it.'],
    [() => self.post(`/api/orders/${uuid}/withdraw`), `Order ${order_number} was withdrawn`, 'has withdrawn it.'],
    [() => submit(uuid, {}, boss), `Order ${order_number} is approved`, 'Bea Boss has approved it.'],
  ];
  for (const [act, title, message] of outcomes) {
    await ask();
    const [waiting] = (await bell(colleague)).items;
    expect(waiting).toMatchObject({ read_at: null, data: { title: `Order ${order_number} needs your approval` } });
    await colleague.put(`/api/notifications/${waiting.id}`, { mark_as_read: true });
    expect((await act()).status).toBe(200);
    for (const by of [boss, colleague])
      expect(await bell(by)).toMatchObject({
        unread_count: 0,
        total: 1,
        items: [{ read_at: now(), data: { title, message: expect.stringContaining(message), url: `/orders/${uuid}` } }],
      });
  }
});

test('an approver gets at most three emails a day and one notification about a request that is sent and withdrawn repeatedly', async () => {
  const { self, boss, uuid, ask, bell, mails, setClock, order_number, signIn, submit, wearer } = await requestFixture();
  const again = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n++) {
      await ask();
      expect((await self.post(`/api/orders/${uuid}/withdraw`)).status).toBe(200);
    }
  };
  await again(6);
  expect(await mails('approval_request')).toHaveLength(2 * 3);
  await ask();
  expect(await bell(boss)).toMatchObject({ total: 1, unread_count: 1, items: [{ data: { title: `Order ${order_number} needs your approval` } }] });
  await self.post(`/api/orders/${uuid}/withdraw`);
  setClock(24 * 60 + 1);
  expect((await submit(uuid, {}, await signIn(wearer))).body).toMatchObject({ status: 'requested' });
  expect(await mails('approval_request')).toHaveLength(2 * 4);
});

test('a requester whose request is declined repeatedly gets at most three emails a day, and a notification in the app each time', async () => {
  const { self, boss, uuid, ask, bell, mails, setClock, submit, signIn, wearer, person } = await requestFixture();
  const decline = async (by: Caller, n: number) => expect((await by.post(`/api/orders/${uuid}/decline`, { reason: `Reason ${n}` })).status).toBe(200);
  for (let n = 1; n <= 5; n++) {
    await ask();
    await decline(boss, n);
  }
  const decisions = await mails('approval_decision');
  expect(decisions.map(({ to }) => to)).toEqual(Array(3).fill(wearer.email));
  expect(decisions.at(-1)?.text).toContain('Reason 3');
  expect((await bell(self)).total).toBe(5);
  // An approval also counts as a decision. The limit starts again the next day.
  setClock(24 * 60 + 1);
  expect((await submit(uuid, {}, await signIn(wearer))).body).toMatchObject({ status: 'requested' });
  expect((await submit(uuid, {}, await signIn(await person('manager')))).body).toMatchObject({ status: 'submitted' });
  expect(await mails('approval_decision')).toHaveLength(4);
});

test('an approval of a request that was withdrawn or declined is refused unless it names the current version', async () => {
  const { self, boss, colleague, uuid, ask, submit, as } = await requestFixture();
  const office = await as('super');
  const approve = (by: Caller, more: object = {}) => by.put(`/api/orders/${uuid}`, { submitted_at: '2026-11-20T09:00:00Z', ...more });
  const refusal = { status: 409, body: { code: 'not_requested' } };
  await ask();
  await self.post(`/api/orders/${uuid}/withdraw`);
  expect(await approve(boss)).toMatchObject(refusal);
  expect(await submit(uuid, {}, boss)).toMatchObject(refusal);
  expect(await office.put(`/api/admin/orders/${uuid}`, { submit: true })).toMatchObject(refusal);
  expect(await boss.post(`/api/orders/${uuid}/decline`, { reason: 'No' })).toMatchObject(refusal);
  await ask();
  await boss.post(`/api/orders/${uuid}/decline`, { reason: 'Next month' });
  expect(await approve(colleague)).toMatchObject(refusal);
  expect((await self.get(`/api/orders/${uuid}`)).body).toMatchObject({ status: 'draft' });
  const { version } = (await boss.get(`/api/orders/${uuid}`)).body;
  expect(await approve(boss, { version })).toMatchObject({ status: 200, body: { status: 'submitted' } });
});

test('after a request was sent again with other lines, a decline that names the earlier version is refused', async () => {
  const { self, boss, uuid, ask, order } = await requestFixture();
  await ask();
  const { version } = (await boss.get(`/api/orders/${uuid}`)).body;
  await self.post(`/api/orders/${uuid}/withdraw`);
  await order(uuid, undefined, 2, self);
  await ask();
  const decline = (knownVersion: number) => boss.post(`/api/orders/${uuid}/decline`, { reason: 'No', version: knownVersion });
  const stale = await decline(version);
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version', current: { uuid, status: 'requested' } } });
  expect((await decline(stale.body.current.version)).body).toMatchObject({ status: 'draft' });
});

test('the requester and the wearers of a cancelled order are notified, each wearer of their own items', async () => {
  const { person, dress, draft, order, submit, admin, wearer, signIn, medium, large, mails, bell, as, parent } = await requestFixture();
  const sam = await person('employee', { forenames: 'Sam', surname: 'Reed' });
  await dress(sam.id);
  const boss = await person('manager');
  const requester = await signIn(boss);
  const uuid = await draft(requester, [wearer.id, sam.id]);
  await order(uuid, medium.id, 2, requester, wearer.id);
  await order(uuid, large.id, 1, requester, sam.id);
  expect((await submit(uuid, {}, requester)).status).toBe(200);
  const number = (await requester.get(`/api/orders/${uuid}`)).body.order_number;
  expect((await admin.post(`/api/orders/${uuid}/cancel`)).status).toBe(200);

  const emails = await mails('order_cancelled');
  expect(emails.map(({ to }) => to).sort()).toEqual([boss.email, wearer.email, sam.email].sort());
  expect(emails.every(({ subject }) => subject === `Order ${number} was cancelled`)).toBe(true);
  const ofSam = emails.find(({ to }) => to === sam.email)?.text ?? '';
  expect(ofSam).toContain(`1 x ${parent.name}, Navy, size L`);
  expect(ofSam).not.toContain('size M');
  expect(emails.find(({ to }) => to === boss.email)?.text).toMatch(/size M[\s\S]*size L/);
  const expected = { unread_count: 1, items: [{ data: { title: `Order ${number} was cancelled`, url: `/orders/${uuid}` } }] };
  for (const by of [requester, await signIn(wearer), await signIn(sam)]) expect(await bell(by)).toMatchObject(expected);
  expect((await bell(admin)).total).toBe(0);
  const office = await as('super');
  expect((await office.post(`/api/orders/${uuid}/cancel`)).status).toBe(409);
  expect(await mails('order_cancelled')).toHaveLength(3);
});

test('if the rest of a part-shipped order is cancelled, its requester and its wearers are told which items will not be sent', async () => {
  const { draft, order, submit, admin, wearer, signIn, medium, large, mails, bell, as, parent } = await requestFixture();
  const office = await as('super');
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 50 });
  const uuid = await draft();
  await order(uuid, medium.id, 2);
  await order(uuid, large.id, 1);
  expect((await submit(uuid)).status).toBe(200);
  await ship(office, uuid);
  const { status, order_number } = (await admin.get(`/api/orders/${uuid}`)).body;
  expect(status).toBe('part_shipped');
  expect((await office.post(`/api/orders/${uuid}/cancel`)).body).toMatchObject({ status: 'shipped' });
  const emails = await mails('order_cancelled');
  expect(emails).toHaveLength(2);
  for (const { subject, text } of emails) {
    expect(subject).toBe(`The rest of order ${order_number} was cancelled`);
    expect(text).toContain('Kitroom cancelled what had not been dispatched of this order. These items will not be sent:');
    expect(text).toContain(`1 x ${parent.name}, Navy, size L`);
    expect(text).not.toContain('size M');
  }
  for (const by of [admin, await signIn(wearer)])
    expect((await bell(by)).items[0].data).toEqual({
      title: `The rest of order ${order_number} was cancelled`,
      message: 'Kitroom cancelled it. What had not been dispatched will not be sent.',
      url: `/orders/${uuid}`,
    });
});

test('if an order is cancelled after its wearer was asked to choose sizes, the wearer is notified and the request for sizes disappears', async () => {
  const { draft, order, submit, admin, wearer, signIn, parent, medium, bell } = await requestFixture();
  const self = await signIn(wearer);
  const unsized = async () => {
    const uuid = await draft();
    const { id } = await order(uuid, parent.id, 1);
    await submit(uuid, { confirm_missing_sizes: true });
    expect((await bell(self)).items[0]).toMatchObject({ read_at: null, data: { title: 'Choose your sizes' } });
    return { uuid, id };
  };
  const first = await unsized();
  await admin.put(`/api/orders/${first.uuid}/lines/${first.id}`, { product_id: medium.id });
  expect((await bell(self)).items[0]).toMatchObject({ read_at: expect.any(String), data: { title: expect.stringContaining('has your sizes') } });
  const second = await unsized();
  await admin.post(`/api/orders/${second.uuid}/cancel`);
  const titles = (await bell(self)).items.map(({ data }: { data: { title: string } }) => data.title);
  expect(titles.filter((title: string) => title.endsWith('was cancelled'))).toHaveLength(2);
  expect(titles).not.toContain('Choose your sizes');
});

test('an order has at most 500 lines and 500 people', async () => {
  const { draft, admin, wearer, medium, as, database, person, client, now } = await requestFixture();
  const office = await as('super');
  const uuid = await draft();
  const add = (count: number) =>
    admin.post(`/api/orders/${uuid}/employees/${wearer.id}/lines`, {
      lines: Array.from({ length: count }, () => ({ product_id: medium.id, quantity: 1 })),
    });
  for (const count of [200, 200, 99]) expect((await add(count)).status).toBe(201);
  const full = {
    status: 409,
    body: { code: 'order_full', message: `An order holds at most ${limits.lines_per_order} lines. Start another one for the rest.` },
  };
  expect(await add(2)).toMatchObject(full);
  expect((await add(1)).status).toBe(201);
  expect(await add(1)).toMatchObject(full);
  expect(await office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id: medium.id })).toMatchObject(full);

  const [orderRow] = await database.reader.select({ id: orders.id }).from(orders).where(eq(orders.uuid, uuid));
  await database.unitOfWork(async (db) => {
    const crowd = Array.from({ length: limits.lines_per_order - 2 }, (_, n) => ({
      role: 'employee' as const,
      account_id: client.id,
      forenames: 'Crowd',
      surname: String(n),
      created_at: now(),
    }));
    const people = await db.insert(users).values(crowd).returning({ id: users.id });
    await db.insert(orderEmployees).values(people.map(({ id }) => ({ order_id: orderRow?.id ?? 0, employee_id: id })));
  });
  const join = async () => admin.post(`/api/orders/${uuid}/employees`, { employees: [(await person('employee')).id] });
  expect((await join()).status).toBe(200);
  expect(await join()).toMatchObject({ status: 409, body: { code: 'order_full' } });
});
