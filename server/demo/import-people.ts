import { csvOf } from '../../shared/csv.ts';
import type { NewImport } from '../../shared/imports/import.ts';
import type { EmployeeImportField } from '../../shared/imports/import-fields.ts';
import type { Services } from '../core/context.ts';
import { checkImport } from '../imports/check-import.ts';
import { createImport } from '../imports/create-import.ts';
import { importContext } from '../imports/import-context.ts';
import { beginRun, runImportJob } from '../imports/run-import.ts';
import { storeUpload } from '../imports/store-upload.ts';
import type { LoadedAccount, LoadedPeople } from './load-people.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A file of people with these fields as columns; a column that is null is left out. */
interface PeopleFile {
  name: string;
  mapping_name: string | null;
  fields: readonly (EmployeeImportField | null)[];
  rows: readonly (readonly string[])[];
}

/** A payroll file with twelve people: seven have a new telephone number, and the cells of the other five are empty. */
function payrollFile({ people }: LoadedAccount): PeopleFile {
  const listed = people.filter(({ role, email }) => role === 'employee' && email !== null).slice(-12);
  return {
    name: 'payroll-numbers.csv',
    mapping_name: 'Payroll',
    fields: ['email', null, 'contact_phone'],
    rows: [
      ['Work email', 'Full name', 'Mobile'],
      ...listed.map(({ email, name }, place) => [email ?? '', name, place < 7 ? `07700 9004${10 + place}` : '']),
    ],
  };
}

/** Six starters, of whom two can be added: each of the others has an invalid site, day, address or number. */
function startersFile({ data, sites: [first, second] }: LoadedAccount, starts_on: string): PeopleFile {
  const [depot, other] = [first?.name ?? '', second?.name ?? ''];
  const job = data.roles[0]?.name ?? '';
  return {
    name: 'starters.csv',
    mapping_name: null,
    fields: ['employee_number', 'forenames', 'surname', 'email', 'sites', 'employee_roles', 'started_on'],
    rows: [
      ['Payroll No', 'First name', 'Last name', 'E-mail', 'Depot', 'Job title', 'Start date'],
      ['NG9001', 'Gareth', 'Wintle', `gareth.wintle@${data.domain}`, depot, job, starts_on],
      ['NG9002', 'Ioana', 'Popescu', '', other, job, starts_on],
      ['NG9003', 'Kerry', 'Hodgetts', '', other.slice(0, -1), job, starts_on],
      ['NG9004', 'Nasreen', 'Akhtar', `nasreen.akhtar@${data.domain.split('.')[0]}`, depot, job, starts_on],
      ['NG9005', 'Piotr', 'Zieliński', '', depot, job, '31/02/2027'],
      ['NG9001', 'Dawn', 'Fairbrother', '', depot, job, starts_on],
    ],
  };
}

/** Upload a file as somebody in the office would, and check it. Returns the id of the import. */
async function upload(
  services: Services,
  { id: account_id }: LoadedAccount,
  file: PeopleFile,
  actor: LoadedPeople['staff'][number],
): Promise<number> {
  const { database } = services;
  const input: NewImport = {
    csv: new File([csvOf(file.rows)], file.name),
    type: 'employees',
    header_row: 1,
    sheet: null,
    mapping_name: file.mapping_name,
    account_id,
    update_employees: true,
    complete: false,
    create_missing: false,
    mapping: [...file.fields],
  };
  const { id } = await storeUpload(importContext(services, database.reader, actor), input, (plan) =>
    database.unitOfWork((db) => createImport(importContext(services, db, actor), plan, { remember: true })),
  );
  await checkImport(services, id);
  return id;
}

/** A history of imports: one that changed some people three days ago, and one that has waited since this morning because of its errors. */
export async function importPeople(services: Services, people: LoadedPeople, today: Date): Promise<void> {
  const [account] = people.accounts;
  const actor = people.staff.find(({ role }) => role === 'super');
  if (!account || !actor) throw new Error('The demo needs an account and one person of the office');
  const at = (before: number): Services => ({ ...services, clock: () => new Date(today.getTime() - before) });
  const then = at(3 * day);
  const id = await upload(then, account, payrollFile(account), actor);
  await then.database.unitOfWork((db) => beginRun(importContext(then, db, actor), id, { skip_faulty: false }));
  await runImportJob.run(then, { id }, new AbortController().signal);
  const starts_on = new Date(today.getTime() + 10 * day).toISOString().slice(0, 10);
  await upload(at(40 * minute), account, startersFile(account, starts_on), actor);
}
