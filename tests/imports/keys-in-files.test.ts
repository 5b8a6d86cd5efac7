import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts, products, stockLevels, users } from '../../server/db/tables/index.ts';
import { importWorld } from './import-world.ts';

/** Returns a key as another system writes it: in lower case, with decomposed accents, invisible characters and other spaces. */
const asElsewhere = (key: string): string => `\u202A${key.toLowerCase().normalize('NFD').replace('-', '\u200B-\u00AD')}\u00A0 `;

test('a file of all people that differs from the stored people only in Unicode form and invisible characters has no effect', async () => {
  const { account, site, user, upload, database } = await importWorld();
  const client = await account();
  const leeds = await site(client.id, { name: 'Café Yard' });
  for (let n = 0; n < 25; n++)
    await user('employee', { account_id: client.id, sites: [leeds.id], forenames: 'Zoë', surname: `Müller ${n}`, employee_number: `É-${n} A` });
  const rows = [
    ['employee_number', 'forenames', 'surname', 'sites'],
    ...Array.from({ length: 25 }, (_, n) => [
      `\u202A\u00C9\u200B-${n}\u00A0 A\u00AD`.normalize('NFD'),
      'Zoë'.normalize('NFD'),
      `Müller ${n}`.normalize('NFD'),
      'cafe\u0301\u00A0 yard',
    ]),
  ];
  const { body } = await upload({ type: 'employees', rows, options: { account_id: String(client.id), complete: 'true' } });
  expect(body).toMatchObject({ status: 'checked', expected: null, check: { unchanged: 25, new: 0, changed: 0, archived: 0, missing: 0, faulty: 0 } });
  expect(await database.reader.$count(users, and(eq(users.account_id, client.id), isNull(users.deleted_at)))).toBe(25);
});

test('products, styles and stock are found by SKUs that the file spells differently, and the stored spelling stays', async () => {
  const { importFile, upload, office, product, database } = await importWorld();
  const tag = `KÊ-${office.id}`;
  await product({ sku: tag, name: 'Polo', price: 500 });
  const done = await importFile({
    type: 'products',
    rows: [
      ['sku', 'parent_sku', 'name', 'price', 'size_1'],
      [asElsewhere(tag), '', 'Polo', '6.00', ''],
      [`${tag}-m`, asElsewhere(tag), 'Polo', '6.00', 'M'],
    ],
  });
  expect(done).toMatchObject({ status: 'done', progress: { new: 1, changed: 1, failed: 0 } });
  const [style] = await database.reader.select().from(products).where(eq(products.sku, tag));
  const [sku] = await database.reader
    .select()
    .from(products)
    .where(eq(products.sku, `${tag}-m`));
  expect(style).toMatchObject({ sku: tag, price: 600 });
  expect(sku).toMatchObject({ parent_id: style?.id, price: 600 });
  await importFile({
    type: 'stock',
    rows: [
      ['sku', 'count'],
      [asElsewhere(`${tag}-M`), '7'],
    ],
  });
  const [level] = await database.reader
    .select()
    .from(stockLevels)
    .where(eq(stockLevels.product_id, sku?.id ?? 0));
  expect(level).toMatchObject({ qty_available: 7 });
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'name'],
      [`${tag}-new`, 'One'],
      [asElsewhere(`${tag}-NEW`), 'Two'],
    ],
  });
  expect(body.check).toMatchObject({ new: 1, faulty: 1 });
});

test('an account is found by a reference that the file spells differently, and the stored spelling stays', async () => {
  const { importFile, office, account, database } = await importWorld();
  const reference = `RÊF-${office.id}`;
  const stored = await account({ reference, name: 'Old' });
  const done = await importFile({
    type: 'accounts',
    rows: [
      ['reference', 'name'],
      [asElsewhere(reference), 'New name'],
    ],
  });
  expect(done).toMatchObject({ status: 'done', progress: { changed: 1, new: 0, failed: 0 } });
  const [row] = await database.reader.select().from(accounts).where(eq(accounts.id, stored.id));
  expect(row).toMatchObject({ reference, name: 'New name' });
});
