import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, clothingSets, employeeRoles, outbox, sites, userSites, users } from '../../server/db/tables/index.ts';
import { importWorld } from './import-world.ts';

type Rows = (string | null)[][];

/** Inserts a client with two sites, two employee roles and two clothing sets. Returns functions that import and read the client's people. */
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

/** Returns the faults of a check as row, column and message. */
const faultsOf = ({ check }: { check: { faults: { row: number; column: number | null; message: string; suggestion: string | null }[] } | null }) =>
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

test('the second import of a file changes nothing; an empty cell keeps the stored value, and `(clear)` removes it', async () => {
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

test('an unknown name is a fault, with the most similar name as a suggestion', async () => {
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

test('each fault of a row is reported on its cell, with the same message as in the form', async () => {
  const { check, person, tag, client, database, now, as } = await setUp();
  const elsewhere = await as('super');
  const [taken] = await database.reader.select().from(users).where(eq(users.id, elsewhere.id));
  await person({ employee_number: '20', email: `twenty.${tag}@example.test` });
  await person({ employee_number: '22', deleted_at: now() });
  await person({ employee_number: null, email: `gone.${tag}@example.test`, deleted_at: now() });
  await person({ employee_number: '23', role: 'site_admin', email: `boss.${tag}@example.test`, started_on: '2026-05-01' });
  const head = ['employee_number', 'forenames', 'surname', 'email', 'role', 'sites', 'sex', 'started_on', 'leaves_on', 'is_supervised_orderer'];
  const rows: [...string[]][] = [
    ['', 'No', 'Key', '', '', 'Leeds'],
    ['2', '', '', '', '', ''],
    ['3', 'A', 'Boss', '', 'Department Manager', 'Leeds'],
    ['4', 'An', 'Admin', `admin.${tag}@example.test`, 'client manager', ''],
    ['5', 'A', 'B', taken?.email?.toUpperCase() ?? '', '', 'Leeds'],
    ['6', 'A', 'B', 'nobody', 'Super User', 'Leeds', 'x', '30/02/2026', '', 'perhaps'],
    ['7', 'A', 'B', '', '', 'Leeds', '', '2026-05-02', '01/05/2026'],
    ['22', 'A', 'B', '', '', 'Leeds'],
    ['', 'A', 'B', `gone.${tag}@example.test`, '', 'Leeds'],
    ['23', '', '', '(clear)', '', '(clear)', '', '', '2026-04-30'],
    ['23', '', '', '', '', ''],
    ['20', '(clear)', '', '', '', ''],
    ['', 'Twenty', '', `twenty.${tag}@example.test`, '', ''],
  ];
  const body = await check([head, ...rows.map((row) => [...row, ...Array(head.length - row.length).fill('')])]);
  const needed = 'Enter an email address: only somebody who never signs in can be without one.';
  expect(faultsOf(body)).toEqual([
    [2, 0, 'Employee number is needed.'],
    [3, 2, 'Enter a name.'],
    [3, 5, 'Choose at least one site.'],
    [4, 3, needed],
    [6, 3, 'Somebody else has this email address.'],
    [7, 3, 'Enter a full email address, such as name@company.co.uk'],
    [7, 4, 'Enter one of these roles: Employee, Employee, Self Order, Department Manager, Site Manager, Client Manager.'],
    [7, 6, 'Enter m or f.'],
    [7, 7, 'This day does not exist.'],
    [7, 9, 'Enter yes or no.'],
    [8, 8, 'The last day is before the first.'],
    [9, 0, 'This person is archived.'],
    [10, 3, 'This person is archived.'],
    [11, 5, 'Choose at least one site.'],
    [11, 3, needed],
    [11, 8, 'The last day is before the first.'],
    [12, 0, 'Row 11 has the same.'],
    [14, 3, 'Row 13 has the same.'],
  ]);
  expect(body.check).toMatchObject({ new: 1, changed: 1, unchanged: 0, faulty: 11 });
  expect(await database.reader.$count(users, eq(users.account_id, client.id))).toBe(4);
});

test('a file of people is refused if no account is chosen, or if it has a column for neither employee number nor email address', async () => {
  const { upload, options } = await setUp();
  expect(await upload({ type: 'employees', rows: [['employee_number'], ['1']] })).toMatchObject({ status: 422 });
  const rows = [
    ['forenames', 'surname'],
    ['A', 'B'],
  ];
  const { status, body } = await upload({ type: 'employees', rows, options });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('Choose the column with Employee number or Email.');
});

test('a person is found by the exact employee number within the account (007 is not 7), or by the email address', async () => {
  const { run, person, account, user, database, byNumber, tag } = await setUp();
  const other = await account();
  const namesake = await user('employee', { account_id: other.id, employee_number: '007', surname: 'Other' });
  await person({ employee_number: '7', surname: 'Seven' });
  await person({ employee_number: '007', surname: 'Bond', email: null });
  const unnumbered = await person({ surname: 'Mail', email: `mail.${tag}@example.test` });
  const numbered = await person({ surname: 'Given', email: `given.${tag}@example.test` });
  const done = await run([
    ['employee_number', 'surname', 'email'],
    ['007', 'Moore', ''],
    ['', 'Post', `MAIL.${tag}@example.test`],
    ['008', 'Found', `given.${tag}@example.test`],
  ]);
  expect(done).toMatchObject({ progress: { new: 0, changed: 3, failed: 0 } });
  const read = async (id: number) => (await database.reader.select().from(users).where(eq(users.id, id)))[0];
  expect((await byNumber('7'))?.surname).toBe('Seven');
  expect((await byNumber('007'))?.surname).toBe('Moore');
  expect(await read(unnumbered.id)).toMatchObject({ surname: 'Post', employee_number: null });
  expect(await read(numbered.id)).toMatchObject({ surname: 'Found', employee_number: '008' });
  expect(await read(namesake.id)).toMatchObject({ surname: 'Other', version: 1 });
});

test('employee numbers that differ only in capitals mean the same person', async () => {
  const { check, run, person, byNumber, database, client, rollBack } = await setUp();
  await person({ employee_number: 'AB-1', surname: 'Old' });
  const head = ['employee_number', 'forenames', 'surname', 'sites'];
  expect(faultsOf(await check([head, ['x-1', 'A', 'B', 'Leeds'], ['X-1', 'C', 'D', 'Leeds']]))).toEqual([[3, 0, 'Row 2 has the same.']]);
  const done = await run([head, ['ab-1', 'New', 'New', '']]);
  expect(done).toMatchObject({ progress: { new: 0, changed: 1, failed: 0 } });
  expect(await byNumber('ab-1')).toMatchObject({ surname: 'New' });
  expect(await database.reader.$count(users, eq(users.account_id, client.id))).toBe(1);
  expect(await rollBack(done.id)).toMatchObject({ undone: [{ row: 2 }], kept: [], failed: [] });
  expect(await byNumber('AB-1')).toMatchObject({ surname: 'Old' });
});

test('a complete file changes and archives nobody if its employee numbers have only lost or gained the text marks of a spreadsheet', async () => {
  const { person, upload, options, byNumber } = await setUp();
  await person({ employee_number: '00123', surname: 'Plain' });
  await person({ employee_number: "'00456", surname: 'Marked' });
  await person({ employee_number: '="00789"', surname: 'Formula' });
  const { body } = await upload({
    type: 'employees',
    rows: `Number,Surname\n="00123",Plain\n00456,Marked\n'00789,Formula\n`,
    mapping: ['employee_number', 'surname'],
    options: { ...options, complete: 'true' },
  });
  expect(body.check).toMatchObject({ new: 0, changed: 0, unchanged: 3, archived: 0, missing: 0, faulty: 0 });
  expect(await byNumber("'00456")).toBeDefined();
});

test('a rollback does not restore an archived person whose employee number somebody else has now', async () => {
  const { run, person, rollBack, database } = await setUp();
  const one = await person({ employee_number: '1' });
  const done = await run([
    ['employee_number', 'surname', 'leaver'],
    ['1', '', 'yes'],
  ]);
  await person({ employee_number: '1' });
  expect(await rollBack(done.id)).toMatchObject({ undone: [], failed: [{ row: 2, key: '1' }] });
  const [stored] = await database.reader.select().from(users).where(eq(users.id, one.id));
  expect(stored?.deleted_at).not.toBeNull();
});

test('an import archives a leaver just as the office does, and skips a leaver who is unknown or already archived', async () => {
  const { check, run, person, signIn, now, byNumber, rollBack, database } = await setUp();
  const leaver = await person({ employee_number: '1', surname: 'Leaver' });
  const session = await signIn(leaver);
  const gone = await person({ employee_number: '2', deleted_at: now() });
  await person({ employee_number: '3', surname: 'Stays' });
  const rows = [
    ['employee_number', 'surname', 'sites', 'leaver'],
    ['1', 'Renamed', 'Nowhere', 'TRUE'],
    ['2', '', '', '1'],
    ['999', '', '', 'yes'],
    ['3', '', '', 'no'],
  ];
  expect(await check(rows)).toMatchObject({ check: { archived: 1, unchanged: 3, faulty: 0, changed: 0 } });
  expect(await check(rows, { update_employees: 'false' })).toMatchObject({ check: { archived: 0, unchanged: 4 } });
  const done = await run(rows);
  expect(done).toMatchObject({ status: 'done', progress: { archived: 1, unchanged: 3, failed: 0 } });
  expect(await byNumber('1')).toMatchObject({ surname: 'Leaver', deleted_at: now(), is_deleted_by_super: false });
  expect((await session.get('/api/profile')).status).toBe(401);
  expect((await byNumber('2'))?.version).toBe(gone.version);
  expect(await rollBack(done.id)).toMatchObject({ undone: [{ row: 2, key: '1' }], kept: [], failed: [] });
  expect(await byNumber('1')).toMatchObject({ deleted_at: null });
  expect(await database.reader.$count(auditRows, and(eq(auditRows.what, 'employee.restored'), eq(auditRows.on_id, leaver.id)))).toBe(1);
});

test('a file that is only for new people does not change existing people', async () => {
  const { run, person, byNumber } = await setUp();
  await person({ employee_number: '1', surname: 'Old' });
  const rows = [
    ['employee_number', 'forenames', 'surname', 'sites'],
    ['1', 'New', 'New', 'Nowhere'],
    ['2', 'New', 'New', 'Leeds'],
  ];
  expect(await run(rows, { update_employees: 'false' })).toMatchObject({ progress: { new: 1, changed: 0, unchanged: 1, failed: 0 } });
  expect(await byNumber('1')).toMatchObject({ surname: 'Old', version: 1 });
});

test('a complete file with employee numbers archives the people who are missing from it, except people without an employee number', async () => {
  const { check, run, person, byNumber, database, rollBack, as, client } = await setUp();
  const admin = await as('client_admin', { account_id: client.id });
  for (const employee_number of ['1', '2', '3']) await person({ employee_number });
  const rows = [
    ['employee_number', 'forenames', 'surname', 'sites'],
    ['1', '', '', ''],
    ['2', '', '', 'Nowhere'],
    ['4', 'New', 'Person', 'Leeds'],
  ];
  const checked = await check(rows, { complete: 'true' });
  expect(checked).toMatchObject({ check: { new: 1, unchanged: 1, faulty: 1, archived: 1, missing: 1 }, expected: 1 });
  const done = await run(rows, { complete: 'true' });
  expect(done).toMatchObject({ status: 'done', progress: { new: 1, archived: 1 } });
  expect((await byNumber('3'))?.deleted_at).not.toBeNull();
  for (const number of ['1', '2', '4']) expect((await byNumber(number))?.deleted_at).toBeNull();
  expect((await database.reader.select().from(users).where(eq(users.id, admin.id)))[0]?.deleted_at).toBeNull();
  expect(await rollBack(done.id)).toMatchObject({ counts: { undone: 2, kept: 0, failed: 0 } });
  expect((await byNumber('3'))?.deleted_at).toBeNull();
});

test('an import with `create_missing` adds each missing role and set once; its rollback removes those that nobody has edited', async () => {
  const { check, run, byNumber, linksOf, client, database, rollBack, office } = await setUp();
  const rows = [
    ['employee_number', 'forenames', 'surname', 'sites', 'employee_roles', 'clothing_sets'],
    ['1', 'A', 'B', 'Leeds', 'Cleaner; Driver', 'Spring'],
    ['2', 'A', 'B', 'Leeds', 'CLEANER', 'spring; Autumn'],
  ];
  expect(await check(rows)).toMatchObject({ check: { faulty: 2 } });
  const done = await run(rows, { create_missing: 'true' });
  expect(done).toMatchObject({ progress: { new: 2, failed: 0 } });
  expect(await linksOf((await byNumber('2'))?.id ?? 0)).toMatchObject({ employee_roles: ['Cleaner'], clothing_sets: ['Autumn', 'Spring'] });
  const rolesHere = () => database.reader.$count(employeeRoles, eq(employeeRoles.account_id, client.id));
  const setsHere = () => database.reader.$count(clothingSets, eq(clothingSets.account_id, client.id));
  expect([await rolesHere(), await setsHere()]).toEqual([3, 4]);
  expect(await database.reader.$count(sites, eq(sites.account_id, client.id))).toBe(2);
  expect(await check(rows, { create_missing: 'true' })).toMatchObject({ check: { unchanged: 2 } });

  const [autumn] = await database.reader.select().from(clothingSets).where(eq(clothingSets.name, 'Autumn'));
  await office.put(`/api/admin/accounts/${client.id}/clothing-sets/${autumn?.id}`, { name: 'Autumn 2027', version: autumn?.version });
  const result = await rollBack(done.id);
  expect(result).toMatchObject({ counts: { undone: 4, kept: 1, failed: 0 }, kept: [{ key: 'Autumn', reason: 'Edited since.' }] });
  expect([await rolesHere(), await setsHere()]).toEqual([2, 3]);
});

test('both addresses are notified of a new email address; a rollback restores the former address unless somebody else has it now', async () => {
  const { run, person, byNumber, database, rollBack, tag } = await setUp();
  const at = (name: string) => `${name}.${tag}@example.test`;
  await person({ employee_number: '1', email: at('one') });
  await person({ employee_number: '2', email: at('two') });
  await person({ employee_number: '3', email: at('three') });
  const done = await run([
    ['employee_number', 'email'],
    ['1', at('uno')],
    ['2', at('due')],
    ['3', '(clear)'],
  ]);
  expect(done).toMatchObject({ progress: { changed: 3 } });
  expect(await database.reader.$count(outbox, eq(outbox.to, at('one')))).toBe(1);
  expect(await database.reader.$count(outbox, eq(outbox.to, at('uno')))).toBe(1);
  expect((await byNumber('3'))?.email).toBeNull();
  await person({ email: at('two') });
  const result = await rollBack(done.id);
  expect(result).toMatchObject({
    undone: [{ key: '1' }, { key: '3' }],
    kept: [],
    failed: [{ key: '2', reason: 'Another record has the former value now.' }],
  });
  expect((await byNumber('1'))?.email).toBe(at('one'));
  expect((await byNumber('2'))?.email).toBe(at('due'));
  expect((await byNumber('3'))?.email).toBe(at('three'));
});

test('a rollback deletes new people who are unused, reverses changes, and names the people who were edited or used after the import', async () => {
  const { run, person, byNumber, rollBack, signIn, office, client, linksOf, leeds, york } = await setUp();
  for (const employee_number of ['1', '2', '3']) await person({ employee_number, surname: 'Before' });
  const head = ['employee_number', 'forenames', 'surname', 'email', 'role', 'sites', 'employee_roles'];
  const done = await run([
    head,
    ['1', '', 'After', '', '', 'York', 'Driver'],
    ['2', '', 'After', '', '', 'York', ''],
    ['3', '', 'After', '', '', 'York', ''],
    ['4', 'New', 'Unused', '', '', 'Leeds', 'Driver'],
    ['5', 'New', 'Signed in', 'five@example.test', 'Employee, Self Order', 'Leeds', ''],
    ['6', 'New', 'Edited', '', '', 'Leeds', ''],
  ]);
  expect(done).toMatchObject({ progress: { new: 3, changed: 3 } });
  const idOf = async (number: string) => (await byNumber(number))?.id ?? 0;
  await signIn({ id: await idOf('5'), role: 'employee_with_order' });
  const edit = async (number: string, change: object) => {
    const { status } = await office.put(`/api/admin/accounts/${client.id}/employees/${await idOf(number)}`, change);
    expect(status).toBe(200);
  };
  await edit('2', { surname: 'By hand' });
  await edit('3', { sites: [leeds.id, york.id], contact_phone: '1' });
  await edit('6', { sex: 'f' });
  const result = await rollBack(done.id);
  expect(result).toMatchObject({
    undone: [
      { row: 2, key: '1' },
      { row: 5, key: '4' },
    ],
    kept: [
      { row: 3, key: '2', reason: 'Edited since: Surname.' },
      { row: 4, key: '3', reason: 'Edited since: Sites.' },
      { row: 7, key: '6', reason: 'Edited since.' },
    ],
    failed: [{ row: 6, key: '5', reason: 'In use: sign-in.' }],
  });
  expect(await byNumber('1')).toMatchObject({ surname: 'Before' });
  expect(await linksOf(await idOf('1'))).toEqual({ sites: ['Leeds'], employee_roles: [], clothing_sets: [] });
  expect(await byNumber('2')).toMatchObject({ surname: 'By hand' });
  expect(await byNumber('4')).toBeUndefined();
  expect(await byNumber('5')).toBeDefined();
  expect(await byNumber('6')).toMatchObject({ sex: 'f' });
});

test('people with one name or an international email address are imported; without a sites column, everybody gets the only site', async () => {
  const { account, site, importFile, upload, database, office, rollBack } = await importWorld();
  const client = await account();
  const leeds = await site(client.id, { name: 'Leeds' });
  const options = { account_id: String(client.id) };
  const head = ['employee_number', 'forenames', 'surname', 'email', 'role'];
  const tag = `n${client.id}`;
  const done = await importFile({
    type: 'employees',
    options,
    rows: [
      head,
      ['1', 'Madonna', '', `r&d.${tag}@example.com`, ''],
      ['2', '', 'Prince', `ann.${tag}@müller.de`, ''],
      ['3', 'Jo', 'Field', `用户${tag}@例子.中国`, 'client_admin'],
      ['4', '', '', `${tag}@example.com`, ''],
    ],
  });
  expect(done.check?.faults).toMatchObject([{ row: 5, column: 2 }]);
  expect(done).toMatchObject({ check: { new: 3, faulty: 1 }, progress: { new: 3 } });
  const stored = await database.reader.select().from(users).where(eq(users.account_id, client.id)).orderBy(asc(users.employee_number));
  expect(stored.map(({ forenames, surname, email }) => [forenames, surname, email])).toEqual([
    ['Madonna', '', `r&d.${tag}@example.com`],
    ['', 'Prince', `ann.${tag}@müller.de`],
    ['Jo', 'Field', `用户${tag}@例子.中国`],
  ]);
  const links = await database.reader.select().from(userSites).where(eq(userSites.site_id, leeds.id));
  expect(links.map(({ user_id }) => user_id).sort()).toEqual([stored[0]?.id, stored[1]?.id].sort());
  const path = `/api/admin/accounts/${client.id}/employees`;
  const [madonna] = stored;
  expect(await office.put(`${path}/${madonna?.id}`, { forenames: '' })).toMatchObject({
    status: 422,
    body: { errors: { surname: [expect.any(String)] } },
  });
  expect(await office.put(`${path}/${madonna?.id}`, { forenames: '', surname: 'Ciccone' })).toMatchObject({
    status: 200,
    body: { surname: 'Ciccone' },
  });
  const person = { roles: ['employee'], sites: [leeds.id] };
  expect(await office.post(path, { ...person, surname: 'Cher', email: `o'neill.${tag}@example.com` })).toMatchObject({ status: 201 });
  expect(await office.post(path, person)).toMatchObject({ status: 422, body: { errors: { surname: [expect.any(String)] } } });
  await site(client.id, { name: 'York' });
  const { body } = await upload({ type: 'employees', options, rows: [head, ['9', 'Ann', 'Field', '', '']] });
  expect(body.check).toMatchObject({ faulty: 1, faults: [{ message: 'Choose at least one site.' }] });
  expect((await rollBack(done.id)).counts).toMatchObject({ undone: 2, kept: 1 });
});
