import { expect, test } from 'vitest';
import { countRequests } from '../../server/db/tables/index.ts';
import { queueMails } from '../../server/mail/queue-mail.ts';
import { floor } from '../fulfilment/floor.ts';

const kindsOf = (items: { kind: string }[]): string[] => items.map(({ kind }) => kind);

test('the office reads allocations, emails and stock checks of an order beside its other events, the newest first', async () => {
  const { office, stocked, createOrder, database, now, setClock } = await floor();
  const polo = await stocked(5, { bin: 'A-04-2' });
  const order = await createOrder([{ product_id: polo.id, qty: 3 }]);
  const step = (minute: number) => setClock(minute);
  step(1);
  await office.post(`${order.path}/allocate-all`);
  step(2);
  await office.put(`${order.path}/lines/${order.lines[0]}/allocation`, { qty_allocated: 1 });
  step(3);
  await office.post(`${order.path}/allocate`);
  step(4);
  await database.unitOfWork(async (db) => {
    await queueMails({ db, now: now() }, [
      {
        to: 'gemma@example.test',
        account_id: order.account_id,
        kind: 'order_confirmation',
        subject: 'Your order',
        text: '',
        html: '',
        order_id: order.id,
      },
    ] as never);
    await db.insert(countRequests).values({ m: `count-${order.id}`, product_id: polo.id, created_at: now(), v: 1 });
  });
  const { status, body } = await office.get(`${order.path}/timeline`);
  expect(status).toBe(200);
  expect(kindsOf(body.items)).toEqual(['count_requested', 'mailed', 'released', 'unallocated', 'allocated', 'submitted', 'started']);
  expect(body.items).toMatchObject([
    { detail: `${polo.sku}, bin A-04-2`, who: null },
    { detail: 'Your order, to gemma@example.test' },
    {},
    { count: 2 },
    { count: 3 },
    {},
    {},
  ]);
  expect(body.open_counts).toEqual([{ sku: polo.sku, bin: 'A-04-2', asked_at: now() }]);
});

test('the office reads the old and the new value of what was changed on a line, and its client only the line', async () => {
  const { office, signIn, stocked, createOrder, setClock } = await floor();
  const order = await createOrder([{ product_id: (await stocked(5)).id, qty: 2 }]);
  setClock(1);
  for (const change of [{ qty_requested: 4 }, { qty_requested: 3 }, { unit_price: 1250, decoration: 'Logo left' }])
    expect((await office.put(`/api/admin/order-lines/${order.lines[0]}`, change)).status).toBe(200);
  const [event] = (await office.get(`${order.path}/timeline`)).body.items;
  expect(event).toMatchObject({ kind: 'line_changed', count: 1 });
  expect(event.detail).toMatch(/: quantity 2 → 3, price £[\d.]+ → £12\.50, decoration none → “Logo left”$/);
  const client = await signIn(order.requester);
  const { items } = (await client.get(`/api/orders/${order.uuid}/timeline`)).body;
  expect(items.find(({ kind }: { kind: string }) => kind === 'line_changed')?.detail ?? '').not.toContain('→');
});

test('the office reads which product was substituted by which, for picking only or in the order', async () => {
  const { office, signIn, stocked, createOrder, setClock } = await floor();
  const [ordered, picked, replaced] = [await stocked(5), await stocked(5), await stocked(5)];
  const order = await createOrder([{ product_id: ordered.id, qty: 2 }]);
  const substitute = async (mode: string, product_id: number, more: object = {}) =>
    expect((await office.post(`/api/admin/order-lines/${order.lines[0]}/substitute`, { mode, product_id, ...more })).status).toBe(200);
  setClock(1);
  await substitute('substitute', picked.id);
  setClock(2);
  await substitute('replace', replaced.id, { new_price: 990 });
  const { items } = (await office.get(`${order.path}/timeline`)).body;
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'replaced', detail: `${picked.sku} → ${replaced.sku}`, who: { name: expect.any(String) } },
    { kind: 'substituted', detail: `${ordered.sku} → ${picked.sku}` },
  ]);
  const client = await signIn(order.requester);
  expect(kindsOf((await client.get(`/api/orders/${order.uuid}/timeline`)).body.items)).not.toContain('substituted');
});

test('clients read no allocations, emails or stock checks, and may not read the office’s timeline', async () => {
  const { office, signIn, stocked, createOrder } = await floor();
  const order = await createOrder([{ product_id: (await stocked(2)).id, qty: 1 }]);
  await office.post(`${order.path}/allocate-all`);
  const client = await signIn(order.requester);
  expect((await client.get(`${order.path}/timeline`)).status).toBe(403);
  const { items } = (await client.get(`/api/orders/${order.uuid}/timeline`)).body;
  expect(kindsOf(items)).not.toContain('allocated');
  expect((await office.get('/api/admin/orders/00000000-0000-4000-8000-000000000000/timeline')).status).toBe(404);
});

test('an order that waits for nothing has no open stock checks', async () => {
  const { office, stocked, createOrder } = await floor();
  const order = await createOrder([{ product_id: (await stocked(2)).id, qty: 1 }], { is_draft: true });
  const { body } = await office.get(`${order.path}/timeline`);
  expect([kindsOf(body.items), body.open_counts]).toEqual([['started'], []]);
});
