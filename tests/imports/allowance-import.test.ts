import { expect, test } from 'vitest';
import type { Upload } from './form-of.ts';
import { importWorld } from './import-world.ts';

/** An import world with a client that has a role, a person, a clothing set and a style. */
async function allowanceWorld() {
  const base = await importWorld();
  base.setClock('2026-11-20T09:00:00.000Z');
  const office = await base.as('super');
  const client = await base.account();
  const role = await base.employeeRole({ account_id: client.id, name: 'Fitter; senior' });
  const person = await base.user('employee', { account_id: client.id, employee_number: '00741', forenames: 'Ann', surname: 'Lee' });
  const set = await base.clothingSet(client.id, { name: 'Drivers; winter' });
  const { parent } = await base.style(['S', 'M']);
  const options = { account_id: String(client.id) };
  const path = `/api/accounts/${client.id}/allowances`;
  const exported = async (): Promise<string> => {
    const response = await office.raw(`/admin/accounts/${client.id}/allowances/export`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const listed = async () => (await office.get(`${path}?stage=all`)).body.items;
  /** Uploads and runs a file in a new session, because a later clock ends the one before. */
  const importRows = async (rows: Upload['rows'], mapping?: string[], account_id = client.id) => {
    const boss = await base.as('super');
    const file = { type: 'allowances' as const, rows, ...(mapping && { mapping }), options: { account_id: String(account_id) } };
    const { body } = await base.upload(file, boss);
    expect((await boss.post(`${base.path}/${body.id}/run`, {})).status).toBe(202);
    await base.runJobs();
    return (await boss.get(`${base.path}/${body.id}`)).body;
  };
  return { ...base, importRows, office, client, role, person, set, parent, options, path, exported, listed };
}

const headings = (csv: string): string[] => (csv.replace(/^\uFEFF/, '').split(/\r?\n/)[0] ?? '').split(',');

test('an export of allowances is imported again without a change, into another client as new ones', async () => {
  const w = await allowanceWorld();
  const common = { period_months: 12, anchor: 'fixed', starts_on: '2026-04-01', when_exceeded: 'refuse', effective_from: '2026-11-20' };
  const bodies = [
    {
      ...common,
      name: 'Shirts',
      employee_role_id: w.role.id,
      unit: 'items',
      amount: 3,
      covers: { styles: [w.parent.id], clothing_sets: [w.set.id] },
    },
    {
      ...{ ...common, name: 'Money', employee_role_id: w.role.id, unit: 'pence', amount: 25_050, covers: { all: true }, carry_over_max: 1_000 },
      instalments: [
        { after_months: 0, amount: 2_000 },
        { after_months: 6, amount: 3_050 },
      ],
      first_period_min_months: 4,
    },
    {
      ...{
        ...common,
        name: 'Points',
        user_id: w.person.id,
        unit: 'points',
        amount: 300,
        covers: { all: true },
        anchor: 'start_date',
        starts_on: null,
      },
      ...{ period_months: null, min_service_months: 3, when_exceeded: 'approve', counts_rollouts: true },
      bands: [
        { min_percent: 1, amount: 100 },
        { min_percent: 80, amount: 300 },
      ],
    },
  ];
  for (const body of bodies) expect((await w.office.post(w.path, body)).status).toBe(201);
  const csv = await w.exported();
  expect(csv).toContain('0:20.00; 6:30.50');
  w.setClock('2026-11-25T09:00:00.000Z');
  const office = await w.as('super');
  const { body } = await w.upload({ type: 'allowances', rows: csv, mapping: headings(csv), options: w.options }, office);
  expect(body.check).toMatchObject({ new: 0, changed: 0, unchanged: 3, faulty: 0, faults: [] });

  const other = await w.account();
  await w.employeeRole({ account_id: other.id, name: 'Fitter; senior' });
  await w.user('employee', { account_id: other.id, employee_number: '00741' });
  await w.clothingSet(other.id, { name: 'Drivers; winter' });
  const today = csv.replaceAll('20/11/2026', '25/11/2026');
  const moved = await w.importRows(today, headings(csv), other.id);
  expect(moved).toMatchObject({ status: 'done', progress: { new: 3, failed: 0 }, rollback_url: null });
  expect(await (await (await w.as('super')).raw(`/admin/accounts/${other.id}/allowances/export`)).text()).toBe(today);
});

test('a row with a stored name and role makes a new version from its day, and only what the file has is changed', async () => {
  const w = await allowanceWorld();
  const shirts = { name: 'Shirts', employee_role_id: w.role.id, unit: 'items', amount: 3, covers: { all: true }, carry_over_max: 1 };
  await w.office.post(w.path, { ...shirts, period_months: 12, anchor: 'start_date', when_exceeded: 'refuse' });
  const head = ['name', 'employee_role', 'amount', 'effective_from', 'carry_over_max'];
  const done = await w.importRows([head, ['SHIRTS', 'fitter; senior', '5', '01/12/2026', '']]);
  expect(done).toMatchObject({
    status: 'done',
    progress: { new: 0, changed: 1, failed: 0 },
    check: {
      changes: [
        { field: 'amount', before: '3', after: '5' },
        { field: 'effective_from', before: '20/11/2026', after: '01/12/2026' },
      ],
    },
  });
  expect(await w.listed()).toMatchObject([{ name: 'Shirts', amount: 5, carry_over_max: 1, version: 2, effective_from: '2026-12-01' }]);
  // The day stands in the file as it was exported: a change of the amount applies from today.
  w.setClock('2026-12-10T09:00:00.000Z');
  await w.importRows([head, ['Shirts', 'Fitter; senior', '6', '01/12/2026', '(clear)']]);
  const audit = await (await w.as('super')).get('/api/admin/audit?per_page=5');
  expect(JSON.stringify(audit.body)).toContain('allowance.changed');
  expect((await (await w.as('super')).get(w.path)).body.items).toMatchObject([{ amount: 6, carry_over_max: 0, effective_from: '2026-12-10' }]);
});

test('faults have the messages of the form on their cells', async () => {
  const w = await allowanceWorld();
  const head = [
    'name',
    'employee_role',
    'employee',
    'unit',
    'amount',
    'period_months',
    'anchor',
    'starts_on',
    'when_exceeded',
    'covers_all',
    'bands',
  ];
  const more = [...head, 'instalments', 'styles', 'effective_from'];
  const row = (change: Partial<Record<string, string>>) => {
    const usual: Record<string, string> = {
      ...{ name: `N${Math.random()}`, employee_role: 'Fitter; senior', unit: 'items', amount: '3', period_months: '12', anchor: 'start date' },
      ...{ when_exceeded: 'warn', covers_all: 'yes', ...change },
    };
    return more.map((field) => usual[field] ?? '');
  };
  const { body } = await w.upload({
    type: 'allowances',
    rows: [
      more,
      row({ employee: '00741' }),
      row({ employee_role: 'Fitters' }),
      row({ amount: '1.5' }),
      row({ period_months: '61' }),
      row({ anchor: 'fixed' }),
      row({ covers_all: 'no' }),
      row({ bands: '1:2; 1:3' }),
      row({ instalments: '0 2' }),
      row({ instalments: '6:1; 0:2' }),
      row({ styles: 'NO-SUCH-STYLE' }),
      row({ effective_from: '2026-11-19' }),
      row({ unit: 'pairs' }),
      row({ employee_role: '' }),
    ],
    options: w.options,
  });
  expect(body.check?.faults.map(({ row: line, column, message }) => [line, column === null ? null : more[column], message])).toEqual([
    [2, 'employee_role', 'Choose either a role or a person.'],
    [3, 'employee_role', 'Choose a role of this client.'],
    [4, 'amount', 'Enter a whole number from 1 to 1,000,000.'],
    [5, 'period_months', 'Enter 1 to 60 whole months, or nothing for once.'],
    [6, 'starts_on', 'Choose the day on which the periods begin.'],
    [7, 'covers_all', 'Choose what the allowance covers.'],
    [8, 'bands', 'Each band begins at another percentage.'],
    [9, 'instalments', 'Enter pairs such as 0:2; 6:3: the months, or the percentage, a colon and the amount.'],
    [10, 'instalments', 'Each instalment comes later than the one before.'],
    [11, 'styles', 'One of these styles is not offered to this client.'],
    [12, 'effective_from', 'Choose today or a later day. What was counted before stays counted.'],
    [13, 'unit', 'Enter one of these: items, points, pounds.'],
    [14, 'employee_role', 'Choose either a role or a person.'],
  ]);
  expect(await w.listed()).toEqual([]);
});

test('an import of allowances needs its account, and only the office imports and exports them', async () => {
  const w = await allowanceWorld();
  const rows = [
    ['name', 'employee_role'],
    ['Shirts', 'Fitter'],
  ];
  const refused = await w.upload({ type: 'allowances', rows });
  expect([refused.status, Object.keys((refused.body as unknown as { errors: object }).errors)]).toEqual([422, ['account_id']]);
  const admin = await w.as('client_admin', { account_id: w.client.id });
  expect((await w.upload({ type: 'allowances', rows, options: w.options }, admin)).status).toBe(403);
  expect((await admin.raw(`/admin/accounts/${w.client.id}/allowances/export`)).status).toBe(403);
});
