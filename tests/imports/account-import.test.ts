import { expect, test } from 'vitest';
import { importWorld } from './import-world.ts';

test('accounts are added and changed by their reference, with their invoice address, and the import cannot be rolled back', async () => {
  const { importFile, office, account, upload } = await importWorld();
  const tag = `A${office.id}`;
  const stored = await account({ reference: `${tag}-1`, name: 'Old name', invoice_address: { address_line_1: '1 Mill Lane', postcode: 'LS1 4AP' } });
  const rows = [
    ['reference', 'name', 'contact_email', 'address_line_1', 'postcode', 'require_po'],
    [`${tag}-1`, 'New name', '', '2 Mill Lane', '', 'yes'],
    [`${tag}-2`, 'Second', 'office@second.test', '3 High Street', 'ls1 4ap', ''],
  ];
  const done = await importFile({ type: 'accounts', rows });
  expect(done).toMatchObject({ status: 'done', progress: { new: 1, changed: 1, failed: 0 }, rollback_url: null });
  expect((await office.get(`/api/admin/accounts/${stored.id}`)).body).toMatchObject({
    name: 'New name',
    require_po: true,
    invoice_address: { address_line_1: '2 Mill Lane', postcode: 'LS1 4AP' },
  });
  const list = (await office.get(`/api/admin/accounts?search=Second`)).body.items;
  expect(list).toHaveLength(1);
  expect((await office.post(`/api/admin/imports/${done.id}/rollback`)).status).toBe(409);
  expect((await upload({ type: 'accounts', rows })).body.check).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
});

test('an address without a postcode, an invalid email address and a missing close day are faults of their cells', async () => {
  const { upload, office } = await importWorld();
  const { body } = await upload({
    type: 'accounts',
    rows: [
      ['reference', 'name', 'contact_email', 'address_line_1', 'is_consolidated_invoicing', 'sku_prefix'],
      [`F${office.id}1`, 'One', 'nobody', '', '', ''],
      [`F${office.id}2`, 'Two', '', '1 Lane', '', ''],
      [`F${office.id}3`, 'Three', '', '', 'yes', ''],
      [`F${office.id}4`, 'Four', '', '', '', 'toolongprefix'],
      [`F${office.id}5`, '', '', '', '', ''],
    ],
  });
  expect(body.check).toMatchObject({ faulty: 5, new: 0 });
});

test('a reference that is another account’s prefix, and a prefix that is another account’s reference, are faults of their cells', async () => {
  const { upload, account, office } = await importWorld();
  const prefix = `Q${office.id}`.slice(0, 6);
  await account({ name: 'Tees Docks', reference: `own-${prefix}`, sku_prefix: prefix });
  await account({ name: 'Aire Ports', reference: `r${office.id}` });
  const { body } = await upload({
    type: 'accounts',
    rows: [
      ['reference', 'name', 'sku_prefix'],
      [prefix.toLowerCase(), 'One', ''],
      [`P${office.id}2`, 'Two', `R${office.id}`],
      [`OWN-${prefix}`, 'Tees Docks plc', prefix],
    ],
  });
  expect(body.check).toMatchObject({ faulty: 2, changed: 1, new: 0 });
  expect(JSON.stringify(body)).toContain('This is the SKU prefix of Tees Docks.');
  expect(JSON.stringify(body)).toContain('This is the reference of Aire Ports.');
});

test('if stored SKUs already begin with the SKU prefix of an imported account, the cell of the prefix is faulty', async () => {
  const { upload, account, product, office } = await importWorld();
  const prefix = `S${office.id}`.slice(0, 6);
  const other = `U${office.id}`.slice(0, 6);
  const { sku } = await product({ sku: `${prefix.toLowerCase()}-POLO` });
  const { sku: otherSku } = await product({ sku: `${other}-POLO` });
  const own = await account({ name: 'Tees Docks', reference: `t${office.id}` });
  const { body } = await upload({
    type: 'accounts',
    rows: [
      ['reference', 'name', 'sku_prefix'],
      [`S${office.id}-1`, 'One', prefix],
      [own.reference, '', other],
      [`S${office.id}-2`, 'Two', `X${prefix}`.slice(0, 6)],
    ],
  });
  const message = (example: string) => `Other SKUs begin with this prefix, such as ${example}. Choose another: it cannot be changed later.`;
  expect(body.check?.faults).toEqual([
    expect.objectContaining({ row: 2, column: 2, message: message(sku) }),
    expect.objectContaining({ row: 3, column: 2, message: message(otherSku) }),
  ]);
  expect(body.check).toMatchObject({ faulty: 2, new: 1 });
});
