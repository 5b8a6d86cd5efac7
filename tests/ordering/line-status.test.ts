import { expect, test } from 'vitest';
import { ship } from '../returns/shipped.ts';
import { shortfallFixture } from '../shortfall/fixture.ts';
import { clientFixture } from './fixture.ts';

type Part = { state: string; quantity: number; on: string | null; reason: string | null };
const statusOf = (body: { lines: { status: Part[] }[] }) => body.lines[0]?.status.map(({ state, quantity, on }) => [state, quantity, on]);

test('the status of a line says where its items are, from the supplier to the parcel', async () => {
  const { office, stocked, supplier, createOrder, purchase, setClock } = await shortfallFixture();
  const { id: supplier_id } = await supplier({ name: 'Pennine Workwear', sales_email: 'sales@mill.test' });
  const boots = await stocked(0, { supplier_id, name: 'Safety Boots' });
  const { path } = await createOrder([{ product_id: boots.id, qty: 3 }]);
  const uuid = path.split('/').at(-1) ?? '';
  const status = async () => statusOf((await office.get(`/api/orders/${uuid}`)).body);
  expect(await status()).toEqual([['no_date', 3, null]]);
  expect((await office.get(`/api/orders/${uuid}`)).body.lines[0].status[0].reason).toBe('not_ordered');

  const due_on = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await purchase({ supplier_id, product_id: boots.id, qty: 2, due_on });
  expect(await status()).toEqual([
    ['expected', 2, due_on],
    ['no_date', 1, null],
  ]);

  await office.put(`/api/admin/products/${boots.id}`, { field: 'qty_available', value: 3 });
  expect(await status()).toEqual([['in_stock', 3, null]]);
  await office.post(`/api/admin/orders/${uuid}/allocate-all`);
  expect(await status()).toEqual([['in_stock', 3, null]]);
  await office.post(`/api/admin/orders/${uuid}/allocate`);
  expect(await status()).toEqual([['being_packed', 3, null]]);
  setClock(1);
  await office.put(`/api/admin/orders/${uuid}`, { is_frozen: true, frozen_reason: 'Credit stop' });
  expect(await status()).toEqual([['being_packed', 3, null]]);
});

test('a line that was shipped for collection says so, and a client reads the same as the office', async () => {
  const { office, createOrder, stocked, as, account } = await shortfallFixture();
  const company = await account();
  const client = await as('client_admin', { account_id: company.id });
  const cap = await stocked(5);
  const { path } = await createOrder([{ product_id: cap.id, qty: 2 }], { account_id: company.id });
  const uuid = path.split('/').at(-1) ?? '';
  await ship(office, uuid);
  const [byOffice, byClient] = [(await office.get(`/api/orders/${uuid}`)).body, (await client.get(`/api/orders/${uuid}`)).body];
  expect(statusOf(byClient)).toEqual(statusOf(byOffice));
  const [[state, quantity] = []] = statusOf(byClient) ?? [];
  expect(['to_collect', 'sent']).toContain(state);
  expect(quantity).toBe(2);
});

test('a draft shows only the stock that submitted orders leave', async () => {
  const w = await clientFixture();
  const office = await w.as('super');
  await office.put(`/api/admin/products/${w.medium.id}`, { field: 'qty_available', value: 3 });
  const first = await w.draft(w.admin, [w.wearer.id]);
  await w.order(first, w.medium.id, 2, w.admin);
  const second = await w.draft(w.admin, [w.wearer.id]);
  await w.order(second, w.medium.id, 2, w.admin);
  const status = async (uuid: string) => statusOf((await w.admin.get(`/api/orders/${uuid}`)).body);
  expect(await status(second)).toEqual([['in_stock', 2, null]]);
  await w.submit(first, {}, w.admin);
  expect(await status(second)).toEqual([
    ['in_stock', 1, null],
    ['no_date', 1, null],
  ]);
});
