import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../server/db/db.ts';
import { imports, users } from '../../server/db/tables/index.ts';
import { checkImport } from '../../server/imports/check-import.ts';
import { type ImportStatus, importTransitions } from '../../shared/imports/import-states.ts';
import { stepsOf } from '../../shared/life-cycle.ts';
import { importWorld } from './import-world.ts';

type World = Awaited<ReturnType<typeof importWorld>>;
let w: World;
/** Each transition that an import made, as `from to`. */
const taken = new Set<string>();

beforeAll(async () => {
  w = await importWorld();
  const { database } = w.services;
  const { unitOfWork } = database;
  const states = async (db: Db) =>
    new Map((await db.select({ id: imports.id, status: imports.status }).from(imports)).map((row) => [row.id, row.status]));
  database.unitOfWork = (command) =>
    unitOfWork(async (db) => {
      const before = await states(db);
      const result = await command(db);
      for (const [id, status] of await states(db)) {
        const from = before.get(id);
        if (from !== undefined && from !== status) taken.add(`${from} ${status}`);
      }
      return result;
    });
});

const run = (id: number, body: object = {}) => w.office.post(`${w.path}/${id}/run`, body);
const stop = (id: number) => w.office.post(`${w.path}/${id}/stop`);
const statusOf = async (id: number): Promise<ImportStatus> => (await w.read(id)).status;

test('imports make exactly the changes of status that the table lists', { timeout: 60_000 }, async () => {
  const { upload, importFile, runJobs, rollBack, office, path, services, database, now } = w;
  const product = await w.product({ name: 'Polo' });
  const counted = async (qty: number): Promise<number> =>
    (await upload({ type: 'stock', rows: `a,b\n${product.sku},${qty}\n`, mapping: ['sku', 'count'] })).body.id;

  const mended = await counted(1);
  expect((await office.post(`${path}/${mended}/fixes`, { row: 2, column: 1, value: '3' })).status).toBe(200);
  await runJobs();
  expect((await run(mended)).status).toBe(202);
  await runJobs();
  await rollBack(mended);
  expect(await statusOf(mended)).toBe('reverted');

  const stopped = await counted(5);
  await run(stopped);
  await stop(stopped);
  await run(stopped);
  await runJobs();
  expect(await statusOf(stopped)).toBe('done');
  const given = await counted(6);
  await run(given);
  await stop(given);
  await rollBack(given);

  const rows = `sku,name,price\n${Array.from({ length: 5001 }, (_, n) => `${product.sku}-T${n},Bulk,1.00`).join('\n')}\n`;
  const { body: slow } = await upload({ type: 'products', rows, mapping: ['sku', 'name', 'price'] });
  expect(await checkImport(services, slow.id, { timeOf: (passed) => (passed < 1000 ? 60_000 : 0) })).toBe('failed');

  const priced = await importFile({
    type: 'products',
    rows: [
      ['sku', 'price'],
      [product.sku, '1.23'],
    ],
  });
  await office.put(`/api/admin/products/${product.id}`, { field: 'price', value: 999 });
  await rollBack(priced.id);
  expect(await statusOf(priced.id)).toBe('reverted_in_part');

  // The people of a client. Files of tokens and watched folders may archive only a limited number of these people in a day.
  const client = await w.account();
  const people = Array.from({ length: 100 }, (_, n) => ({
    ...{ account_id: client.id, role: 'employee' as const, forenames: 'Fore', surname: `Name ${n}`, employee_number: `${n}`, created_at: now() },
  }));
  await database.unitOfWork(async (db) => void (await db.insert(users).values(people)));
  const feed = async (cells: readonly (readonly string[])[]): Promise<number> => {
    const { body } = await upload({ type: 'employees', rows: cells, options: { account_id: String(client.id) } });
    await database.unitOfWork((db) =>
      db
        .update(imports)
        .set({ source: `feed ${body.id}` })
        .where(eq(imports.id, body.id)),
    );
    return body.id;
  };
  const leavers = (from: number) => feed([['employee_number', 'leaver'], ...Array.from({ length: 9 }, (_, n) => [`${from + n}`, 'yes'])]);
  for (const from of [0, 9]) {
    await run(await leavers(from));
    await runJobs();
  }
  const [waiting, interrupted] = [await leavers(18), await leavers(27)];
  for (const id of [waiting, interrupted]) expect((await run(id)).status).toBe(202);
  // One of the two imports was interrupted after it had begun.
  await database.unitOfWork((db) => db.update(imports).set({ status: 'running' }).where(eq(imports.id, interrupted)));
  await runJobs();
  expect(await Promise.all([waiting, interrupted].map(statusOf))).toEqual(['checked', 'checked']);

  const { body: renamed } = await upload({
    type: 'employees',
    rows: [['employee_number', 'surname'], ...Array.from({ length: 60 }, (_, n) => [`${40 + n}`, n < 20 ? `Other ${n}` : `Name ${40 + n}`])],
    options: { account_id: String(client.id) },
  });
  expect((await run(renamed.id, { confirm_changes: 20 })).status).toBe(202);
  await database.unitOfWork((db) => db.update(users).set({ surname: 'Meanwhile' }).where(eq(users.account_id, client.id)));
  await runJobs();
  expect(await statusOf(renamed.id)).toBe('failed');

  expect([...taken].sort()).toEqual(stepsOf<ImportStatus>(importTransitions).sort());
});
