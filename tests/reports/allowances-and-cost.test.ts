import { beforeEach, describe, expect, test } from 'vitest';
import { costPerHeadDays, yearBefore } from '../../shared/reports/people-reports.ts';
import { clientFixture } from '../ordering/fixture.ts';
import type { Caller } from '../world.ts';

let f: Awaited<ReturnType<typeof clientFixture>>;

beforeEach(async () => {
  f = await clientFixture();
  f.setClock('2026-11-20T09:00:00.000Z');
});

/** The rows of a report, without the byte order mark. */
async function csv(by: Caller, path: string): Promise<{ status: number; rows: string[] }> {
  const response = await by.raw(path);
  return {
    status: response.status,
    rows: (await response.text())
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/),
  };
}
/** Submits an order of mediums for somebody, by the clock of now. */
const ordered = async (quantity: number, employee_id = f.wearer.id, by = f.admin) => {
  const uuid = await f.draft(by, [employee_id]);
  await f.order(uuid, f.medium.id, quantity, by, employee_id);
  expect((await f.submit(uuid, {}, by)).status).toBe(200);
};

describe('the report of allowances', () => {
  const head = 'account,site,employee_role,employee_number,employee,allowance,unit,amount,used,left,from,until';

  test('has a row for each person and allowance, in the reader’s scope', async () => {
    const role = await f.employeeRole({ account_id: f.client.id, holders: [f.wearer.id] });
    const add = async (body: Record<string, unknown>) => {
      const terms = { covers: { styles: [f.parent.id] }, period_months: 12, anchor: 'fixed', starts_on: '2026-04-01', when_exceeded: 'refuse' };
      expect((await f.admin.post(`/api/accounts/${f.client.id}/allowances`, { ...terms, ...body })).status).toBe(201);
    };
    await add({ name: 'Shirts', employee_role_id: role.id, unit: 'items', amount: 3 });
    await add({ name: 'Spending', user_id: f.wearer.id, unit: 'pence', amount: 9000 });
    await add({ name: 'Old', user_id: f.wearer.id, unit: 'points', amount: 9 });
    const { items } = (await f.admin.get(`/api/accounts/${f.client.id}/allowances?search=Old`)).body;
    expect((await f.admin.delete(`/api/accounts/${f.client.id}/allowances/${items[0].id}`)).status).toBe(200);
    await f.admin.put(`/api/employees/${f.wearer.id}`, { employee_number: 'W-1' });
    await ordered(2);
    const who = `${f.client.name},${f.site.name},${role.name},W-1,${f.wearer.forenames} ${f.wearer.surname}`;
    const expected = [head, `${who},Shirts,items,3,2,1,01/04/2026,01/04/2027`, `${who},Spending,pounds,90.00,25.00,65.00,01/04/2026,01/04/2027`];
    const own = await f.admin.raw('/reports/allowances/export');
    expect(own.headers.get('X-Total-Rows')).toBe('2');
    expect((await csv(f.admin, '/reports/allowances/export')).rows).toEqual(expected);
    const near = await f.signed('manager');
    expect((await csv(near, '/reports/allowances/export')).rows).toEqual(expected);
    expect((await csv(await f.signed('manager', { sites: [f.elsewhere.id] }), '/reports/allowances/export')).rows).toEqual([head]);
    expect((await csv(await f.as('client_admin'), '/reports/allowances/export')).rows).toEqual([head]);
    expect((await csv(near, '/admin/reports/allowances/export')).status).toBe(403);
    const office = await f.as('super');
    expect((await csv(office, `/admin/reports/allowances/export?account=${f.client.id}`)).rows).toEqual(expected);
    expect((await csv(office, '/admin/reports/allowances/export?account=999999')).status).toBe(404);
    expect((await csv(office, '/admin/reports/allowances/export?format=pdf')).status).toBe(422);
    // Somebody who has left has no allowances any more.
    await f.admin.put(`/api/employees/${f.wearer.id}`, { leaves_on: '2026-11-20' });
    expect((await csv(f.admin, '/reports/allowances/export')).rows).toEqual([head]);
  });
});

describe('the report of the cost per head', () => {
  const head =
    'account,site,employee_role,people,items,cost,items_per_head,cost_per_head,items_before,cost_before,items_per_head_before,cost_per_head_before';

  test('divides what was charged, less returns, by the people of each site and role, and compares it with the year before', async () => {
    const boss = await f.person('client_admin', { sites: [] });
    const ask = async (query: string, by?: Caller, path = '/reports/cost-per-head/export') =>
      csv(by ?? (await f.signIn({ id: boss.id, role: 'client_admin' })), `${path}${query}`);
    const role = await f.employeeRole({ account_id: f.client.id, holders: [f.wearer.id] });
    const second = await f.person('employee');
    const third = await f.person('employee');
    for (const { id } of [second, third]) await f.dress(id);
    await f.admin.put(`/api/employees/${f.wearer.id}`, { started_on: '2025-01-01' });
    await f.admin.put(`/api/employees/${second.id}`, { started_on: '2026-03-01', employee_roles: [role.id] });
    // The third left before the period.
    await f.admin.put(`/api/employees/${third.id}`, { started_on: '2020-03-01', employee_roles: [role.id], leaves_on: '2025-06-30' });
    await ordered(3);
    await ordered(2, second.id);
    const place = `${f.client.name},${f.site.name},${role.name}`;
    const rowOf = (rows: string[]) => rows.filter((row) => row.startsWith(place));
    const { rows } = await ask('?start=2026-01-01&end=2026-12-31');
    expect(rows[0]).toBe(head);
    // Two people hold the role in 2026; in 2025 it was the wearer and, until June, the third.
    expect(rowOf(rows)).toEqual([`${place},2,5,62.50,2.5,31.25,0,0.00,0,0.00`]);
    expect(rowOf((await ask('?start=2027-01-01&end=2027-12-31')).rows)).toEqual([`${place},2,0,0.00,0,0.00,5,62.50,2.5,31.25`]);
    // Without days: the twelve months until today.
    expect(rowOf((await ask('')).rows)).toEqual(rowOf(rows));
    const elsewhere = await f.signed('manager', { sites: [f.elsewhere.id] });
    expect(rowOf((await ask('', elsewhere)).rows)).toEqual([]);
    expect((await ask('', elsewhere, '/admin/reports/cost-per-head/export')).status).toBe(403);
    const office = await f.as('super');
    expect(rowOf((await ask('', office, '/admin/reports/cost-per-head/export')).rows)).toEqual(rowOf(rows));
    expect((await ask('?account=999999', office, '/admin/reports/cost-per-head/export')).status).toBe(404);
    expect((await ask('?start=2026-02-01&end=2026-01-01')).status).toBe(422);
    const workbook = await office.raw(`/admin/reports/cost-per-head/export?format=xlsx&account=${f.client.id}`);
    expect([workbook.status, workbook.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('spreadsheetml')]);
  });

  test('covers twelve months until today where no day is chosen, and the same days a year before', () => {
    expect(costPerHeadDays({}, '2026-12-01')).toEqual({ start: '2025-12-02', end: '2026-12-01' });
    expect(costPerHeadDays({ start: '2026-04-01' }, '2026-12-01')).toEqual({ start: '2026-04-01', end: '2026-12-01' });
    expect(costPerHeadDays({ end: '2026-03-31' }, '2026-12-01')).toEqual({ start: '2025-04-01', end: '2026-03-31' });
    expect(yearBefore({ start: '2025-02-01', end: '2025-02-28' })).toEqual({ start: '2024-02-01', end: '2024-02-29' });
    expect(yearBefore({ start: '2024-02-29', end: '2024-12-31' })).toEqual({ start: '2023-02-28', end: '2023-12-31' });
  });
});
