import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Database, migrate, migrations, openDatabase, rows, run } from '../../server/db/db.ts';
import { pg } from '../../server/db/dialect.ts';
import { personHas } from '../../server/db/person-search.ts';
import { world } from '../world.ts';

/** Opens a new database that has only the migrations before `upTo`. */
async function oldDatabase(upTo: string): Promise<Database> {
  const { database, services } = await world();
  const name = `old_${randomUUID().replaceAll('-', '')}`;
  if (pg) await run(database.reader, sql.raw(`create database ${name} template template0`));
  const { database_url, DATA_DIR } = services.settings;
  const old = await openDatabase(pg ? database_url.replace(/[^/]*$/, name) : join(DATA_DIR, `${name}.db`));
  await migrate(
    old,
    migrations().filter((migration) => migration.name < upTo),
  );
  return old;
}

const iso = (value: unknown): string | null => (value === null ? null : new Date(String(value)).toISOString());

test('migrating a database from before second factors existed keeps its rows and fills in the new columns', async () => {
  const old = await oldDatabase('0020');
  const at = '2026-10-01T09:00:00.000Z';
  try {
    await old.unitOfWork(async (db) => {
      await run(db, sql`insert into accounts (id, name, created_at) values (1, 'Old Client', ${at})`);
      for (const [id, role, client] of [
        [1, 'super', null],
        [2, 'manager', 1],
        [3, 'employee', 1],
      ] as const)
        await run(
          db,
          sql`insert into users (id, role, account_id, forenames, surname, created_at) values (${id}, ${role}, ${client}, 'Some', 'Body', ${at})`,
        );
      for (const [id, reason, po] of [
        [1, 'Not this year', 'PO-4711-X'],
        [2, null, null],
        [3, 'Nobody knows who said so', 'PO-1'],
      ] as const)
        await run(
          db,
          sql`insert into orders (id, uuid, account_id, creator_id, requester_id, created_at, status_since, declined_reason, client_po_reference)
            values (${id}, ${randomUUID()}, 1, 3, 3, ${at}, ${at}, ${reason}, ${po})`,
        );
      // Two people declined order 1, and the later decision counts. Order 2 was declined, and submitted afterwards.
      for (const [who, what, on] of [
        [1, 'order.declined', 1],
        [2, 'order.declined', 1],
        [1, 'order.updated', 1],
        [2, 'order.declined', 2],
      ] as const)
        await run(db, sql`insert into audit (at, who_id, what, on_type, on_id) values (${at}, ${who}, ${what}, 'order', ${on})`);
      for (const kind of ['password_reset', 'size_request', 'order_confirmation'])
        await run(
          db,
          sql`insert into outbox (kind, "to", subject, text, html, created_at, due_at) values (${kind}, 'a@b.test', 'S', 'T', 'H', ${at}, ${at})`,
        );
      for (const [id, impersonator] of [
        [1, null],
        [2, 1],
      ] as const)
        await run(
          db,
          sql`insert into sessions (id, user_id, impersonator_id, token_hash, created_at, last_seen_at, expires_at)
            values (${id}, 2, ${impersonator}, ${`hash ${id}`}, ${at}, ${at}, ${at})`,
        );
    });
    expect(await migrate(old)).toBe(migrations().filter(({ name }) => name >= '0020').length);

    const read = (query: ReturnType<typeof sql>) => rows<Record<string, unknown>>(old.reader, query);
    expect(await read(sql`select id, declined_by, returned_to_draft_at from orders order by id`)).toMatchObject([
      { declined_by: 2, returned_to_draft_at: null },
      { declined_by: null },
      { declined_by: null },
    ]);
    const mails = await read(sql`select kind, expires_at, topic from outbox order by id`);
    expect(mails.map(({ kind, expires_at, topic }) => [kind, iso(expires_at), topic])).toEqual([
      ['password_reset', '2026-10-01T10:00:00.000Z', null],
      ['size_request', '2026-10-31T09:00:00.000Z', null],
      ['order_confirmation', '2026-10-08T09:00:00.000Z', null],
    ]);
    expect(await read(sql`select id, parent_id from sessions`)).toEqual([{ id: 1, parent_id: null }]);
    const [person] = await read(sql`select invited_at, signed_in_at from users where id = 2`);
    expect([person?.invited_at, iso(person?.signed_in_at)]).toEqual([null, iso(at)]);
    if (!pg) expect(await read(sql`select rowid as id from person_parts where person_parts match '"ome bo"' and rowid = 2`)).toEqual([{ id: 2 }]);
    if (!pg) expect(await read(sql`select rowid as id from order_po_parts where order_po_parts match '"4711"'`)).toEqual([{ id: 1 }]);
  } finally {
    await old.close();
  }
});

test('clothing sets with the same name in one company get different names before a migration requires unique names', async () => {
  const old = await oldDatabase('0042');
  const at = '2026-10-01T09:00:00.000Z';
  try {
    await old.unitOfWork(async (db) => {
      await run(db, sql`insert into accounts (id, name, created_at) values (1, 'One', ${at}), (2, 'Two', ${at})`);
      for (const [id, account, name, deleted] of [
        [1, 1, 'Yard', null],
        [2, 1, 'YARD', null],
        [3, 1, 'Yard', at],
        [4, 2, 'Yard', null],
        [5, 1, 'yard', null],
      ] as const)
        await run(
          db,
          sql`insert into clothing_sets (id, account_id, name, created_at, deleted_at) values (${id}, ${account}, ${name}, ${at}, ${deleted})`,
        );
    });
    await migrate(old);
    expect(await rows<{ name: string }>(old.reader, sql`select name from clothing_sets order by id`)).toEqual(
      ['Yard', 'YARD (2)', 'Yard', 'Yard', 'yard (5)'].map((name) => ({ name })),
    );
  } finally {
    await old.close();
  }
});

test('people with the same employee number at one client get different numbers before a migration requires unique numbers', async () => {
  const old = await oldDatabase('0065');
  const at = '2026-10-01T09:00:00.000Z';
  try {
    await old.unitOfWork(async (db) => {
      await run(db, sql`insert into accounts (id, name, created_at) values (1, 'One', ${at}), (2, 'Two', ${at})`);
      for (const [id, role, client, number, deleted] of [
        [1, 'employee', 1, 'N-1', null],
        [2, 'manager', 1, 'n-1', null],
        [3, 'employee', 1, 'N-1', at],
        [4, 'employee', 2, 'N-1', null],
        [5, 'employee', 1, null, null],
        [6, 'employee', 1, null, null],
        [7, 'warehouse', null, 'N-1', null],
        [8, 'warehouse', null, 'N-1', null],
      ] as const)
        await run(
          db,
          sql`insert into users (id, role, account_id, forenames, surname, employee_number, created_at, deleted_at)
            values (${id}, ${role}, ${client}, 'Some', 'Body', ${number}, ${at}, ${deleted})`,
        );
    });
    await migrate(old);
    expect(await rows(old.reader, sql`select employee_number, version from users order by id`)).toMatchObject([
      { employee_number: 'N-1' },
      { employee_number: 'n-1 (2)' },
      { employee_number: 'N-1' },
      { employee_number: 'N-1' },
      { employee_number: null },
      { employee_number: null },
      { employee_number: 'N-1' },
      { employee_number: 'N-1' },
    ]);
    const twice = old.unitOfWork((db) => run(db, sql`update users set employee_number = 'n-1' where id = 5`));
    await expect(twice).rejects.toThrow();
  } finally {
    await old.close();
  }
});

test('if an older release did not fold full-width letters and ligatures, a migration folds names and references again', async () => {
  const old = await oldDatabase('0078');
  const at = '2026-10-01T09:00:00.000Z';
  try {
    await old.unitOfWork(async (db) => {
      await run(db, sql`insert into accounts (id, name, created_at) values (1, 'Old Client', ${at})`);
      for (const [id, forenames, surname] of [
        [1, 'Soﬁa', 'Ｎｏｒｔｈ'],
        [2, 'Zoë', "O'Hara"],
      ] as const)
        await run(
          db,
          sql`insert into users (id, role, account_id, forenames, surname, created_at) values (${id}, 'employee', 1, ${forenames}, ${surname}, ${at})`,
        );
      await run(
        db,
        sql`insert into orders (id, uuid, account_id, creator_id, requester_id, created_at, status_since, client_po_reference)
          values (1, ${randomUUID()}, 1, 1, 1, ${at}, ${at}, 'ＰＯ４７')`,
      );
    });
    await migrate(old);
    expect(await rows(old.reader, sql`select name_key from users order by id`)).toEqual([{ name_key: 'north\tsofia' }, { name_key: "o'hara\tzoe" }]);
    const found = async (people: string, order: string) => [
      await rows(
        old.reader,
        pg
          ? sql`select id from users where ${personHas(people)}`
          : sql`select rowid as id from person_parts where person_parts match ${`"${people}"`}`,
      ),
      await rows(
        old.reader,
        pg
          ? sql`select id from orders where folded(client_po_reference) like ${`%${order}%`}`
          : sql`select rowid as id from order_po_parts where order_po_parts match ${`"${order}"`}`,
      ),
    ];
    expect(await found('sofia north', 'po47')).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(await found("zoe o'hara", 'ｐｏ４')).toEqual([[{ id: 2 }], []]);
  } finally {
    await old.close();
  }
});

test('prices of suppliers in pence become tenths of a penny, also in what the undo of an import restores', async () => {
  const old = await oldDatabase('0090_exact');
  const at = '2026-10-01T09:00:00.000Z';
  try {
    await old.unitOfWork(async (db) => {
      await run(db, sql`insert into users (id, role, forenames, surname, created_at) values (1, 'super', 'Some', 'Body', ${at})`);
      await run(db, sql`insert into suppliers (id, code, name, created_at) values (1, 'MILL', 'Mill', ${at})`);
      for (const [id, price] of [
        [1, 1234],
        [2, 0],
        [3, null],
      ] as const)
        await run(db, sql`insert into products (id, sku, name, supplier_price, created_at) values (${id}, ${`SKU-${id}`}, 'Polo', ${price}, ${at})`);
      await run(db, sql`insert into purchase_orders (id, our_reference, supplier_id, created_at) values (1, 'PO-1', 1, ${at})`);
      for (const [id, price] of [
        [1, 640],
        [2, null],
      ] as const)
        await run(
          db,
          sql`insert into purchase_order_lines (id, purchase_order_id, product_id, qty_requested, unit_price) values (${id}, 1, 1, 3, ${price})`,
        );
      await run(
        db,
        sql`insert into imports (id, type, created_by, created_at, file_name, header_row, columns, status)
          values (1, 'products', 1, ${at}, 'prices.csv', 1, '[]', 'done')`,
      );
      const change = { before: { supplier_price: 1200, bin: 'A1' }, after: { supplier_price: null, bin: 'A2' } };
      await run(
        db,
        sql`insert into import_changes (id, import_id, "row", key, action, target, target_id, "before", "after")
          values (1, 1, 2, 'SKU-1', 'changed', 'product', 1, ${JSON.stringify(change.before)}, ${JSON.stringify(change.after)})`,
      );
    });
    await migrate(old);
    const read = (query: ReturnType<typeof sql>) => rows<Record<string, unknown>>(old.reader, query);
    const numbers = (found: Record<string, unknown>[]) =>
      found.map((row) => Object.values(row).map((value) => (value === null ? null : Number(value))));
    expect(numbers(await read(sql`select supplier_price, supplier_price_tenths from products order by id`))).toEqual([
      [1234, 12_340],
      [0, 0],
      [null, null],
    ]);
    expect(numbers(await read(sql`select unit_price, unit_price_tenths from purchase_order_lines order by id`))).toEqual([
      [640, 6400],
      [null, null],
    ]);
    const [stored] = await read(sql`select "before", "after" from import_changes`);
    const json = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);
    expect([json(stored?.before), json(stored?.after)]).toEqual([
      { supplier_price_tenths: 12_000, bin: 'A1' },
      { supplier_price_tenths: null, bin: 'A2' },
    ]);
    // The database computes the pence, half up, and lets nobody write them.
    await old.unitOfWork((db) => run(db, sql`update purchase_order_lines set unit_price_tenths = 6405 where id = 1`));
    expect(numbers(await read(sql`select unit_price from purchase_order_lines where id = 1`))).toEqual([[641]]);
    await expect(old.unitOfWork((db) => run(db, sql`update purchase_order_lines set unit_price = 1 where id = 1`))).rejects.toThrow();
  } finally {
    await old.close();
  }
});
