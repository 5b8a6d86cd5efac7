import { expect, test } from 'vitest';
import { pg } from '../../server/db/dialect.ts';
import { recordStatements, watchStatements } from '../bench/record-statements.ts';
import { clientFixture } from '../ordering/fixture.ts';

watchStatements();

test.skipIf(pg)('reading a set, searching it and searching for more products takes as many statements with sixty styles as with two', async () => {
  const { as, client, set, style } = await clientFixture();
  const office = await as('super');
  const path = `/api/admin/clothing-sets/${set.id}/products`;
  const addresses = [
    path,
    `${path}?search=product`,
    `/api/admin/products?search=product&clothing_set_id=${set.id}`,
    `/api/admin/accounts/${client.id}/clothing-sets`,
    `/api/admin/clothing-sets/${set.id}/people`,
  ];
  const add = async (): Promise<void> => {
    const { parent, children } = await style(['S', 'M']);
    expect((await office.post(path, { product_id: children[0]?.id ?? parent.id, price: 900 })).status).toBe(201);
  };
  const read = async () => {
    const counts: number[] = [];
    for (const address of addresses) {
      const { result, statements } = await recordStatements(() => office.get(address));
      expect(result.status, address).toBe(200);
      counts.push(statements.length);
    }
    return { counts, items: (await office.get(path)).body.items.length };
  };
  await add();
  await read();
  const few = await read();
  for (let n = 0; n < 58; n++) await add();
  await read();
  const many = await read();
  expect([few.items, many.items]).toEqual([2, 48]);
  expect(Math.min(...few.counts)).toBeGreaterThan(1);
  expect(many.counts).toEqual(few.counts);
});
