import { expect, test } from 'vitest';
import { clientFixture } from './fixture.ts';

test('a line for a size outside the wearer’s sets gets the VAT rate of the style if the size has none', async () => {
  const { as, product, draft, wearer, order } = await clientFixture();
  const office = await as('super');
  const style = await product({ vat_rate: 0 });
  const [none, own] = [await product({ parent_id: style.id, price: 1000 }), await product({ parent_id: style.id, price: 1000, vat_rate: 5 })];
  const uuid = await draft();
  const line = await order(uuid);
  const add = async (product_id: number) => (await office.post(`/api/admin/orders/${uuid}/lines`, { employee_id: wearer.id, product_id })).body;
  expect(await add(none.id)).toMatchObject({ vat_rate: 0, vat: 0 });
  expect(await add(own.id)).toMatchObject({ vat_rate: 5 });
  expect(await add(style.id)).toMatchObject({ vat_rate: 0, is_size_selected: false });
  expect((await office.put(`/api/admin/order-lines/${line.id}`, { product_id: none.id })).body).toMatchObject({ vat_rate: 0 });
});

test('a request that the office deletes no longer waits for approval, and the requester is notified', async () => {
  const { wearer, signIn, person, order, submit, draft, as } = await clientFixture();
  const boss = await signIn(await person('manager'));
  const self = await signIn(wearer);
  const office = await as('super');
  const uuid = await draft(self);
  await order(uuid, undefined, 1, self);
  await submit(uuid, {}, self);
  const number = (await self.get(`/api/orders/${uuid}`)).body.order_number;
  expect((await boss.get('/api/notifications')).body).toMatchObject({ unread_count: 1 });
  expect((await boss.delete(`/api/orders/${uuid}`)).status).toBe(409);
  expect((await office.delete(`/api/orders/${uuid}`)).status).toBe(200);
  expect((await boss.get('/api/notifications')).body).toMatchObject({ unread_count: 0 });
  expect((await self.get('/api/notifications')).body).toMatchObject({
    unread_count: 1,
    items: [{ data: { title: `Order ${number} was deleted`, message: 'Kitroom deleted your order before it was approved.', url: '/orders' } }],
  });
});

test('deleting a draft or a submitted order notifies nobody', async () => {
  const { wearer, signIn, order, draft, submitted, admin, as } = await clientFixture();
  const self = await signIn(wearer);
  const office = await as('super');
  const uuid = await draft(self);
  await order(uuid, undefined, 1, self);
  for (const orderUuid of [uuid, await submitted()]) expect((await office.delete(`/api/admin/orders/${orderUuid}`)).status).toBe(200);
  for (const who of [self, admin]) expect((await who.get('/api/notifications')).body.unread_count).toBe(0);
});

test('if an order is deleted after its wearer was asked to choose sizes, the wearer is notified and the request for sizes disappears', async () => {
  const { wearer, signIn, order, draft, submit, parent, as } = await clientFixture();
  const self = await signIn(wearer);
  const uuid = await draft();
  await order(uuid, parent.id, 1);
  expect((await submit(uuid, { confirm_missing_sizes: true })).status).toBe(200);
  const number = (await self.get(`/api/orders/${uuid}`)).body.order_number;
  expect((await self.get('/api/notifications')).body).toMatchObject({ unread_count: 1, items: [{ data: { title: 'Choose your sizes' } }] });
  expect((await (await as('super')).delete(`/api/admin/orders/${uuid}`)).status).toBe(200);
  expect((await self.get('/api/notifications')).body).toMatchObject({
    unread_count: 0,
    total: 1,
    items: [{ data: { title: `Order ${number} was deleted`, url: '/orders' } }],
  });
});
