import { and, asc, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  auditRows,
  clothingSets,
  employeeRoles,
  outbox,
  sites,
  userClothingSets,
  userEmployeeRoles,
  userSites,
  users,
} from '../../server/db/tables/index.ts';
import { importWorld } from './import-world.ts';

type Rows = (string | null)[][];

/** A client with two sites, two employee roles and two clothing sets, and what a test asks of its people. */
async function setUp() {
  const base = await importWorld();
  const { database, office } = base;
  const tag = `e${office.id}`;
  const client = await base.account({ name: `Client ${tag}` });
  const leeds = await base.site(client.id, { name: 'Leeds', reference_1: 'LDS' });
  const york = await base.site(client.id, { name: 'York', reference_2: 'YRK' });
  const insertRole = (name: string) =>
    database.unitOfWork((db) => db.insert(employeeRoles).values({ account_id: client.id, name, created_at: base.now() }).returning());
  const [[driver], [fitter]] = [await insertRole('Driver'), await insertRole('Fitter')];
  if (!driver || !fitter) throw new Error('no roles');
  const [summer, winter] = [await base.clothingSet(client.id, { name: 'Summer' }), await base.clothingSet(client.id, { name: 'Winter' })];
  const options = { account_id: String(client.id) };
  const person = (values: Parameters<typeof base.user>[1] = {}) => base.user('employee', { account_id: client.id, sites: [leeds.id], ...values });
  const byNumber = async (number: string) =>
    (
      await database.reader
        .select()
        .from(users)
        .where(and(eq(users.account_id, client.id), eq(users.employee_number, number)))
    )[0];
  const linksOf = async (id: number) => {
    const { body } = await office.get(`/api/admin/accounts/${client.id}/employees/${id}`);
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    return { sites: names(body.sites), employee_roles: names(body.employee_roles), clothing_sets: names(body.clothing_sets) };
  };
  const check = async (rows: Rows, more: Record<string, string> = {}) =>
    (await base.upload({ type: 'employees', rows, options: { ...options, ...more } })).body;
  const run = (rows: Rows, more: Record<string, string> = {}) => base.importFile({ type: 'employees', rows, options: { ...options, ...more } });
  return { ...base, tag, client, leeds, york, driver, fitter, summer, winter, options, person, byNumber, linksOf, check, run };
}

/** The faults of a check as row, column and message. */
const faultsOf = ({ check }: { check: { faults: { row: number; column: number; message: string; suggestion: string | null }[] } | null }) =>
  check?.faults.map(({ row, column, message, suggestion }) => [row, column, message, ...(suggestion === null ? [] : [suggestion])]);

test('new people get their fields, sites, roles and sets by name or reference, and nobody is invited', async () => {
  const { run, byNumber, linksOf, client, tag, database } = await setUp();
  const done = await run([
    [
      'employee_number',
      'forenames',
      'surname',
      'email',
      'contact_phone',
      'sex',
      'role',
      'employee_roles',
      'sites',
      'clothing_sets',
      'started_on',
      'is_supervised_orderer',
    ],
    [
      '0042',
      'Zoë',
      'O’Neill',
      `Zoe.${tag}@Example.test`,
      '0113 496 0000',
      'Female',
      'Site Manager',
      'driver; FITTER ',
      'lds; York',
      'Winter',
      '03/02/2026',
      'yes',
    ],
    ['0043', 'Ann', 'Field', '', '', 'm', '', '', 'YRK', '', '', ''],
  ]);
  expect(done).toMatchObject({ status: 'done', progress: { new: 2, changed: 0, failed: 0 } });
  const zoe = await byNumber('0042');
  expect(zoe).toMatchObject({
    account_id: client.id,
    forenames: 'Zoë',
    surname: 'O’Neill',
    email: `zoe.${tag}@example.test`,
    contact_phone: '0113 496 0000',
    sex: 'f',
    role: 'site_admin',
    started_on: '2026-02-03',
    is_supervised_orderer: true,
    can_view_restricted_products: false,
    password_hash: null,
    invited_at: null,
    version: 1,
  });
  expect(await linksOf(zoe?.id ?? 0)).toEqual({ sites: ['Leeds', 'York'], employee_roles: ['Driver', 'Fitter'], clothing_sets: ['Winter'] });
  const ann = await byNumber('0043');
  expect(ann).toMatchObject({ role: 'employee', email: null, sex: 'm' });
  expect(await linksOf(ann?.id ?? 0)).toEqual({ sites: ['York'], employee_roles: [], clothing_sets: [] });
  const [event] = await database.reader
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.what, 'employee.created'), eq(auditRows.on_id, zoe?.id ?? 0)));
  expect(event?.after).toMatchObject({ surname: 'O’Neill', employee_roles: ['Driver', 'Fitter'], sites: ['Leeds', 'York'], import: done.id });
  expect(await database.reader.$count(outbox, eq(outbox.to, `zoe.${tag}@example.test`))).toBe(0);
});

test('the second import of a file changes nothing, an empty cell stays and `(clear)` empties', async () => {
  const { run, byNumber, linksOf } = await setUp();
  const head = ['employee_number', 'forenames', 'surname', 'contact_phone', 'sex', 'employee_roles', 'sites', 'leaves_on'];
  const rows = [head, ['7', 'Ann', 'Field', '0113', 'f', 'Driver; Fitter', 'Leeds; York', '2027-01-31']];
  await run(rows);
  expect(await run(rows)).toMatchObject({ progress: { new: 0, changed: 0, unchanged: 1 } });
  expect(await run([head, ['7', '', '', '', '', 'fitter;driver', '', '']])).toMatchObject({ progress: { unchanged: 1 } });
  expect(await byNumber('7')).toMatchObject({ version: 1, contact_phone: '0113' });
  const cleared = await run([head, ['7', 'Anna', '', '(clear)', '(CLEAR)', '(clear)', 'York', '(clear)']]);
  expect(cleared).toMatchObject({
    progress: { changed: 1 },
    check: { fields: { forenames: 1, contact_phone: 1, sex: 1, employee_roles: 1, sites: 1, leaves_on: 1 } },
  });
  const ann = await byNumber('7');
  expect(ann).toMatchObject({ forenames: 'Anna', surname: 'Field', contact_phone: null, sex: null, leaves_on: null, version: 2 });
  expect(await linksOf(ann?.id ?? 0)).toEqual({ sites: ['York'], employee_roles: [], clothing_sets: [] });
});

test('a name that is not known is a fault with the nearest one as its suggestion', async () => {
  const { check, site, client } = await setUp();
  await site(client.id, { name: 'Hull' });
  await site(client.id, { name: 'hull ' });
  const body = await check([
    ['employee_number', 'forenames', 'surname', 'sites', 'employee_roles', 'clothing_sets'],
    ['1', 'A', 'B', 'Leeds; Yorkk', '', ''],
    ['2', 'A', 'B', 'Leeds', 'Drivr', ''],
    ['3', 'A', 'B', 'Leeds', '', 'Wintre'],
    ['4', 'A', 'B', 'Hull', '', ''],
    ['5', 'A', 'B', 'Nowhere at all', '', ''],
  ]);
  expect(faultsOf(body)).toEqual([
    [2, 3, 'There is no such site.', 'Leeds; York'],
    [3, 4, 'There is no such employee role.', 'Driver'],
    [4, 5, 'There is no such clothing set.', 'Winter'],
    [5, 3, 'There are two of this name.'],
    [6, 3, 'There is no such site.'],
  ]);
});
