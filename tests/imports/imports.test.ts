import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { users } from '../../server/db/tables/index.ts';
import { checkImport } from '../../server/imports/check-import.ts';
import { importFolder, importPath } from '../../server/imports/import-file.ts';
import { checkTimeOf } from '../../server/imports/reading-time.ts';
import type { ImportDetails, ImportPreview } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { formOf } from './form-of.ts';
import { importWorld, sendForm } from './import-world.ts';

async function setUp() {
  const base = await importWorld();
  const tag = `I${base.office.id}`;
  const product = await base.product({ sku: `${tag}-1`, name: 'Polo', price: 500 });
  const files = () => readdir(importFolder(base.services.settings)).catch((): string[] => []);
  const preview = (rows: string | Uint8Array, options: Record<string, string> = {}) =>
    sendForm<ImportPreview>(base.office, `${base.path}/preview`, formOf({ type: 'stock', rows, mapping: [], options }));
  return { ...base, makeProduct: base.product, tag, product, files, preview };
}

test('a preview guesses the header row and the fields, shows five rows, and stores nothing', async () => {
  const { preview, files } = await setUp();
  const before = await files();
  const rows = Array.from({ length: 8 }, (_, n) => `A${n};${n};note`).join('\r\n');
  const { status, body } = await preview(`Stocktake of November\r\nItem code;Qty;Colour of the sky\r\n${rows}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ sheets: [], sheet: null, header_row: 2, rows: [3, 4, 5, 6, 7] });
  expect(body.columns).toEqual([
    { heading: 'Item code', field: 'sku', is_remembered: false, samples: ['A0', 'A1', 'A2', 'A3', 'A4'] },
    { heading: 'Qty', field: 'count', is_remembered: false, samples: ['0', '1', '2', '3', '4'] },
    { heading: 'Colour of the sky', field: null, is_remembered: false, samples: ['note', 'note', 'note', 'note', 'note'] },
  ]);
  expect(await files()).toEqual(before);
});

test('a mapping that is saved under a name maps the next file by its headings, even if its columns have another sequence', async () => {
  const { upload, preview, office, tag, product } = await setUp();
  const mapping_name = `Payroll ${tag}`;
  await upload({ type: 'stock', rows: `Ours,How many\n${product.sku},3\n`, mapping: ['sku', 'count'], options: { mapping_name } });
  const kept = (await office.get('/api/admin/import-mappings?type=stock')).body.items.find(({ name }: { name: string }) => name === mapping_name);
  expect(kept).toMatchObject({ mapping: { Ours: 'sku', 'How many': 'count' }, header_row: 1, type: 'stock' });
  const { body } = await preview(`How many,Ours\n4,${product.sku}\n`, { mapping_name });
  expect(body.columns.map(({ field, is_remembered }) => [field, is_remembered])).toEqual([
    ['count', true],
    ['sku', true],
  ]);
  const again = await upload({ type: 'stock', rows: `How many,Ours\n4,${product.sku}\n`, mapping: [], options: { mapping_name } });
  expect(again.body).toMatchObject({ status: 'checked', check: { changed: 1 }, columns: [{ field: 'count' }, { field: 'sku' }] });
  expect(await upload({ type: 'stock', rows: 'a,b\n1,2\n', mapping: [], options: { mapping_name: 'Nobody' } })).toMatchObject({ status: 422 });
  expect((await office.delete(`/api/admin/import-mappings/${kept.id}`)).status).toBe(200);
});

test('a mapping that is saved under the name of an earlier mapping replaces the earlier one', async () => {
  const { upload, office, tag, product } = await setUp();
  const options = { mapping_name: `Weekly ${tag}` };
  const rows = `Ours,Many,More\n${product.sku},3,4\n`;
  await upload({ type: 'stock', rows, mapping: ['sku', 'count'], options });
  const { body } = await upload({ type: 'stock', rows, mapping: ['sku', '-', 'change'], options });
  expect(body.check).toMatchObject({ changed: 1, unused_columns: [1] });
  const { items } = (await office.get('/api/admin/import-mappings?type=stock')).body;
  const savedMappings = items.filter(({ name }: { name: string }) => name === options.mapping_name);
  expect(savedMappings).toMatchObject([{ id: expect.any(Number), mapping: { Ours: 'sku', More: 'change' } }]);
});

test('a mapping recognises columns whose headings differ only in signs or occur twice, and a file without a mapped column is refused', async () => {
  const { upload, preview, tag, product, importFile, office } = await setUp();
  const mapping_name = `Twice ${tag}`;
  const rows = `SKU;Price (£);Price (€);Note;Note\n${product.sku};7,50;8,90;x;Polo 2\n`;
  await upload({ type: 'products', rows, mapping: ['sku', 'price', '-', '-', 'name'], options: { mapping_name } });
  const next = `Note;Price (€);Note;SKU;Price (£)\nx;9,90;Polo 3;${product.sku};8,50\n`;
  const done = await importFile({ type: 'products', rows: next, mapping: [], options: { mapping_name } });
  expect(done).toMatchObject({
    status: 'done',
    columns: [{ field: null }, { field: null }, { field: 'name' }, { field: 'sku' }, { field: 'price' }],
  });
  expect((await office.get(`/api/admin/products/${product.id}`)).body).toMatchObject({ name: 'Polo 3', price: 850 });
  const without = `SKU;Price (€);Note\n${product.sku};9,90;x\n`;
  expect(await upload({ type: 'products', rows: without, mapping: [], options: { mapping_name } })).toMatchObject({
    status: 422,
    body: { errors: { mapping: [importMessages.columns_missing(mapping_name, ['Note [2]', 'Price (£)'])] } },
  });
  const looked = await sendForm<ImportPreview>(
    office,
    '/api/admin/imports/preview',
    formOf({ type: 'products', rows: without, mapping: [], options: { mapping_name } }),
  );
  expect(looked.body.missing_columns).toEqual(['Note [2]', 'Price (£)']);
  expect((await preview('a|b\n1|2\n')).body).toMatchObject({ delimiter: 'pipe', missing_columns: [] });
});

test('the decimal sign and the order of day and month are read from the file or chosen by a person; a mapping stores the choice', async () => {
  const { upload, importFile, product: one, tag, office, makeProduct } = await setUp();
  const pricesOf = async () => (await office.get(`/api/admin/products/${one.id}`)).body.price;
  const two = await makeProduct({ sku: `${tag}-R2` });
  const rows = (price: string, other: string) => `sku;price\n${one.sku};${price}\n${two.sku};${other}\n`;
  const shown = await upload({ type: 'products', rows: rows('7,205', '12,50'), mapping: ['sku', 'price'] });
  expect(shown.body.check?.faults).toMatchObject([{ row: 2, value: '7,205', message: 'A price has at most two decimals.' }]);
  const both = await upload({ type: 'products', rows: `${rows('7,205', '12,50')}${tag}-R3;3.25\n`, mapping: ['sku', 'price'] });
  expect(both.body.check?.faults[0]).toMatchObject({ row: 2, value: '7,205', message: importMessages.number_unclear });
  await importFile({ type: 'products', rows: rows('7,200', '12'), mapping: ['sku', 'price'] });
  expect(await pricesOf()).toBe(720_000);
  const mapping_name = `Comma ${tag}`;
  await importFile({ type: 'products', rows: rows('7,300', '12'), mapping: ['sku', 'price'], options: { decimal: 'comma', mapping_name } });
  expect(await pricesOf()).toBe(730);
  const again = await importFile({ type: 'products', rows: rows('7,400', '12'), mapping: [], options: { mapping_name } });
  expect(again.reading).toEqual({ delimiter: null, decimal: 'comma', dates: null });
  expect(await pricesOf()).toBe(740);
  expect(await upload({ type: 'products', rows: rows('1', '2'), mapping: ['sku', 'price'], options: { decimal: 'dot' } })).toMatchObject({
    status: 422,
  });
});

test('dates are read with the month first if the file shows this order or a person chooses it', async () => {
  const { account, site, upload, database, importFile } = await importWorld();
  const client = await account();
  await site(client.id, { name: 'Leeds' });
  const options = { account_id: String(client.id) };
  const mapping = ['employee_number', 'forenames', 'surname', 'sites', 'started_on'];
  const file = (...days: string[]) => `No,First,Last,Site,Start\n${days.map((day, n) => `${n + 1},A,B,Leeds,${day}\n`).join('')}`;
  const both = await upload({ type: 'employees', rows: file('03/25/2026', '25/03/2026', '03/04/2026'), mapping, options });
  expect(both.body.check?.faults).toMatchObject([{ row: 4, value: '03/04/2026', message: importMessages.day_unclear }]);
  await importFile({ type: 'employees', rows: file('03/04/2026', '03/25/2026'), mapping, options });
  const startOf = async (number: string) =>
    (await database.reader.select().from(users).where(eq(users.account_id, client.id))).find((one) => one.employee_number === number)?.started_on;
  expect([await startOf('1'), await startOf('2')]).toEqual(['2026-03-04', '2026-03-25']);
  await importFile({ type: 'employees', rows: file('05/06/2026'), mapping, options: { ...options, dates: 'month_first' } });
  expect(await startOf('1')).toBe('2026-05-06');
});

test('a response has the first hundred faults of a file; the log of the import has all faults', async () => {
  const { upload, office, tag } = await setUp();
  const { body } = await upload({ type: 'stock', rows: [['sku', 'count'], ...Array.from({ length: 101 }, (_, n) => [`${tag}-NO-${n}`, '1'])] });
  expect(body.check).toMatchObject({ faulty: 101, new: 0 });
  expect(body.check?.faults).toHaveLength(100);
  expect(body.check?.faults[0]).toMatchObject({ row: 2, column: 0, value: `${tag}-NO-0`, message: 'There is no such SKU.' });
  const log = await (await office.raw(body.log_download_url)).text();
  expect(log.match(/There is no such SKU\./g)).toHaveLength(101);
});

test('a mapping with an unknown field, with a field twice or without a key is refused, and the file is not stored', async () => {
  const { upload, files } = await setUp();
  const before = (await files()).length;
  const rows = 'a,b\n1,2\n';
  expect(await upload({ type: 'stock', rows, mapping: ['sku', 'colour'] })).toMatchObject({
    status: 422,
    body: { errors: { 'mapping[1]': ['There is no such field.'] } },
  });
  expect(await upload({ type: 'stock', rows, mapping: ['sku', 'sku'] })).toMatchObject({ status: 422 });
  expect(await upload({ type: 'stock', rows, mapping: ['count', '-'] })).toMatchObject({ status: 422 });
  expect(await upload({ type: 'stock', rows: '', mapping: ['sku', 'count'] })).toMatchObject({ status: 422 });
  expect(await upload({ type: 'stock', rows, mapping: ['sku', 'count'], options: { header_row: '9' } })).toMatchObject({ status: 422 });
  expect((await files()).length).toBe(before);
});

test('a file of more than 50 MB gets 413, and is not stored', async () => {
  const { upload, files } = await setUp();
  const before = await files();
  const { status, body } = await upload({ type: 'stock', rows: new Uint8Array(limits.import_bytes + 1).fill(0x41), mapping: ['sku', 'count'] });
  expect({ status, body }).toEqual({ status: 413, body: { message: 'A file can have at most 50 MB.' } });
  expect(await files()).toEqual(before);
});

test('an upload that is repeated with the same key makes one import', async () => {
  const { office, path, product, files } = await setUp();
  const headers = { 'Idempotency-Key': randomUUID() };
  const form = () => formOf({ type: 'stock', rows: `a,b\n${product.sku},2\n`, mapping: ['sku', 'count'] });
  const first = await sendForm<{ id: number }>(office, path, form(), headers);
  const stored = (await files()).length;
  const second = await sendForm<{ id: number }>(office, path, form(), headers);
  expect(second.body.id).toBe(first.body.id);
  expect((await files()).length).toBe(stored);
});

test('a file of more than 5,000 rows is checked in the background', async () => {
  const { upload, read, runJobs, tag } = await setUp();
  const rows = `sku,name,price\n${Array.from({ length: 5001 }, (_, n) => `${tag}-B${n},Bulk,1.00`).join('\n')}\n`;
  const { status, body } = await upload({ type: 'products', rows, mapping: ['sku', 'name', 'price'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'checking', check: null });
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'checked', total_rows: 5001, check: { new: 5001, faulty: 0 } });
});

test('a check that takes too long for its number of rows fails with a message', async () => {
  const { upload, read, services, tag } = await setUp();
  const rows = `sku,name,price\n${Array.from({ length: 5001 }, (_, n) => `${tag}-T${n},Bulk,1.00`).join('\n')}\n`;
  const { body } = await upload({ type: 'products', rows, mapping: ['sku', 'name', 'price'] });
  expect(await checkImport(services, body.id, { timeOf: (passed) => (passed < 1000 ? 60_000 : 0) })).toBe('failed');
  expect(await read(body.id)).toMatchObject({ status: 'failed', started_at: null, error: importMessages.too_slow });
  expect(checkTimeOf(100_000)).toBeGreaterThan(checkTimeOf(100) * 10);
});

test('if a file lacks the sheet of a mapping, a preview shows the first sheet and its headings, and an unattended import is refused', async () => {
  const { upload, preview, office, caller, tag, product } = await setUp();
  const mapping_name = `Sheets ${tag}`;
  const bookOf = (name: string, rows: (string | number)[][]) => writeXlsx({ sheets: [{ name, rows }] });
  const first = await bookOf('Staff', [[], ['Ours', 'Many'], [product.sku, 3]]);
  const options = { mapping_name, sheet: 'Staff', header_row: '2' };
  expect((await upload({ type: 'stock', rows: first, mapping: ['sku', 'count'], options })).status).toBe(201);

  const next = await bookOf('Week 2', [
    ['Many', 'Ours'],
    [4, product.sku],
  ]);
  const looked = await preview(next, { mapping_name });
  expect(looked).toMatchObject({ status: 200, body: { sheets: ['Week 2'], sheet: 'Week 2', missing_sheet: 'Staff', header_row: 1 } });
  expect(looked.body.columns.map(({ field, is_remembered }) => [field, is_remembered])).toEqual([
    ['count', true],
    ['sku', true],
  ]);
  expect(await preview(first, { mapping_name })).toMatchObject({ status: 200, body: { sheet: 'Staff', missing_sheet: null, header_row: 2 } });
  expect(await preview(next, { mapping_name, sheet: 'Week 2' })).toMatchObject({ status: 200, body: { missing_sheet: null } });
  expect(await preview(next, { mapping_name, sheet: 'Week 3' })).toMatchObject({
    status: 422,
    body: { errors: { sheet: [importMessages.unknown_sheet] } },
  });

  const made = await office.post('/api/admin/api-tokens', { name: `Feed ${tag}`, scopes: ['imports'] });
  const feed = caller(made.body.token, office.id);
  expect(await upload({ type: 'stock', rows: next, mapping: [], options: { mapping_name } }, feed)).toMatchObject({
    status: 422,
    body: { errors: { sheet: [importMessages.sheet_missing(mapping_name, 'Staff')] } },
  });
});

test('a stopped run can be continued or rolled back', async () => {
  const { upload, office, path, read, runJobs, rollBack, product } = await setUp();
  const { body } = await upload({ type: 'stock', rows: `a,b\n${product.sku},2\n`, mapping: ['sku', 'count'] });
  expect(await office.post(`${path}/${body.id}/stop`)).toMatchObject({ status: 409 });
  await office.post(`${path}/${body.id}/run`, {});
  expect(await office.post(`${path}/${body.id}/run`, {})).toMatchObject({ status: 409, body: { code: 'import_not_ready' } });
  expect(await office.post(`${path}/${body.id}/stop`)).toMatchObject({
    status: 200,
    body: { status: 'failed', rollback_url: `${path}/${body.id}/rollback` },
  });
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'failed', progress: { changed: 0 } });
  expect((await office.post(`${path}/${body.id}/run`, {})).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'done', progress: { changed: 1 } });
  expect(await office.post(`${path}/${body.id}/fixes`, { row: 2, column: 1, value: '3' })).toMatchObject({ status: 409 });
  const { id: other } = (await upload({ type: 'stock', rows: `a,b\n${product.sku},5\n`, mapping: ['sku', 'count'] })).body;
  await office.post(`${path}/${other}/run`, {});
  await office.post(`${path}/${other}/stop`);
  expect(await rollBack(other)).toMatchObject({ undone: [], kept: [], failed: [] });
  expect(await read(other)).toMatchObject({ status: 'reverted', rollback_url: null });
  expect((await office.post(`${path}/${other}/run`, {})).status).toBe(409);
});

test('a run that was stopped before the first row imports all rows when it is continued', async () => {
  const { upload, office, path, read, runJobs, product } = await setUp();
  const { body } = await upload({ type: 'stock', rows: `a,b\n${product.sku},2\nNO-SUCH,1\n`, mapping: ['sku', 'count'] });
  await office.post(`${path}/${body.id}/run`, { skip_faulty: true });
  await office.post(`${path}/${body.id}/stop`);
  expect(await read(body.id)).toMatchObject({ status: 'failed', current_line: 0, total_rows: 2 });
  await office.post(`${path}/${body.id}/run`, { skip_faulty: true });
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'done', current_line: 2, total_rows: 2, progress: { changed: 1, failed: 1 } });
});

test('each row is counted once if requests to run and to stop arrive at the same time while jobs run', { timeout: 60_000 }, async () => {
  const { upload, office, path, read, runJobs, makeProduct, tag } = await setUp();
  const catalogue = await Promise.all(Array.from({ length: 130 }, (_, n) => makeProduct({ sku: `${tag}-S${n}` })));
  const rows = [...catalogue.map(({ sku }) => `${sku},+1`), 'NO-SUCH,+1'].join('\n');
  const { body } = await upload({ type: 'stock', rows: `a,b\n${rows}\n`, mapping: ['sku', 'change'] });
  const act = (word: string) => office.post(`${path}/${body.id}/${word}`, word === 'run' ? { skip_faulty: true } : undefined);
  for (let attempt = 0; attempt < 6; attempt++) {
    const answers = await Promise.all([act('run'), act('stop'), runJobs(), act('run'), runJobs(), act('stop')]);
    for (const answer of answers) if (typeof answer !== 'number') expect([200, 202, 409]).toContain(answer.status);
    const { current_line, progress } = await read(body.id);
    expect(progress.changed + progress.failed).toBe(current_line);
  }
  while ((await read(body.id)).status !== 'done') {
    await act('run');
    await runJobs();
  }
  expect(await read(body.id)).toMatchObject({ current_line: 131, total_rows: 131, progress: { changed: 130, failed: 1, unchanged: 0 } });
  const { items } = (await office.get(`/api/admin/stock/skus?search=${tag}-S&per_page=200`)).body;
  expect(new Set(items.map((one: { qty_available: number }) => one.qty_available))).toEqual(new Set([1]));
});

test('only a cell of the file can be corrected; the audit has each correction and each mapping that is saved or replaced', async () => {
  const { upload, office, path, product, tag } = await setUp();
  const mapping_name = `Audit ${tag}`;
  const rows = `Ours,Many,More\n\n${product.sku},x,4\n`;
  const { body } = await upload({ type: 'stock', rows, mapping: ['sku', 'count'], options: { mapping_name } });
  const fix = (row: number, column: number) => office.post(`${path}/${body.id}/fixes`, { row, column, value: '7' });
  for (const [row, column, field] of [
    [4, 1, 'row'],
    [99, 1, 'row'],
    [2, 1, 'row'],
    [1, 1, 'column'],
    [3, 3, 'column'],
  ] as const)
    expect((await fix(row, column)).body.errors).toEqual({ [field]: [importMessages.no_such_cell] });
  const two = { fixes: [...[3, 8].map((row) => ({ row, column: 1, value: '7' }))] };
  expect(await office.post(`${path}/${body.id}/fixes`, two)).toMatchObject({ status: 422, body: { errors: { 'fixes.1.row': expect.anything() } } });
  for (const [sent, faults] of [
    [{ row: 2.5, column: 1, value: '7' }, { row: ['Enter a whole number'] }],
    [{ column: 1, value: '7' }, { row: ['Fill this in'] }],
    [{ row: 3 }, { column: ['Fill this in'], value: ['Fill this in'] }],
    [{ fixes: [{ row: 2.5, column: 1, value: '7' }] }, { 'fixes.0.row': ['Enter a whole number'] }],
  ] as const)
    expect((await office.post(`${path}/${body.id}/fixes`, sent)).body.errors).toEqual(faults);
  expect(await fix(3, 1)).toMatchObject({ status: 200, body: { check: { faulty: 0, changed: 1 } } });
  expect(await office.post(`${path}/${body.id}/fixes`, { row: 3, column: 1, value: '8' })).toMatchObject({ status: 200 });
  await upload({ type: 'stock', rows, mapping: ['sku', '-', 'change'], options: { mapping_name } });
  await upload({ type: 'stock', rows, mapping: ['sku', '-', 'change'], options: { mapping_name } });
  const ofType = async (type: string) => (await office.get(`/api/admin/audit?on_type=${type}&per_page=20`)).body.items;
  const trail = [...(await ofType('import')), ...(await ofType('import_mapping'))];
  const events = async (what: string) => trail.filter((event: { what: string }) => event.what === what);
  const cells = (value: string) => ({ cells: [{ row: 3, column: 1, value }] });
  expect((await events('import.fixed')).slice(0, 2)).toMatchObject([
    { on: { id: body.id }, before: cells('7'), after: cells('8') },
    { on: { id: body.id }, before: cells('x'), after: cells('7') },
  ]);
  const ofName = (items: { after: { name: string } }[]) => items.filter(({ after }) => after.name === mapping_name);
  expect(ofName(await events('import_mapping.created'))).toMatchObject([
    { on: { type: 'import_mapping', name: mapping_name }, after: { type: 'stock', mapping: { Ours: 'sku', Many: 'count' } } },
  ]);
  expect(ofName(await events('import_mapping.changed'))).toMatchObject([
    { before: { mapping: { Ours: 'sku', Many: 'count' } }, after: { mapping: { Ours: 'sku', More: 'change' } } },
  ]);
});

test('the log names every error, every written row, and what a rollback did to the row', async () => {
  const { importFile, rollBack, office, path, product } = await setUp();
  const done = await importFile({
    type: 'stock',
    rows: [
      ['sku', 'count'],
      [product.sku, '2'],
      ['=NOBODY', '1'],
    ],
  });
  expect(done.log.length).toBeGreaterThan(0);
  for (const entry of done.log) expect(entry).toEqual({ datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), message: expect.any(String) });
  const { items } = (await office.get(path)).body;
  expect(items.find(({ id }: { id: number }) => id === done.id)).toMatchObject({
    created_at: expect.any(String),
    type: 'stock',
    creator: { id: office.id },
    status: 'done',
    current_line: 2,
    total_rows: 2,
    total_errors: 1,
    log_download_url: `${path}/${done.id}/log.csv`,
    rollback_url: `${path}/${done.id}/rollback`,
  });
  await rollBack(done.id);
  const response = await office.raw(`${path}/${done.id}/log.csv`);
  const text = await response.text();
  expect(response.headers.get('Content-Disposition')).toContain(`import-${done.id}.csv`);
  expect(text).toContain(`Error,3,'=NOBODY,sku,'=NOBODY,There is no such SKU.`);
  expect(text).toContain('Done: 0 new, 1 changed.');
  expect(text).toContain(`Undone,2,${product.sku}`);
});

test('an API token may only upload, read, correct and run imports, in the name of the person who made it, until it is revoked', async () => {
  const { office, caller, upload, path, product, runJobs, account, as } = await setUp();
  const made = await office.post('/api/admin/api-tokens', { name: 'Warehouse system', scopes: ['imports'] });
  expect(made).toMatchObject({ status: 201, body: { name: 'Warehouse system', account: null, token: expect.stringMatching(/^kitroom_/) } });
  const machine = caller(made.body.token, office.id);
  const { status, body } = await upload({ type: 'stock', rows: `a,b\n${product.sku},seven\n`, mapping: ['sku', 'count'] }, machine);
  expect([status, body.check?.faulty]).toEqual([201, 1]);
  expect(await machine.post(`${path}/${body.id}/fixes`, { row: 2, column: 1, value: '7' })).toMatchObject({
    status: 200,
    body: { check: { changed: 1, faulty: 0 } },
  });
  expect((await machine.post(`${path}/${body.id}/run`, {})).status).toBe(202);
  await runJobs();
  expect((await machine.get(`${path}/${body.id}`)).body).toMatchObject({ status: 'done', token: 'Warehouse system', creator: { id: office.id } });
  for (const [method, place] of [
    ['get', '/api/admin/products'],
    ['get', '/api/admin/api-tokens'],
    ['post', `${path}/${body.id}/rollback`],
    ['post', `${path}/${body.id}/stop`],
    ['get', '/api/profile'],
  ] as const)
    expect((await machine[method](place)).status, place).toBe(401);
  const audit = (await office.get(`/api/admin/audit?on_type=import&on_id=${body.id}`)).body.items;
  expect(JSON.stringify(audit)).toContain('Warehouse system');

  const client = await account();
  const narrow = await office.post('/api/admin/api-tokens', { name: 'One client', scopes: ['imports'], account_id: client.id });
  const feed = caller(narrow.body.token, office.id);
  expect((await feed.get(`${path}/${body.id}`)).status).toBe(404);
  expect((await feed.get(path)).body.items).toEqual([]);
  expect(await upload({ type: 'stock', rows: `a,b\n${product.sku},7\n`, mapping: ['sku', 'count'] }, feed)).toMatchObject({ status: 422 });

  expect((await office.get('/api/admin/api-tokens')).body.items[0]).not.toHaveProperty('token');
  await office.delete(`/api/admin/api-tokens/${made.body.id}`);
  expect((await machine.get(path)).status).toBe(401);
  expect((await caller('kitroom_nonsense', 0).get(path)).status).toBe(401);
  const other = await as('super');
  await other.delete(`/api/admin/users/${office.id}`);
  expect((await feed.get(path)).status).toBe(401);
});

test('an import whose file is missing on the disk fails with a message when it is checked and when it runs', async () => {
  const { upload, office, path, read, runJobs, product, services, tag, files } = await setUp();
  const before = await files();
  const { body } = await upload({ type: 'stock', rows: `a,b\n${product.sku},2\n`, mapping: ['sku', 'count'] });
  const rows = `sku,name,price\n${Array.from({ length: 5001 }, (_, n) => `${tag}-M${n},Bulk,1.00`).join('\n')}\n`;
  const { body: long } = await upload({ type: 'products', rows, mapping: ['sku', 'name', 'price'] });
  for (const name of (await files()).filter((one) => !before.includes(one))) await rm(importPath(services.settings, name));
  expect((await office.post(`${path}/${body.id}/run`, {})).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'failed', error: importMessages.file_gone, progress: { changed: 0 } });
  expect(await read(long.id)).toMatchObject({ status: 'failed', error: importMessages.file_gone });
});

test('a person can import the file of an import again with other columns: this makes a new import, and the first import stays', async () => {
  const { upload, office, path, read, product, files } = await setUp();
  const { body } = await upload({ type: 'stock', rows: `a;b;c\n${product.sku};2;5\n`, mapping: ['sku', 'count'], name: 'again.csv' });
  const form = (fields: Record<string, string>) => {
    const sent = new FormData();
    for (const [name, value] of Object.entries({ type: 'stock', again: String(body.id), ...fields })) sent.append(name, value);
    return sent;
  };
  const preview = await sendForm<ImportPreview>(office, `${path}/preview`, form({}));
  expect(preview).toMatchObject({ status: 200, body: { columns: [{ samples: [product.sku] }, { samples: ['2'] }, { samples: ['5'] }] } });
  const before = (await files()).length;
  const second = await sendForm<ImportDetails>(office, path, form({ 'mapping[0]': 'sku', 'mapping[2]': 'count' }));
  expect(second).toMatchObject({
    status: 201,
    body: { file_name: 'again.csv', status: 'checked', check: { changed: 1 }, columns: [{}, { field: null }, {}] },
  });
  expect((await files()).length).toBe(before + 1);
  expect(await read(body.id)).toMatchObject({ status: 'checked', columns: [{}, { field: 'count' }, {}] });
  expect(await sendForm(office, path, form({ again: '999999', 'mapping[0]': 'sku', 'mapping[1]': 'count' }))).toMatchObject({ status: 404 });
  expect(await sendForm(office, path, form({ again: '', 'mapping[0]': 'sku' }))).toMatchObject({
    status: 422,
    body: { errors: { csv: [importMessages.file_needed] } },
  });
});
