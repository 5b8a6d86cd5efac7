import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditRows, idempotencyKeys, users } from '../../server/db/tables/index.ts';
import { watchedFolder, watchFolder } from '../../server/imports/watched-folder.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import type { Caller } from '../world.ts';
import type { Upload } from './form-of.ts';
import { importWorld } from './import-world.ts';

const mappings = '/api/admin/import-mappings?type=employees';

/** Inserts two clients with a site each, and makes a token for the imports of each. */
async function setUp() {
  const base = await importWorld();
  const tokenOf = async (account_id?: number): Promise<Caller> => {
    const made = await base.office.post('/api/admin/api-tokens', { name: `Token ${account_id ?? 'office'}`, scopes: ['imports'], account_id });
    return base.caller(made.body.token, base.office.id);
  };
  const clientWith = async (site: string) => {
    const client = await base.account();
    await base.site(client.id, { name: site });
    return { client, token: await tokenOf(client.id) };
  };
  const [one, two] = [await clientWith('Leeds'), await clientWith('Hull')];
  const people = (by: Caller, rows: Upload['rows'], { mapping, ...options }: Record<string, string> & { mapping?: never } = {}) =>
    base.upload({ type: 'employees', rows, options, ...(mapping ?? {}) }, by);
  const byName = (by: Caller, rows: string, options: Record<string, string>) => base.upload({ type: 'employees', rows, mapping: [], options }, by);
  const auditOf = (user_id: number) => base.database.reader.select().from(auditRows).where(eq(auditRows.on_id, user_id));
  const personOf = async (account_id: number, employee_number: string) =>
    (await base.database.reader.select().from(users).where(eq(users.account_id, account_id))).find(
      (person) => person.employee_number === employee_number,
    );
  return { ...base, one, two, tokenOf, people, byName, auditOf, personOf };
}

const head = ['employee_number', 'forenames', 'surname', 'sites', 'role', 'email'];

test('clients can have mappings with the same name; a client’s token finds and replaces only mappings of this client', async () => {
  const { one, two, people, byName, office, as } = await setUp();
  const mapping_name = `Payroll ${office.id}`;
  const row = ['1', 'Ada', 'Byron', 'Hull'];
  expect((await people(two.token, [head.slice(0, 4), row], { mapping_name, complete: 'true' })).status).toBe(201);
  // The token of another client saves a mapping with the same name.
  const other = [
    ['forenames', 'surname', 'employee_number', 'sites'],
    ['Eve', 'Other', '9', 'Leeds'],
  ];
  expect((await people(one.token, other, { mapping_name })).body).toMatchObject({ account: { id: one.client.id } });

  const feed = await byName(two.token, 'employee_number,forenames,surname,sites\n2,Ben,Cole,Hull\n', { mapping_name });
  expect(feed).toMatchObject({ status: 201, body: { account: { id: two.client.id }, complete: true, check: { new: 1, faulty: 0 } } });
  expect((await one.token.get(`/api/admin/imports/${feed.body.id}`)).status).toBe(404);
  const kept = (await office.get(mappings)).body.items.filter(({ name }: { name: string }) => name === mapping_name);
  expect(kept.map(({ account }: { account: { id: number } }) => account.id).sort()).toEqual([one.client.id, two.client.id].sort());
  expect((await two.token.get(mappings)).body.items).toMatchObject([{ name: mapping_name, complete: true, account: { id: two.client.id } }]);

  const unknown = await byName(one.token, 'employee_number,forenames\n2,Ben\n', { mapping_name, account_id: String(two.client.id) });
  expect(unknown).toMatchObject({ status: 422, body: { errors: { account_id: [importMessages.not_tokens_account] } } });
  expect((await one.token.delete(`/api/admin/import-mappings/${kept[0].id}`)).status).toBe(401);
  const manager = await as('manager', { account_id: one.client.id });
  expect((await manager.get(mappings)).status).toBe(403);
});

test('if several clients have a mapping with the same name, the office has to name the account too', async () => {
  const { one, two, people, byName, office } = await setUp();
  const mapping_name = `Weekly ${office.id}`;
  const rows = [head.slice(0, 4), ['1', 'Ada', 'Byron', 'Hull']];
  const file = 'employee_number,forenames,surname,sites\n2,Ben,Cole,Hull\n';
  await people(office, rows, { mapping_name, account_id: String(two.client.id) });
  expect(await byName(office, file, { mapping_name })).toMatchObject({ status: 201, body: { account: { id: two.client.id } } });
  expect((await byName(office, file, { mapping_name, account_id: String(one.client.id) })).status).toBe(422);
  await people(office, rows, { mapping_name, account_id: String(one.client.id) });
  expect(await byName(office, file, { mapping_name })).toMatchObject({
    status: 422,
    body: { errors: { account_id: [importMessages.mapping_of_several] } },
  });
  expect(await byName(office, file, { mapping_name, account_id: String(two.client.id) })).toMatchObject({
    status: 201,
    body: { account: { id: two.client.id } },
  });
});

test('a watched folder is read with the mapping that a person saved, even if a token saved one with the same name', async () => {
  const { one, two, people, office, services, path, runJobs } = await setUp();
  const mapping_name = `Folder ${office.id}`;
  const rows = [head.slice(0, 4), ['1', 'Ada', 'Byron', 'Hull']];
  await people(one.token, rows, { mapping_name });
  await people(office, rows, { mapping_name, account_id: String(two.client.id) });
  await people(one.token, rows, { mapping_name });
  const folder = join(watchedFolder(services.settings), mapping_name);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `feed-${office.id}.csv`);
  await writeFile(file, 'employee_number,forenames,surname,sites\n7,Ben,Cole,Hull\n');
  const time = new Date(Date.now() - 60_000);
  await utimes(file, time, time);
  await watchFolder.run(services, {}, new AbortController().signal);
  await runJobs();
  const items: { file_name: string; id: number }[] = (await office.get(path)).body.items;
  expect(items.find(({ file_name }) => file_name === `feed-${office.id}.csv`)).toMatchObject({ account: { id: two.client.id }, status: 'done' });
});

test('a request whose idempotency key was used by another token of the same person is refused', async () => {
  const { one, tokenOf, people, office, path } = await setUp();
  const { body } = await people(one.token, [head, ['1', 'Ada', 'Byron', 'Leeds', 'employee', '']]);
  const key = crypto.randomUUID();
  const send = (by: Caller) => by.post(`${path}/${body.id}/run`, {}, { 'Idempotency-Key': key });
  expect((await send(one.token)).status).toBe(202);
  expect((await send(one.token)).status).toBe(202);
  const refused = { status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } };
  expect(await send(await tokenOf(one.client.id))).toMatchObject(refused);
  expect(await send(office)).toMatchObject(refused);
});

test('a token cannot confirm that a file archives many people: the office is notified, and a person confirms the number', async () => {
  const { one, people, byName, office, runJobs, path, read, database, now } = await setUp();
  await database.unitOfWork(async (db) => {
    await db.insert(users).values(
      Array.from({ length: 30 }, (_, n) => ({
        ...{ account_id: one.client.id, role: 'employee' as const, forenames: 'Fore', surname: `Name ${n}` },
        ...{ employee_number: `${n}`, created_at: now() },
      })),
    );
  });
  const mapping_name = `Everybody ${office.id}`;
  const { body } = await people(
    one.token,
    [
      ['employee_number', 'surname'],
      ['0', 'Name 0'],
    ],
    { mapping_name, complete: 'true' },
  );
  expect(body).toMatchObject({ expected: 29, check: { archived: 29 } });
  expect(await one.token.post(`${path}/${body.id}/run`, { confirm_changes: 29 })).toMatchObject({
    status: 409,
    body: { code: 'import_brake', expected: 29, message: importMessages.brake_by_token(29) },
  });
  const titles = (await office.get('/api/notifications')).body.items.map(({ data }: { data: { title: string } }) => data.title);
  expect(titles).toContain('The import of file.csv waits for you');
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'checked', progress: { archived: 0 } });
  expect((await office.post(`${path}/${body.id}/run`, { confirm_changes: 29 })).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'done', progress: { archived: 29 } });
  // An upload without columns and without the name of a mapping is refused.
  const few = await byName(one.token, 'employee_number,surname\n0,Other\n', { mapping_name: '' });
  expect(few.status).toBe(422);
});

/** Adds a hundred numbered people to each client of `setUp`. Returns functions that upload and run a token's file by which some people leave. */
async function setUpLeavers() {
  const base = await setUp();
  const { one, two, database, now, people, path } = base;
  const member = (account_id: number, employee_number: string) => ({
    ...{ account_id, role: 'employee' as const, forenames: 'Fore', surname: 'Name', employee_number, created_at: now() },
  });
  await database.unitOfWork(async (db) => {
    for (const { client } of [one, two]) await db.insert(users).values(Array.from({ length: 100 }, (_, n) => member(client.id, `${n}`)));
  });
  const upload = async (from: number, count: number, by = one.token) =>
    (await people(by, [['employee_number', 'leaver'], ...Array.from({ length: count }, (_, n) => [`${from + n}`, 'yes'])])).body;
  const run = (id: number, by = one.token, confirm_changes?: number) =>
    by.post(`${path}/${id}/run`, { ...(confirm_changes !== undefined && { confirm_changes }) });
  const active = (account_id: number) => database.reader.$count(users, and(eq(users.account_id, account_id), isNull(users.deleted_at)));
  return { ...base, upload, run, active };
}

test('the leavers in all files that a client’s tokens send in one day are added up; the file that exceeds the limit waits for a person', async () => {
  const { one, two, tokenOf, upload, run, active, runJobs, read, office, setClock } = await setUpLeavers();
  const carryOut = async (from: number, count: number, by = one.token) => {
    const { id } = await upload(from, count, by);
    expect((await run(id, by)).status).toBe(202);
    await runJobs();
    expect(await read(id)).toMatchObject({ status: 'done', progress: { archived: count } });
  };
  await carryOut(0, 9);
  // The limit counts the files of all tokens of a client together. Files of another client are counted separately.
  await carryOut(9, 9, await tokenOf(one.client.id));
  await carryOut(0, 9, two.token);

  const reason = importMessages.brake_over_day(18, 3);
  const third = await upload(18, 3);
  expect(third).toMatchObject({ status: 'checked', expected: 3, error: reason, check: { archived: 3 } });
  expect(await run(third.id, one.token, 3)).toMatchObject({ status: 409, body: { code: 'import_brake', expected: 3, message: reason } });
  const waiting = (await office.get('/api/notifications')).body.items.map(({ data }: { data: { message: string } }) => data.message);
  expect(waiting).toContain(reason);
  await runJobs();
  expect(await active(one.client.id)).toBe(82);

  // People whose archiving somebody has confirmed do not count towards the limit.
  expect((await run(third.id, office, 3)).status).toBe(202);
  await runJobs();
  expect(await active(one.client.id)).toBe(79);
  await carryOut(21, 1);
  expect(await upload(22, 1)).toMatchObject({ expected: 1 });

  setClock(24 * 60 + 1);
  expect(await upload(22, 9)).toMatchObject({ expected: null, error: null });
});

test('leavers in files of the watched folder and in files of tokens count towards the same daily limit', async () => {
  const { one, people, upload, run, active, runJobs, read, office, services, path } = await setUpLeavers();
  for (const from of [0, 9]) {
    expect((await run((await upload(from, 9)).id)).status).toBe(202);
    await runJobs();
  }
  const mapping_name = `Leavers ${office.id}`;
  await people(office, [['employee_number', 'leaver']], { mapping_name, account_id: String(one.client.id) });
  const folder = join(watchedFolder(services.settings), mapping_name);
  await mkdir(folder, { recursive: true });
  const file_name = `leavers-${office.id}.csv`;
  await writeFile(join(folder, file_name), 'employee_number,leaver\n18,yes\n19,yes\n20,yes\n');
  const time = new Date(Date.now() - 60_000);
  await utimes(join(folder, file_name), time, time);
  await watchFolder.run(services, {}, new AbortController().signal);
  await runJobs();
  const { items } = (await office.get(path)).body;
  const { id } = items.find((stored: { file_name: string }) => stored.file_name === file_name);
  expect(await read(id)).toMatchObject({ status: 'checked', expected: 3, error: importMessages.brake_over_day(18, 3) });
  expect(await active(one.client.id)).toBe(82);
});

test('files of a token cannot together exceed the daily limit, even if all of them were checked before the first one ran', async () => {
  const { one, upload, run, active, runJobs, read } = await setUpLeavers();
  const files = [await upload(0, 9), await upload(9, 9), await upload(18, 9)];
  for (const { id, expected } of files) {
    expect(expected).toBeNull();
    expect((await run(id)).status).toBe(202);
  }
  await runJobs();
  const after = await Promise.all(files.map(({ id }) => read(id)));
  expect(after.map(({ status }) => status).sort()).toEqual(['checked', 'done', 'done']);
  expect(after.find(({ status }) => status === 'checked')).toMatchObject({ expected: 9, error: importMessages.brake_over_day(18, 9) });
  expect(await active(one.client.id)).toBe(82);
});

test('a token’s file can neither give a role that orders for others nor set such a person’s email, even if a person runs the import', async () => {
  const { one, people, office, runJobs, path, read, personOf, database, now } = await setUp();
  await database.unitOfWork((db) =>
    db.insert(users).values({
      ...{ account_id: one.client.id, role: 'manager', forenames: 'May', surname: 'Ager', created_at: now() },
      ...{ employee_number: 'M1', email: `m1.${office.id}@kitroom.test` },
    }),
  );
  const rows = [
    head,
    ['1', 'Ada', 'Byron', 'Leeds', 'employee_with_order', `ada.${office.id}@kitroom.test`],
    ['2', 'Eve', 'Other', 'Leeds', 'client_admin', `eve.${office.id}@kitroom.test`],
    ['M1', '', '', '', '', `mine.${office.id}@kitroom.test`],
  ];
  const { body } = await people(one.token, rows);
  expect(body.check).toMatchObject({ new: 1, faulty: 2 });
  expect(body.check?.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
    [3, 4, importMessages.role_by_token(['Employee', 'Employee, Self Order'])],
    [4, 5, importMessages.email_by_token],
  ]);
  expect((await office.post(`${path}/${body.id}/run`, { skip_faulty: true })).status).toBe(202);
  await runJobs();
  expect(await read(body.id)).toMatchObject({ status: 'done', progress: { new: 1, failed: 2 } });
  expect(await personOf(one.client.id, '2')).toBeUndefined();
  expect(await personOf(one.client.id, 'M1')).toMatchObject({ role: 'manager', email: `m1.${office.id}@kitroom.test` });
  // A file that the office uploads may set these roles and email addresses.
  expect((await people(office, rows.slice(0, 3), { account_id: String(one.client.id) })).body.check).toMatchObject({ new: 1, faulty: 0 });
});

test('a token may neither correct nor run a file that a person uploaded', async () => {
  const { one, people, office, path } = await setUp();
  const { body } = await people(office, [head, ['1', 'Ada', 'Byron', 'Leeds', 'manager', `a.${office.id}@kitroom.test`]], {
    account_id: String(one.client.id),
  });
  expect((await one.token.get(`${path}/${body.id}`)).status).toBe(200);
  expect(await one.token.post(`${path}/${body.id}/run`, {})).toMatchObject({ status: 403, body: { message: importMessages.not_of_token } });
  expect((await one.token.post(`${path}/${body.id}/fixes`, { row: 2, column: 4, value: 'client_admin' })).status).toBe(403);
  expect((await office.post(`${path}/${body.id}/run`, {})).status).toBe(202);
});

test('audit rows name the token and the import that caused them', async () => {
  const { one, people, office, runJobs, path, personOf, auditOf } = await setUp();
  const { body } = await people(one.token, [head, ['1', 'Ada', 'Byron', 'Leeds', 'employee', '']]);
  expect((await one.token.post(`${path}/${body.id}/run`, {})).status).toBe(202);
  await runJobs();
  const { body: leaving } = await people(one.token, [
    ['employee_number', 'leaver'],
    ['1', 'yes'],
  ]);
  expect((await one.token.post(`${path}/${leaving.id}/run`, {})).status).toBe(202);
  await runJobs();
  const ada = await personOf(one.client.id, '1');
  expect(ada?.deleted_at).not.toBeNull();
  const stored = (await auditOf(ada?.id ?? 0)).filter(({ on_type }) => on_type === 'user');
  expect(stored.map(({ what, import_id, api_token_id }) => [what, import_id, api_token_id !== null])).toEqual([
    ['employee.created', body.id, true],
    [expect.stringMatching(/archived/), leaving.id, true],
  ]);
  const trail = (await office.get(`/api/admin/audit?on_type=user&on_id=${ada?.id}`)).body.items;
  for (const row of trail) expect(row).toMatchObject({ who: { id: office.id }, token: `Token ${one.client.id}`, import: { file_name: 'file.csv' } });
  const runs = (await office.get(`/api/admin/audit?on_type=import&on_id=${body.id}`)).body.items;
  expect(runs.map(({ what, token }: { what: string; token: string }) => [what, token])).toEqual([
    ['import.run', `Token ${one.client.id}`],
    ['import.uploaded', `Token ${one.client.id}`],
  ]);
});

test('the stored response to a request for a new token does not contain the token, and a repeated request is refused with a message', async () => {
  const { office, database } = await setUp();
  const key = crypto.randomUUID();
  const make = () => office.post('/api/admin/api-tokens', { name: 'Payroll', scopes: ['imports'] }, { 'Idempotency-Key': key });
  expect(await make()).toMatchObject({ status: 201, body: { token: expect.stringMatching(/^kitroom_/) } });
  expect(await make()).toMatchObject({ status: 409, body: { code: 'secret_given', message: expect.stringContaining('shown only once') } });
  const [stored] = await database.reader.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
  expect(stored?.body).not.toContain('kitroom_');
  expect((await office.get('/api/admin/api-tokens')).body.items.filter(({ name }: { name: string }) => name === 'Payroll')).toHaveLength(1);
});
