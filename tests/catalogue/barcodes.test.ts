import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../server/db/tables/index.ts';
import { importWorld } from '../imports/import-world.ts';

/** Returns a trade item number of 13 digits that no other test uses. */
function newGtin(): string {
  const digits = `20${String(Date.now()).slice(-9)}${Math.floor(Math.random() * 10)}`;
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function setUp() {
  const base = await importWorld();
  const tag = `G${base.office.id}`;
  const gtin = newGtin();
  const jacket = await base.product({ sku: `${tag}-JACKET`, barcode: gtin });
  const gloves = await base.product({ sku: `${tag}-GLOVES` });
  const barcodeOf = async (id: number) => (await base.database.reader.select().from(products).where(eq(products.id, id)))[0]?.barcode;
  return { ...base, tag, gtin, jacket, gloves, barcodeOf };
}
const taken = 'There is a product with this barcode already.';

test('a trade item number that one product has is refused for a second product, in every form, typed or imported', async () => {
  const { office, upload, tag, gtin, gloves, barcodeOf } = await setUp();
  for (const value of [gtin, `0${gtin}`, `${gtin.slice(0, 4)}-${gtin.slice(4, 9)} ${gtin.slice(9)}`, `(01)0${gtin}`]) {
    expect(await office.put(`/api/admin/products/${gloves.id}`, { field: 'barcode', value })).toMatchObject({
      status: 422,
      body: { errors: { value: [taken] } },
    });
    expect(await office.post('/api/admin/products', { sku: `${tag}-NEW`, name: 'New', barcode: value })).toMatchObject({
      status: 422,
      body: { errors: { barcode: [taken] } },
    });
    const rows = [
      ['sku', 'barcode'],
      [gloves.sku, value],
    ];
    expect((await upload({ type: 'products', rows })).body.check).toMatchObject({ faulty: 1, faults: [{ message: taken }] });
  }
  expect(await barcodeOf(gloves.id)).toBeNull();
});

test('if two rows of a file have the same trade item number, the second row is reported as faulty', async () => {
  const { upload, tag } = await setUp();
  const gtin = newGtin();
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'name', 'barcode'],
      [`${tag}-ONE`, 'One', gtin],
      [`${tag}-TWO`, 'Two', `0${gtin}`],
    ],
  });
  expect(body.check).toMatchObject({ new: 1, faulty: 1, faults: [{ row: 3, column: 2 }] });
});

test('importing the longer form of a stored trade item number changes nothing', async () => {
  const { upload, gtin, jacket } = await setUp();
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'barcode'],
      [jacket.sku, `0${gtin}`],
    ],
  });
  expect(body.check).toMatchObject({ unchanged: 1, changed: 0, faulty: 0 });
});

test('the office finds a product by any form of its number; if two products match, the one with the exact form is found', async () => {
  const { office, tag, gtin, jacket, database } = await setUp();
  const codes = [gtin, `0${gtin}`, `(01)0${gtin}`, `https://id.gs1.org/01/0${gtin}/21/7`, `]C110LOT-7\u001d010${gtin}\u001d`];
  const found = async (code: string) =>
    (await office.get(`/api/admin/stock/skus?code=${encodeURIComponent(code)}`)).body.items.map(({ sku }: { sku: string }) => sku);
  for (const code of codes) expect(await found(code), code).toEqual([jacket.sku]);
  // Two products have the same number, stored before numbers were compared in all forms.
  await database.unitOfWork((db) =>
    db.insert(products).values({ sku: `${tag}-OLD`, name: 'Old', barcode: `0${gtin}`, created_at: '2026-10-01T09:00:00.000Z' }),
  );
  expect(await found(`0${gtin}`)).toEqual([`${tag}-OLD`]);
  expect(await found(gtin)).toEqual([jacket.sku]);
});
