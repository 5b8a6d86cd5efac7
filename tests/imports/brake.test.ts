import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products, users } from '../../server/db/tables/index.ts';
import { importWorld } from './import-world.ts';

/** Inserts a client with this number of people, each with an employee number. */
async function clientWith(people: number) {
  const base = await importWorld();
  const client = await base.account();
  const site = await base.site(client.id, { name: 'Leeds' });
  await base.database.unitOfWork(async (db) => {
    await db.insert(users).values(
      Array.from({ length: people }, (_, n) => ({
        account_id: client.id,
        role: 'employee' as const,
        forenames: 'Fore',
        surname: `Name ${n}`,
        employee_number: `${n}`,
        created_at: base.now(),
      })),
    );
  });
  const upload = async (rows: (string | null)[][], options: Record<string, string> = {}) =>
    (await base.upload({ type: 'employees', rows, options: { account_id: String(client.id), ...options } })).body;
  const run = (id: number, confirm_changes?: number) =>
    base.office.post(`${base.path}/${id}/run`, { ...(confirm_changes !== undefined && { confirm_changes }) });
  const active = async (): Promise<number> =>
    (await base.database.reader.select().from(users).where(eq(users.account_id, client.id))).filter(({ deleted_at }) => deleted_at === null).length;
  return { ...base, client, site, upload, run, active };
}

const head = ['employee_number', 'surname'];
const renamed = (count: number) => [head, ...Array.from({ length: count }, (_, n) => [`${n}`, `Other ${n}`])];

test('an import that changes at least twenty people, and more than a fifth of all, waits until the office types the number of changes', async () => {
  const { upload, run, runJobs, read } = await clientWith(90);
  const { id, expected } = await upload(renamed(20));
  expect(expected).toBe(20);
  expect(await run(id)).toMatchObject({ status: 409, body: { code: 'import_brake', expected: 20 } });
  expect(await run(id, 19)).toMatchObject({ status: 409, body: { code: 'import_brake' } });
  expect((await run(id, 20)).status).toBe(202);
  await runJobs();
  expect(await read(id)).toMatchObject({ status: 'done', progress: { changed: 20 } });
});

test('an import that changes nineteen people of thirty, or twenty people of a hundred, needs no confirmation', async () => {
  const few = await clientWith(30);
  expect(await few.upload(renamed(19))).toMatchObject({ expected: null, check: { changed: 19 } });
  const many = await clientWith(100);
  expect(await many.upload(renamed(20))).toMatchObject({ expected: null });
  expect(await many.upload(renamed(21))).toMatchObject({ expected: 21 });
});

test('if a file that should list all people ends early, nobody is archived until the office types the number of people to archive', async () => {
  const { upload, run, active } = await clientWith(12);
  const rows = [head, ...Array.from({ length: 12 }, (_, n) => [`${n}`, `Name ${n}`])];
  for (let cut = 1; cut < 12; cut += 1) {
    const { id, expected, check } = await upload(rows.slice(0, cut + 1), { complete: 'true' });
    expect([expected, check?.missing]).toEqual([12 - cut, 12 - cut]);
    expect(await run(id)).toMatchObject({ status: 409, body: { code: 'import_brake' } });
  }
  expect(await upload(rows, { complete: 'true' })).toMatchObject({ expected: null, check: { unchanged: 12, archived: 0 } });
  expect(await active()).toBe(12);
});

test('a person who is missing from a complete file is not archived if the person has moved to another company since the check', async () => {
  const { upload, run, runJobs, read, database, client, account } = await clientWith(30);
  const { id, check } = await upload([head, ...Array.from({ length: 28 }, (_, n) => [`${n}`, `Name ${n}`])], { complete: 'true' });
  expect(check).toMatchObject({ missing: 2 });
  const other = await account();
  const [mover, leaver] = await database.unitOfWork(async (db) => {
    const missing = await db
      .select()
      .from(users)
      .where(and(eq(users.account_id, client.id), inArray(users.employee_number, ['28', '29'])))
      .orderBy(users.id);
    await db
      .update(users)
      .set({ account_id: other.id })
      .where(eq(users.id, missing[0]?.id ?? 0));
    return missing;
  });
  expect((await run(id, 2)).status).toBe(202);
  await runJobs();
  expect(await read(id)).toMatchObject({ status: 'done', progress: { archived: 1 } });
  const now = await database.reader
    .select()
    .from(users)
    .where(inArray(users.id, [mover?.id ?? 0, leaver?.id ?? 0]))
    .orderBy(users.id);
  expect(now.map(({ account_id, deleted_at }) => [account_id, deleted_at !== null])).toEqual([
    [other.id, false],
    [client.id, true],
  ]);
});

test('a run stops before it changes more people than the office confirmed', async () => {
  const { upload, run, runJobs, read, active, database, client } = await clientWith(90);
  const { id } = await upload([head, ...Array.from({ length: 60 }, (_, n) => [`${n}`, n < 20 ? `Other ${n}` : `Name ${n}`])]);
  expect((await run(id, 20)).status).toBe(202);
  // After the check somebody renames everybody, so the file would now change all sixty of its people.
  await database.unitOfWork((db) => db.update(users).set({ surname: 'Meanwhile' }).where(eq(users.account_id, client.id)));
  await runJobs();
  expect(await read(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('More people'), progress: { changed: 0 } });
  expect(await active()).toBe(90);
});

test('names and signs of a Windows-1252 file are read correctly', async () => {
  const { importFile, product, database, office } = await importWorld();
  const one = await product({ sku: `W${office.id}` });
  const text = `sku,name,price\r\n${one.sku},O\x92Neill caf\xe9 \x80,\xa312.50\r\n`;
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(await importFile({ type: 'products', rows: bytes, mapping: ['sku', 'name', 'price'] })).toMatchObject({
    status: 'done',
    progress: { changed: 1 },
  });
  expect((await database.reader.select().from(products).where(eq(products.id, one.id)))[0]).toMatchObject({ name: 'O’Neill café €', price: 1250 });
});
