import { hc } from 'hono/client';
import type { EmployeeRoleRoutes } from '../../server/employee-roles/routes.ts';
import type { EmployeeRoleChange, NewEmployeeRole } from '../../shared/employee-roles/employee-role.ts';
import { answer } from '../api/answer.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';

const { 'employee-roles': roles } = hc<EmployeeRoleRoutes>('/api/admin/accounts', overTheWire)[':id'];
const { ':roleId': one } = roles;

/** A page of the employee roles of a client company. */
export const readEmployeeRoles = (id: string) => (query: ListQuery, signal: AbortSignal) =>
  answer(roles.$get({ param: { id }, query: stringQuery(query) }, { init: { signal } }));
/** One employee role with the use of its budget. */
export const readEmployeeRole = (id: string, roleId: string, signal: AbortSignal) =>
  answer(one.$get({ param: { id, roleId } }, { init: { signal } }));
/** Reads a page of the people of a role. People who have spent most come first. */
export const readPeople = (id: string, roleId: string, query: ListQuery, signal: AbortSignal) =>
  answer(one.people.$get({ param: { id, roleId }, query: stringQuery(query) }, { init: { signal } }));
/** Adds an employee role to a client company, or changes the stored one with this id. */
export const saveEmployeeRole = (id: string, roleId: number | undefined) => (json: EmployeeRoleChange, options: Once) =>
  roleId === undefined
    ? answer(roles.$post({ param: { id }, json: json as NewEmployeeRole }, options))
    : answer(one.$put({ param: { id, roleId: String(roleId) }, json }, options));
/** Deletes an employee role. */
export const removeEmployeeRole = (id: string) => (roleId: number, options: Once) =>
  answer(one.$delete({ param: { id, roleId: String(roleId) } }, options));
