import { expect, test } from 'vitest';
import { importWorld } from './import-world.ts';

const head = ['employee_number', 'surname', 'sites', 'started_on', 'leaves_on', 'allowance_percent', 'deduction_consent_on'];

test('a file of people sets and empties their first and last day, their hours and their consent, and an undo takes that back', async () => {
  const { importFile, rollBack, office, account, site, user } = await importWorld();
  const { id } = await account();
  const depot = await site(id, { name: 'Depot' });
  const employment = { started_on: '2024-02-29', leaves_on: '2030-01-31', allowance_percent: 60, deduction_consent_on: '2024-03-01' };
  const stored = await user('employee', { account_id: id, sites: [depot.id], employee_number: 'E-1', surname: 'Field', ...employment });
  const read = async (person: number) => (await office.get(`/api/admin/accounts/${id}/employees/${person}`)).body;
  const done = await importFile({
    type: 'employees',
    rows: [
      head,
      ['E-1', '', '', '01/03/2024', '(clear)', '(clear)', '(clear)'],
      ['E-2', 'New', 'Depot', '2026-05-04', '2031-01-01', '80 %', '2026-05-05'],
    ],
    options: { account_id: String(id) },
  });
  expect(done).toMatchObject({ status: 'done', progress: { new: 1, changed: 1, failed: 0 } });
  expect(await read(stored.id)).toMatchObject({ started_on: '2024-03-01', leaves_on: null, allowance_percent: 100, deduction_consent_on: null });
  const { items } = (await office.get(`/api/admin/accounts/${id}/employees?search=E-2`)).body;
  expect(await read(items[0].id)).toMatchObject({
    started_on: '2026-05-04',
    leaves_on: '2031-01-01',
    allowance_percent: 80,
    deduction_consent_on: '2026-05-05',
  });
  expect((await rollBack(done.id)).counts).toEqual({ undone: 2, kept: 0, failed: 0 });
  expect(await read(stored.id)).toMatchObject(employment);
});

test('hours outside 1 to 100 and a last day before the first are faults of their cells', async () => {
  const { upload, account, site } = await importWorld();
  const { id } = await account();
  await site(id, { name: 'Depot' });
  const { body } = await upload({
    type: 'employees',
    rows: [
      head,
      ['F-1', 'Field', 'Depot', '', '', '0', ''],
      ['F-2', 'Field', 'Depot', '', '', '101', ''],
      ['F-3', 'Field', 'Depot', '2026-05-04', '2026-05-03', '', ''],
      ['F-4', 'Field', 'Depot', '', '', '', 'soon'],
    ],
    options: { account_id: String(id) },
  });
  expect(body.check).toMatchObject({ faulty: 4, new: 0 });
  expect(body.check?.faults.map(({ row, column }) => [row, column])).toEqual([
    [2, 5],
    [3, 5],
    [4, 4],
    [5, 6],
  ]);
});
