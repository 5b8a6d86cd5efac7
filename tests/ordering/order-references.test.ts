import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { orderReferenceNames, orderReferences } from '../../shared/ordering/order-references.ts';
import { clientFixture } from './fixture.ts';

/** The order references that have a column when the office exports its list of orders. */
const exported = ['client_po_reference'];

test.each(orderReferenceNames)('%s is shown on the order and in the lists, except to the wearer; the export has only the PO', async (name) => {
  const { draft, order, submit, admin, as, signIn, wearer, client } = await clientFixture();
  const [office, self] = [await as('super'), await signIn(wearer)];
  const uuid = await draft();
  await order(uuid);
  const value = 'x'.repeat(orderReferences[name].max);
  expect(await submit(uuid, { [name]: `${value}x` })).toMatchObject({ status: 422, body: { errors: { [name]: [expect.any(String)] } } });

  expect(await submit(uuid, { [name]: ` ${value} ` })).toMatchObject({ status: 200, body: { [name]: value } });

  expect((await admin.get(`/api/orders/${uuid}`)).body).toMatchObject({ [name]: value });
  expect((await admin.get('/api/orders')).body.items).toMatchObject([{ uuid, [name]: value }]);
  expect((await office.get(`/api/admin/orders?account_id=${client.id}`)).body.items).toMatchObject([{ uuid, [name]: value }]);
  expect((await self.get(`/api/orders/${uuid}`)).body).toMatchObject({ uuid, [name]: null });
  expect((await self.get('/api/orders')).body.items).toMatchObject([{ uuid, [name]: null }]);
  const document = await (await office.raw(`/admin/orders/export?account_id=${client.id}`)).text();
  const [row] = parse(document, { bom: true, columns: true }) as Record<string, string>[];
  expect(row?.[name]).toBe(exported.includes(name) ? value : undefined);
});
