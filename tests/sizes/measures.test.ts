import { expect, test } from 'vitest';
import { sizeFixture } from './fixture.ts';

test('the measures of a style are read where its size is chosen: in an order and behind a size link', async () => {
  const { admin, as, parent, unsized, wearer, tokenFor, open } = await sizeFixture();
  const office = await as('super');
  const { uuid } = await unsized();
  const inOrder = async () => (await admin.get(`/api/employees/${wearer.id}/products?order=${uuid}`)).body.items[0].measures;
  expect(await inOrder()).toBeNull();
  const measures = { S: { chest: 92.5 }, M: { chest: 100 } };
  await office.put(`/api/admin/products/${parent.id}`, { field: 'measures', value: measures });
  expect(await inOrder()).toEqual(measures);
  expect((await open(await tokenFor(wearer.email))).body.lines[0].measures).toEqual(measures);
});
