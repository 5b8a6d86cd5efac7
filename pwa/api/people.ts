import { hc } from 'hono/client';
import type { AccountEmployeeBulkRoutes, EmployeeBulkRoutes } from '../../server/bulk-people/routes.ts';
import type { BulkInput } from '../../shared/people/bulk-input.ts';
import { answer } from './answer.ts';
import { type Once, overTheWire } from './transport.ts';

const { bulk } = hc<EmployeeBulkRoutes>('/api/employees', overTheWire);
const companyBulk = hc<AccountEmployeeBulkRoutes>('/api/admin/accounts', overTheWire)[':id'].employees.bulk;

/** Changes many people at once and returns a result for each. */
export const changePeople = (accountId: string | undefined) => (json: BulkInput, options: Once) =>
  accountId === undefined ? answer(bulk.$post({ json }, options)) : answer(companyBulk.$post({ param: { id: accountId }, json }, options));

/** The queries that are out of date after a person is changed; accounts are among them, because an account shows how many people it has. */
export const afterPersonChange = [['employees'], ['person'], ['accounts'], ['users']] as const;
