import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cleanKeys } from '../../server/db/clean-keys.ts';
import { migrate, migrations, openDatabase, rows, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { finderByKey, foldedKey, keyColumn } from '../../server/db/folded.ts';
import { notifications, suppliers } from '../../server/db/tables/index.ts';
import { checkKeys } from '../../server/operations/check-keys.ts';
import { world } from '../world.ts';

const delivery_address = { address_line_1: '1 Mill Lane', address_line_4: 'Leeds', postcode: 'LS1 4AP' };

/** Returns spellings of a key that another person may type: in lower case, with invisible characters, other spaces or decomposed accents. */
const alike = (key: string) => [
  key.toLowerCase(),
  `${key.slice(0, 2)}\u200B${key.slice(2)}`,
  key.normalize('NFD'),
  ` ${key.replace(' ', '\u00A0 ')}\u00AD`,
];

test('a record is refused if its key differs from a stored key only in capitals, spaces, invisible characters or decomposed accents', async () => {
  const { as, account } = await world();
  const office = await as('super');
  const client = await account();
  const tag = `TÊ ${office.id}`;
  const at = `/api/admin/accounts/${client.id}`;
  const ways: [path: string, field: string, make: (key: string) => object][] = [
    ['/api/admin/accounts', 'reference', (reference) => ({ name: `Client ${reference}`, reference })],
    ['/api/admin/suppliers', 'code', (code) => ({ name: 'Pennine', code })],
    ['/api/admin/error-codes', 'code', (code) => ({ code, description: 'Torn' })],
    [`${at}/employee-roles`, 'name', (name) => ({ name })],
    [`${at}/clothing-sets`, 'name', (name) => ({ name })],
    ['/api/sites', 'name', (name) => ({ name, account_id: client.id, delivery_address })],
  ];
  const answers: unknown[] = [];
  for (const [path, field, make] of ways) {
    const first = await office.post(path, make(tag));
    const body = first.body as Record<string, unknown>;
    answers.push([path, first.status, body[field]]);
    for (const key of alike(tag)) {
      const second = await office.post(path, make(key));
      answers.push([path, second.status, Object.keys((second.body as { errors?: object }).errors ?? {})]);
    }
  }
  expect(answers).toEqual(ways.flatMap(([path, field]) => [[path, 201, tag], ...alike(tag).map(() => [path, 422, [field]])]));
});

test('the database folds a key in the same way as the program', async () => {
  const { database, supplier } = await world();
  const code = `ÀÂÄÅÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜŴŶÁ-Š-${randomUUID().slice(0, 8).toUpperCase()}`;
  const { id } = await supplier({ code });
  const [stored] = await database.reader
    .select({ key: keyColumn(suppliers.code) })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  expect(stored?.key).toBe(foldedKey(code));
  expect(foldedKey(code)).toContain('àâäåçèéêëíîïñóôöøùúûüŵŷá-Š');
});

test('a search for a key prefers the record with exactly this key to a record whose key differs in capitals', () => {
  const find = finderByKey([{ key: 'CASE-1' }, { key: 'case-1' }, { key: 'Two' }], ({ key }) => key);
  expect(['case-1', 'CASE-1', 'Case-1', 'two', 'three'].map(find)).toEqual([
    { key: 'case-1' },
    { key: 'CASE-1' },
    { key: 'CASE-1' },
    { key: 'Two' },
    undefined,
  ]);
});

test('keys that read alike stay in a database that already has them, and the office is notified', async () => {
  const { services } = await world();
  const name = `old_${randomUUID().replaceAll('-', '')}`;
  const { database_url, DATA_DIR } = services.settings;
  const { database } = await world();
  if (pg) await run(database.reader, sql.raw(`create database ${name} template template0`));
  const old = await openDatabase(pg ? database_url.replace(/[^/]*$/, name) : join(DATA_DIR, `${name}.db`));
  const at = '2026-10-01T09:00:00.000Z';
  try {
    const all = migrations();
    await migrate(
      old,
      all.slice(
        0,
        all.findIndex((migration) => migration.name.endsWith('keys_without_capitals')),
      ),
    );
    await old.unitOfWork(async (db) => {
      for (const [id, sku] of [
        [1, 'CASE-1'],
        [2, 'case-1'],
        [3, 'CA\u200BSE-1'],
        [4, ' TWO\u00A0 WORDS'],
        [5, 'CAFE\u0301'],
        [6, 'café'],
      ] as const)
        await run(db, sql`insert into products (id, sku, name, created_at) values (${id}, ${sku}, 'Case', ${at})`);
      await run(db, sql`insert into users (id, role, forenames, surname, created_at) values (1, 'super', 'Some', 'Body', ${at})`);
    });
    await migrate(old);
    const clashes = [
      { label: 'SKU', keys: ['CASE-1', 'case-1', 'CA\u200BSE-1'] },
      { label: 'SKU', keys: ['CAFE\u0301', 'café'] },
    ];
    expect(await checkKeys(old, at)).toEqual(clashes);
    const stored = await rows<{ sku: string; key_clash: number }>(old.reader, sql`select sku, key_clash from products order by id`);
    expect(stored.map(({ sku, key_clash }) => [sku, Number(key_clash)])).toEqual([
      ['CASE-1', 0],
      ['case-1', 2],
      ['CA\u200BSE-1', 3],
      ['TWO WORDS', 0],
      ['CAFE\u0301', 0],
      ['café', 6],
    ]);
    const [notification] = await old.reader.select().from(notifications);
    expect(notification).toMatchObject({
      user_id: 1,
      data: { title: '2 keys are not unique', message: expect.stringContaining('SKU: CASE-1 · case-1') },
    });
    await expect(
      old.unitOfWork((db) => run(db, sql`insert into products (sku, name, created_at) values ('Case-1', 'Third', ${at})`)),
    ).rejects.toThrow();
    expect(await old.unitOfWork((db) => cleanKeys(db))).toEqual(clashes);
  } finally {
    await old.close();
  }
});
