import { Hono } from 'hono';
import { z } from 'zod';
import { employeeRole, employeeRoleChange, employeeRoleWithUse, newEmployeeRole, personOfRole } from '../../shared/employee-roles/employee-role.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { deleteEmployeeRole } from './delete-employee-role.ts';
import { employeeRoleOf, employeeRoleQuery, listEmployeeRoles, listPeopleOfRole, peopleOfRoleQuery } from './employee-role-queries.ts';
import { changeEmployeeRole, createEmployeeRole } from './save-employee-role.ts';

const area = 'employee roles';
const roleParam = z.object({ id: idParam.shape.id, roleId: idParam.shape.id });

export const employeeRoleRoutes = new Hono<Env>()
  .get(
    '/:id/employee-roles',
    signedIn,
    describe('The employee roles of a client company', pageSchema(employeeRole), area),
    valid('param', idParam),
    valid('query', employeeRoleQuery),
    async (c) => c.json(await listEmployeeRoles(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/employee-roles',
    signedIn,
    describe('Add an employee role', employeeRoleWithUse, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newEmployeeRole, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => createEmployeeRole(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .get(
    '/:id/employee-roles/:roleId',
    signedIn,
    describe('One employee role with the use of its budget', employeeRoleWithUse, area),
    valid('param', roleParam),
    async (c) => c.json(await employeeRoleOf(reading(c), c.req.valid('param').id, c.req.valid('param').roleId)),
  )
  .put(
    '/:id/employee-roles/:roleId',
    signedIn,
    describe('Change an employee role', employeeRoleWithUse, area),
    valid('param', roleParam),
    valid('json', employeeRoleChange, { clean: namesOutOfHtml }),
    async (c) => {
      const { id, roleId } = c.req.valid('param');
      return c.json(await runCommand(c, (ctx) => changeEmployeeRole(ctx, id, roleId, c.req.valid('json'))));
    },
  )
  .delete(
    '/:id/employee-roles/:roleId',
    signedIn,
    describe('Delete an employee role and take it from its people', undefined, area),
    valid('param', roleParam),
    async (c) => c.json(await runCommand(c, (ctx) => deleteEmployeeRole(ctx, c.req.valid('param').id, c.req.valid('param').roleId))),
  )
  .get(
    '/:id/employee-roles/:roleId/people',
    signedIn,
    describe('Its people, with what each has spent and has left in the current budget period', pageSchema(personOfRole), area),
    valid('param', roleParam),
    valid('query', peopleOfRoleQuery),
    async (c) => {
      const { id, roleId } = c.req.valid('param');
      return c.json(await listPeopleOfRole(reading(c), id, roleId, c.req.valid('query')));
    },
  );
export type EmployeeRoleRoutes = typeof employeeRoleRoutes;
