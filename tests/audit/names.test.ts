import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { products, returnReasons } from '../../server/db/tables/index.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { clientFixture } from '../ordering/fixture.ts';
import { ship } from '../returns/shipped.ts';

watchStatements();

test.skipIf(pg)('reading the names on a page of the audit needs no more SQL statements for many rows than for few', async () => {
  const { as, submitted } = await clientFixture();
  const office = await as('super');
  const read = async () => {
    const { result, statements } = await recordStatements(() => office.get('/api/admin/audit?per_page=100'));
    return { rows: result.body.items.length, statements: statements.length };
  };
  await submitted();
  await read();
  const few = await read();
  for (let n = 0; n < 6; n++) await submitted();
  const many = await read();
  expect(many.rows).toBeGreaterThan(few.rows + 10);
  expect(few.statements).toBeGreaterThan(3);
  expect(many.statements).toBe(few.statements);
});

test('the audit names a return line by product and wearer, and a supplier return line by product', async () => {
  const { as, admin, draft, order, submit, medium, database, supplier } = await clientFixture();
  const office = await as('super');
  await office.put(`/api/admin/products/${medium.id}`, { field: 'qty_available', value: 50 });
  const uuid = await draft();
  const { id } = await order(uuid, medium.id, 2);
  await submit(uuid);
  await ship(office, uuid);
  await database.unitOfWork(async (db) => void (await db.insert(returnReasons).values({ description: 'Too small' }).onConflictDoNothing()));
  const [reason] = (await admin.get('/api/return-reasons')).body.items;
  const createdReturn = (await admin.post(`/api/orders/${uuid}/returns`, { lines: [{ id, qty_to_return: 1, return_reason: reason.id }] })).body;
  const [line] = createdReturn.lines;
  expect((await office.put(`/api/admin/returns/${createdReturn.id}/lines/${line.id}`, { qty_approved: 1, outcome: 'restock' })).status).toBe(200);
  const namesOf = async (what: string) =>
    (await office.get('/api/admin/audit?per_page=100')).body.items.find((row: { what: string }) => row.what === what).names;
  const { name } = (await office.get(`/api/orders/${uuid}`)).body.employees[0];
  const { product_name } = (await office.get(`/api/orders/${uuid}`)).body.lines[0];
  expect((await namesOf('return.line_approved')).return_line).toEqual({ [line.id]: `${product_name}, ${name}` });

  const { id: supplier_id } = await supplier();
  await database.unitOfWork((db) => db.update(products).set({ supplier_id }).where(eq(products.id, medium.id)));
  const back = (await office.post('/api/admin/supplier-returns', { supplier_id })).body;
  const added = await office.post(`/api/admin/supplier-returns/${back.id}/lines`, { product_id: medium.id, qty_requested: 1 });
  expect(added.status).toBe(201);
  expect((await namesOf('supplier_return.line_added')).supplier_return_line).toEqual({ [added.body.id]: expect.stringContaining(medium.sku) });
});
