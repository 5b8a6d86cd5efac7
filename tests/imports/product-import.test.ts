import { asc, eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../server/db/tables/index.ts';
import { messages } from '../../shared/messages.ts';
import { importWorld } from './import-world.ts';

const head = ['sku', 'parent_sku', 'name', 'price', 'cost', 'colour', 'size_1', 'supplier', 'barcode'] as const;

async function setUp() {
  const base = await importWorld();
  const tag = `P${base.office.id}`;
  const supplier = await base.supplier({ name: `Pennine ${tag}` });
  const productBySku = async (sku: string) => (await base.database.reader.select().from(products).where(eq(products.sku, sku)))[0];
  return { ...base, tag, supplier, productBySku };
}

test('a file adds styles and SKUs, and a SKU gets from its style the values that its row leaves out', async () => {
  const { importFile, tag, supplier, productBySku } = await setUp();
  const done = await importFile({
    type: 'products',
    rows: [
      [...head],
      [`${tag}-A`, '', 'Polo shirt', '12.50', '£7.25', '', '', supplier.name, ''],
      [`${tag}-A-NVY-M`, `${tag}-A`, '', '', '', 'Navy', 'M', '', `50${tag}`],
      [`${tag}-A-NVY-L`, `${tag}-A`, '', '13.00', '', 'Navy', 'L', '', ''],
    ],
  });
  expect(done).toMatchObject({ status: 'done', total_rows: 3, current_line: 3, total_errors: 0, progress: { new: 3, changed: 0, failed: 0 } });
  const style = await productBySku(`${tag}-A`);
  expect(style).toMatchObject({ name: 'Polo shirt', price: 1250, cost: 725, supplier_id: supplier.id, parent_id: null });
  expect(await productBySku(`${tag}-A-NVY-M`)).toMatchObject({
    parent_id: style?.id,
    name: 'Polo shirt',
    price: 1250,
    variation_colour: 'Navy',
    variation_size_1: 'M',
    barcode: `50${tag}`,
    position: 0,
  });
  expect(await productBySku(`${tag}-A-NVY-L`)).toMatchObject({ price: 1300, position: 1 });
});

test('a colour without a hex value gets the value that the colour has in its style, or else in most styles of the catalogue', async () => {
  const { importFile, upload, tag, product, productBySku } = await setUp();
  const other = await product({ sku: `${tag}-O` });
  await product({ parent_id: other.id, sku: `${tag}-O-PET-M`, variation_colour: 'Petrol', colour_hex: '#005f6a', variation_size_1: 'M' });
  const columns = ['sku', 'parent_sku', 'name', 'colour', 'colour_hex', 'size_1'];
  const style = `${tag}-H`;
  await importFile({
    type: 'products',
    rows: [
      columns,
      [style, '', 'Hat', '', '', ''],
      [`${style}-1`, style, '', 'PETROL', '', 'S'],
      [`${style}-2`, style, '', 'Rust', '#b7410e', 'S'],
      [`${style}-3`, style, '', 'rust', '', 'M'],
      [`${style}-4`, style, '', 'Ochre', '', 'M'],
    ],
  });
  const hexOf = async (n: number) => (await productBySku(`${style}-${n}`))?.colour_hex;
  expect(await Promise.all([1, 2, 3, 4].map(hexOf))).toEqual(['#005f6a', '#b7410e', '#b7410e', null]);

  const change = { type: 'products' as const, rows: [columns, [`${style}-2`, '', '', 'Petrol', '', ''], [`${style}-3`, '', '', 'Rust', '', '']] };
  const { body } = await upload(change);
  expect(body.check?.changes).toContainEqual(expect.objectContaining({ row: 2, field: 'colour_hex', before: '#b7410e', after: '#005f6a' }));
  await importFile(change);
  expect(await Promise.all([2, 3].map(hexOf))).toEqual(['#005f6a', '#b7410e']);
});

test('SKUs are sorted by size again after an import adds SKUs or changes a size', async () => {
  const { importFile, tag, productBySku } = await setUp();
  const [style, ...sizes] = [`${tag}-B`, '9', '7', '8½'];
  const row = (size: string, as = size) => [`${style}-${size}`, `${style}`, '', '', '', 'Black', as, '', ''];
  await importFile({ type: 'products', rows: [[...head], [`${style}`, '', 'Boot', '40', '30', '', '', '', ''], ...sizes.map((size) => row(size))] });
  await importFile({ type: 'products', rows: [[...head], row('8'), row('9', '6½')] });
  const stored = await Promise.all(['9', '7', '8', '8½'].map((size) => productBySku(`${style}-${size}`)));
  expect(stored.map((one) => [one?.variation_size_1, one?.position])).toEqual([
    ['6½', 0],
    ['7', 1],
    ['8', 2],
    ['8½', 3],
  ]);
});

test('the check counts what a file would change, and names each fault by row and column', async () => {
  const { upload, office, product, tag, productBySku } = await setUp();
  const stored = await product({ sku: `${tag}-OLD`, name: 'Old', price: 500 });
  const { status, body } = await upload({
    type: 'products',
    rows: [
      [...head],
      [stored.sku, '', 'Old', '5.00', '', '', '', '', ''],
      [`${tag}-NEW`, '', 'New', '1e3', '', '', '', '', ''],
      [`${tag}-KID`, `${tag}-NONE`, 'Kid', '1.00', '', '', '', 'Nobody', ''],
      [stored.sku, '', 'Old again', '', '', '', '', '', ''],
      [`${tag}-OK`, '', 'Fine', '2.00', '', '', '', '', ''],
      ['', '', 'No SKU', '', '', '', '', '', ''],
    ],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'checked', total_rows: 6, check: { new: 1, changed: 0, unchanged: 1, faulty: 4, unused_columns: [] } });
  expect(body.check?.faults.map(({ row, column, value }) => ({ row, column, value }))).toEqual([
    { row: 3, column: 3, value: '1e3' },
    { row: 4, column: 7, value: 'Nobody' },
    { row: 4, column: 1, value: `${tag}-NONE` },
    { row: 5, column: 0, value: stored.sku },
    { row: 7, column: 0, value: '' },
  ]);
  expect(await productBySku(`${tag}-OK`)).toBeUndefined();
  const run = `/api/admin/imports/${body.id}/run`;
  expect(await office.post(run, {})).toMatchObject({ status: 409, body: { code: 'import_faulty' } });
});

test('a cell can be corrected after the upload, and the second import of a file changes nothing', async () => {
  const { upload, office, path, runJobs, read, importFile, tag, productBySku } = await setUp();
  const rows = [
    ['sku', 'name', 'price'],
    [`${tag}-1`, 'One', 'twelve'],
    [`${tag}-2`, 'Two', '3.00'],
  ];
  const { body } = await upload({ type: 'products', rows });
  const fixed = await office.post(`${path}/${body.id}/fixes`, { row: 2, column: 2, value: '12' });
  expect(fixed).toMatchObject({
    status: 200,
    body: { status: 'checked', check: { new: 2, faulty: 0 }, fixes: [{ row: 2, column: 2, value: '12' }] },
  });
  expect(await office.post(`${path}/${body.id}/run`, {})).toMatchObject({ status: 202, body: { status: 'queued' } });
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'done', progress: { new: 2 } });
  expect(await productBySku(`${tag}-1`)).toMatchObject({ price: 1200, version: 1 });
  const again = await importFile({
    type: 'products',
    rows: [
      ['sku', 'name', 'price'],
      [`${tag}-1`, 'One', '12'],
      [`${tag}-2`, 'Two', '3.00'],
    ],
  });
  expect(again).toMatchObject({ status: 'done', progress: { new: 0, changed: 0, unchanged: 2 } });
  expect(await productBySku(`${tag}-1`)).toMatchObject({ version: 1 });
});

test('a spreadsheet error such as #REF! or a code that lost digits is a fault of its cell, also in a correction of the cell', async () => {
  const { upload, office, path, tag } = await setUp();
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'name', 'price', 'barcode', 'supplier_sku', 'description'],
      [`${tag}-E1`, '#REF!', '1.00', '', '', ''],
      [`${tag}-E2`, 'Polo', '1.00', '5.01234E+12', '', ''],
      [`${tag}-E3`, 'Polo', '1.00', '', '1.5E+08', ''],
      ['#N/A', 'Polo', '1.00', '', '', ''],
      [`${tag}-E4`, 'Polo', '#NAME?', '', '', '#VALUE!'],
      [`${tag}-E5`, 'Polo 1.5E+08', '1.00', '', '', ''],
    ],
  });
  expect(body.check).toMatchObject({ new: 1, faulty: 5 });
  const lost = messages.scientific_code;
  expect(body.check?.faults.map(({ row, column, message }) => [row, column, message])).toEqual(
    expect.arrayContaining([
      [2, 1, messages.error_value],
      [3, 3, lost],
      [4, 4, lost],
      [5, 0, messages.error_value],
      [6, 2, messages.error_value],
      [6, 5, messages.error_value],
    ]),
  );
  const mended = await office.post(`${path}/${body.id}/fixes`, { row: 2, column: 1, value: '#N/A' });
  expect(mended.body.check).toMatchObject({ new: 1, faulty: 5 });
});

test('a spreadsheet’s text marks, spaces in a barcode, a per cent sign and a zero after the pence are ignored', async () => {
  const { importFile, tag, productBySku } = await setUp();
  const digits = `5${String(Date.now()).slice(-11)}`;
  const spaced = `${digits.slice(0, 4)} ${digits.slice(4)}`;
  const rows = `sku,name,price,vat_rate,barcode,supplier_sku\n'${tag}-M,'t Hooft polo,'7.200,20%,="${spaced}",="00123"\n`;
  const done = await importFile({ type: 'products', rows, mapping: ['sku', 'name', 'price', 'vat_rate', 'barcode', 'supplier_sku'] });
  expect(done).toMatchObject({ status: 'done', progress: { new: 1, failed: 0 } });
  expect(await productBySku(`${tag}-M`)).toMatchObject({ name: "'t Hooft polo", price: 720, vat_rate: 20, barcode: digits, supplier_sku: '00123' });
});

test('a rollback reverses the rows of products that were not edited since, and names the edited products', async () => {
  const { importFile, rollBack, office, product, tag, productBySku, read } = await setUp();
  const [same, edited] = [await product({ sku: `${tag}-S`, price: 100 }), await product({ sku: `${tag}-E`, price: 200 })];
  const done = await importFile({
    type: 'products',
    rows: [
      ['sku', 'name', 'price'],
      [same.sku, '', '1.50'],
      [edited.sku, '', '2.50'],
      [`${tag}-N`, 'New', '9.00'],
      [`${tag}-U`, 'Used', '9.00'],
    ],
  });
  expect(done).toMatchObject({ progress: { new: 2, changed: 2 } });
  await office.put(`/api/admin/products/${edited.id}`, { field: 'price', value: 999 });
  const used = await productBySku(`${tag}-U`);
  await office.put(`/api/admin/products/${used?.id}`, { field: 'qty_available', value: 4 });
  const result = await rollBack(done.id);
  expect(result).toMatchObject({
    undone: [
      { row: 2, key: same.sku },
      { row: 4, key: `${tag}-N` },
    ],
    kept: [{ row: 3, key: edited.sku }],
    failed: [{ row: 5, key: `${tag}-U` }],
  });
  expect(await productBySku(same.sku)).toMatchObject({ price: 100 });
  expect(await productBySku(edited.sku)).toMatchObject({ price: 999 });
  expect(await productBySku(`${tag}-N`)).toBeUndefined();
  expect(await read(done.id)).toMatchObject({ status: 'reverted_in_part', rollback_url: null });
  expect((await office.post(`/api/admin/imports/${done.id}/rollback`)).status).toBe(409);
});

test('HTML is decoded in names and becomes formatting in descriptions; a text that equals the stored text is not changed', async () => {
  const { importFile, database, product, office } = await importWorld();
  const tag = `H${office.id}`;
  await product({ sku: `${tag}-9`, description: 'SOFT AND WARM JACKET &amp; HOOD' });
  const rows = [
    ['sku', 'name', 'brand', 'colour', 'short_description_1', 'description'],
    [
      `${tag}-1`,
      'Men&#39;s Polo &amp; Shirt',
      'Caf&eacute;',
      '<b>Navy</b>&nbsp;blue',
      'Up to 5 < 6',
      '<p>Caf&eacute; apron</p><ul><li>Two pockets</li></ul>',
    ],
    [`${tag}-2`, 'R&D <lab> coat', '', '', '', 'Warm'],
    [`${tag}-9`, '', '', '', '', 'SOFT AND WARM JACKET &amp; HOOD'],
  ];
  expect(await importFile({ type: 'products', rows })).toMatchObject({ check: { new: 2, unchanged: 1, faulty: 0 }, progress: { new: 2 } });
  const stored = await database.reader
    .select()
    .from(products)
    .where(like(products.sku, `${tag}-%`))
    .orderBy(asc(products.sku));
  expect(stored).toMatchObject([
    {
      name: "Men's Polo & Shirt",
      brand: 'Café',
      variation_colour: 'Navy blue',
      short_description_1: 'Up to 5 < 6',
      description: 'Café apron\n\n- Two pockets',
    },
    { name: 'R&D <lab> coat', description: 'Warm' },
    { description: 'SOFT AND WARM JACKET &amp; HOOD' },
  ]);
  expect(await importFile({ type: 'products', rows })).toMatchObject({ check: { unchanged: 3 } });
});

test('the fault for a missing value names the column of the empty cell, or no column if the file has none for the field', async () => {
  const { upload, office } = await importWorld();
  const sku = `N${office.id}`;
  const faultsOf = async (rows: string[][]) => (await upload({ type: 'products', rows })).body.check?.faults;
  expect(
    await faultsOf([
      ['sku', 'price'],
      [sku, '3.50'],
    ]),
  ).toMatchObject([{ row: 2, column: null, value: '', message: 'Name is needed.' }]);
  expect(
    await faultsOf([
      ['price', 'sku', 'name'],
      ['3.50', sku, ''],
    ]),
  ).toMatchObject([{ row: 2, column: 2, value: '', message: 'Name is needed.' }]);
});

test('the check shows each value that the import would change, with the stored value before it', async () => {
  const { upload, office, product, supplier, account, site, user } = await importWorld();
  const tag = `D${office.id}`;
  const old = await supplier({ name: `Old ${tag}` });
  const next = await supplier({ name: `Next ${tag}` });
  await product({ sku: tag, name: 'Polo', price: 1250, supplier_id: old.id, is_public: true, bin: 'A-01' });
  const { body } = await upload({
    type: 'products',
    rows: [
      ['sku', 'name', 'price', 'supplier', 'is_public'],
      [tag, 'Polo', '£13', next.name, 'no'],
    ],
  });
  expect(body.check?.changes).toEqual([
    { row: 2, key: tag, field: 'price', before: '12.50', after: '£13' },
    { row: 2, key: tag, field: 'is_public', before: 'Yes', after: 'no' },
    { row: 2, key: tag, field: 'supplier', before: old.name, after: next.name },
  ]);
  const stock = await upload({
    type: 'stock',
    rows: [
      ['sku', 'change', 'bin'],
      [tag, '+4', 'Z-01'],
    ],
  });
  expect(stock.body.check?.changes).toMatchObject([
    { field: 'change', before: '0', after: '4' },
    { field: 'bin', before: 'A-01', after: 'Z-01' },
  ]);
  const client = await account();
  const [leeds] = [await site(client.id, { name: 'Leeds' }), await site(client.id, { name: 'York' })];
  await user('employee', { account_id: client.id, employee_number: '1', surname: 'Field', sites: [leeds?.id ?? 0] });
  const people = await upload({
    type: 'employees',
    rows: [
      ['employee_number', 'surname', 'sites'],
      ['1', 'Meadow', 'York; Leeds'],
    ],
    options: { account_id: String(client.id) },
  });
  expect(people.body.check?.changes).toEqual([
    { row: 2, key: '1', field: 'surname', before: 'Field', after: 'Meadow' },
    { row: 2, key: '1', field: 'sites', before: 'Leeds', after: 'York; Leeds' },
  ]);
});
