import { and, eq, isNull, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products, users } from '../../server/db/tables/index.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { messages } from '../../shared/messages.ts';
import { importWorld } from './import-world.ts';

async function setUp() {
  const base = await importWorld();
  const tag = `U${base.office.id}`;
  const code = (n: number): string => `${tag}-B${n}`;
  const sku = (n: number): string => `${tag}-${n}`;
  const stored = async (...numbers: number[]) => {
    for (const n of numbers) await base.product({ sku: sku(n), barcode: code(n) });
  };
  /** Returns the barcodes by SKU, both without the test's tag. */
  const barcodes = async (): Promise<Record<string, string | null>> => {
    const rows = await base.database.reader
      .select()
      .from(products)
      .where(like(products.sku, `${tag}-%`));
    return Object.fromEntries(rows.map((row) => [row.sku.slice(tag.length + 1), row.barcode?.slice(tag.length + 2) ?? null]));
  };
  const { id: account_id } = await base.account();
  await base.site(account_id, { name: 'Leeds' });
  const email = (name: string): string => `${tag}.${name}@example.test`.toLowerCase();
  const person = (n: number, name: string) => base.user('employee', { account_id, employee_number: String(n), email: email(name) });
  /** Returns the email addresses of active people by employee number, reduced to the name in the address. */
  const emails = async (): Promise<Record<string, string | null>> => {
    const rows = await base.database.reader
      .select()
      .from(users)
      .where(and(eq(users.account_id, account_id), isNull(users.deleted_at)));
    return Object.fromEntries(rows.map((row) => [row.employee_number ?? '', row.email?.split('@')[0]?.slice(tag.length + 1) ?? null]));
  };
  const barcodeFile = (...rows: (string | number)[][]) => ({ type: 'products' as const, rows: [['sku', 'barcode', 'name'], ...rows] });
  const people = (...rows: string[][]) => ({
    type: 'employees' as const,
    rows: [['employee_number', 'email', 'leaver', 'forenames', 'surname', 'sites'], ...rows],
    options: { account_id: String(account_id) },
  });
  return { ...base, tag, code, sku, stored, barcodes, email, person, emails, barcodeFile, people };
}

test('a file can exchange the barcodes of two or three products and give a freed one to a new product; a rollback restores all', async () => {
  const { stored, importFile, rollBack, barcodes, barcodeFile, sku, code } = await setUp();
  await stored(1, 2, 3, 4, 5, 6);
  const before = await barcodes();
  const done = await importFile(
    barcodeFile(
      [sku(7), code(6), 'New'],
      [sku(1), code(2), ''],
      [sku(2), code(1), ''],
      [sku(3), code(4), ''],
      [sku(4), code(5), ''],
      [sku(5), code(3), ''],
      [sku(6), '(clear)', ''],
    ),
  );
  expect(done).toMatchObject({ status: 'done', check: { new: 1, changed: 6, faulty: 0 }, progress: { new: 1, changed: 6, failed: 0 } });
  expect(await barcodes()).toEqual({ 1: '2', 2: '1', 3: '4', 4: '5', 5: '3', 6: null, 7: '6' });
  expect(await rollBack(done.id)).toMatchObject({ kept: [], failed: [], counts: { undone: 7 } });
  expect(await barcodes()).toEqual(before);
});

test('rows that exchange barcodes are written together, even if they are far apart and belong to different styles', async () => {
  const { stored, importFile, rollBack, barcodes, barcodeFile, read, sku, code } = await setUp();
  await stored(1, 2, 3);
  const others = Array.from({ length: 120 }, (_, n) => [sku(100 + n), '', `Product ${n}`]);
  const rows = [[sku(1), code(2), ''], ...others, [sku(2), code(3), ''], [sku(50), '', 'Style'], ...others.map(([one]) => [`${one}X`, '', 'Other'])];
  const file = barcodeFile(...(rows as string[][]));
  const withStyle = {
    ...file,
    rows: [
      [...(file.rows[0] ?? []), 'parent_sku'],
      ...file.rows.slice(1).map((row) => [...row, '']),
      [sku(51), code(1), '', sku(50)],
      [sku(3), '(clear)', '', ''],
    ],
  };
  const done = await importFile(withStyle as never);
  expect(done).toMatchObject({ status: 'done', check: { faulty: 0, changed: 3 }, progress: { changed: 3, failed: 0 } });
  expect(done.current_line).toBe(done.total_rows);
  expect(await barcodes()).toMatchObject({ 1: '2', 2: '3', 3: null, 51: '1' });
  expect((await rollBack(done.id)).counts).toEqual({ undone: done.total_rows, kept: 0, failed: 0 });
  expect(await barcodes()).toEqual({ 1: '1', 2: '2', 3: '3' });
  expect(await read(done.id)).toMatchObject({ status: 'reverted' });
});

test('a row is faulty if its new barcode still belongs to another product, whose row is faulty or missing', async () => {
  const { stored, upload, importFile, barcodes, barcodeFile, sku, code } = await setUp();
  await stored(1, 2, 3, 4);
  const file = barcodeFile([sku(1), code(2), ''], [sku(2), code(3), ''], [sku(3), code(9), 'x'.repeat(300)], [sku(5), code(4), 'New']);
  const { body } = await upload(file);
  expect(body.check).toMatchObject({ new: 0, changed: 0, faulty: 4, fields: { barcode: 0 } });
  expect(body.check?.faults.map(({ row, value, message }) => [row, value, message])).toEqual([
    [2, code(2), messages.barcode_exists],
    [3, code(3), messages.barcode_exists],
    [4, 'x'.repeat(300), expect.any(String)],
    [5, code(4), messages.barcode_exists],
  ]);
  await importFile(file);
  expect(await barcodes()).toEqual({ 1: '1', 2: '2', 3: '3', 4: '4' });
});

test('a file can exchange the email addresses of two or three people and give freed ones to new people; a rollback restores all', async () => {
  const { person, importFile, rollBack, emails, people, email } = await setUp();
  for (const [n, name] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].entries()) await person(n + 1, name);
  const before = await emails();
  const done = await importFile(
    people(
      ['11', email('f'), '', 'Ann', 'Field', 'Leeds'],
      ['12', email('g'), '', 'Zoë', 'Field', 'Leeds'],
      ['13', email('h'), '', 'Bob', 'Field', 'Leeds'],
      ['1', email('b'), '', '', '', ''],
      ['2', email('a'), '', '', '', ''],
      ['3', email('d'), '', '', '', ''],
      ['4', email('e'), '', '', '', ''],
      ['5', email('c'), '', '', '', ''],
      ['6', '', 'yes', '', '', ''],
      ['7', email('x'), '', '', '', ''],
      ['8', '(clear)', '', '', '', ''],
    ),
  );
  expect(done).toMatchObject({ status: 'done', check: { new: 3, changed: 7, archived: 1, faulty: 0 }, progress: { new: 3, changed: 7, failed: 0 } });
  expect(await emails()).toEqual({ 1: 'b', 2: 'a', 3: 'd', 4: 'e', 5: 'c', 7: 'x', 8: null, 11: 'f', 12: 'g', 13: 'h' });
  expect(await rollBack(done.id)).toMatchObject({ kept: [], failed: [], counts: { undone: 11 } });
  expect(await emails()).toEqual(before);
});

test('a new email address is a fault if the person who has it keeps it in the file, or is missing from the file', async () => {
  const { person, upload, user, people, email } = await setUp();
  for (const [n, name] of ['a', 'b', 'c'].entries()) await person(n + 1, name);
  const stranger = await user('client_admin');
  const { body } = await upload(
    people(['1', email('b'), '', '', '', ''], ['2', '', '', 'New name', '', ''], ['3', stranger.email ?? '', '', '', '', '']),
  );
  expect(body.check).toMatchObject({ changed: 1, faulty: 2 });
  expect(body.check?.faults.map(({ row, message }) => [row, message])).toEqual([
    [2, importMessages.other_email],
    [4, importMessages.other_email],
  ]);
});

test('if one of two products that exchanged barcodes was edited after the import, a rollback leaves both with their new barcodes', async () => {
  const { stored, importFile, rollBack, barcodes, barcodeFile, office, sku, code, database } = await setUp();
  await stored(1, 2);
  const done = await importFile(barcodeFile([sku(1), code(2), 'One'], [sku(2), code(1), 'Two']));
  const [one] = await database.reader
    .select()
    .from(products)
    .where(eq(products.sku, sku(1)));
  await office.put(`/api/admin/products/${one?.id}`, { field: 'several', value: { name: 'Edited' } });
  expect(await rollBack(done.id)).toMatchObject({ kept: [{ key: sku(1) }], failed: [{ key: sku(2), reason: importMessages.undo.no_room }] });
  expect(await barcodes()).toEqual({ 1: '2', 2: '1' });
});
