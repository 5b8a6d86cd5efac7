import { expect, test } from 'vitest';
import { leaverWithItems } from '../collections/fixture.ts';
import type { Caller } from '../world.ts';

test('the report has what people still hold who left 30 or more days ago, in the reader’s scope', async () => {
  const base = await leaverWithItems();
  const { admin, office, parent, medium, small, wearer, client, site, path, setClock, signIn, signed, elsewhere, as, open, receive, three } = base;
  await office.put(`/api/admin/products/${parent.id}`, { field: 'wear_months', value: 12 });
  await admin.put(path, { deduction_consent_on: '2026-11-01', employee_number: `L-${wearer.id}` });
  const { id } = (await open()).body;
  await receive(id, [{ order_line_id: three, quantity: 2, outcome: 'restock' }]);
  const csv = async (by: Caller, from = '/reports/leavers/export', query = '') => {
    const response = await by.raw(`${from}${query}`);
    return {
      status: response.status,
      rows: (await response.text())
        .trim()
        .split(/\r?\n/)
        .map((row) => row.replace(/^\uFEFF/, '')),
    };
  };
  setClock('2026-12-24T09:00:00.000Z');
  const head = 'account,site,employee_number,employee,left_on,sku,product,qty,issued_on,value_new,value_now,consent';
  expect((await csv(await signIn({ id: admin.id, role: 'client_admin' }))).rows).toEqual([head]);

  // The thirtieth day after 25 November.
  setClock('2026-12-25T09:00:00.000Z');
  const again = await signIn({ id: admin.id, role: 'client_admin' });
  const name = `${wearer.forenames} ${wearer.surname}`;
  const row = (sku: string, size: string, qty: number) =>
    `${client.name},${site.name},L-${wearer.id},${name},25/11/2026,${sku},"${medium.name}, Navy, ${size}",${qty},20/11/2026,12.50,11.30,01/11/2026`;
  const { rows } = await csv(again);
  expect(rows).toEqual([head, row(medium.sku, 'M', 1), row(small.sku, 'S', 1), row(medium.sku, 'M', 2)]);

  const near = await signed('manager');
  expect((await csv(near)).rows).toHaveLength(4);
  expect((await csv(await signed('manager', { sites: [elsewhere.id] }))).rows).toEqual([head]);
  expect((await csv(await as('client_admin'))).rows).toEqual([head]);
  expect((await csv(await signed('employee'))).status).toBe(403);
  expect((await csv(near, '/admin/reports/leavers/export')).status).toBe(403);
  const boss = await as('super');
  expect((await csv(boss, '/admin/reports/leavers/export', `?account=${client.id}`)).rows).toEqual(rows);
  expect((await csv(boss, '/admin/reports/leavers/export', '?account=999999')).status).toBe(404);
  expect((await csv(again, '/reports/leavers/export', '?format=pdf')).status).toBe(422);
  const workbook = await again.raw('/reports/leavers/export?format=xlsx');
  expect([workbook.status, workbook.headers.get('Content-Type')]).toEqual([200, expect.stringContaining('spreadsheetml')]);
});
