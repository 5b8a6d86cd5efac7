import { Hono } from 'hono';
import { profileInput } from '../../shared/people/profile-input.ts';
import { rolesAndSetsInput } from '../../shared/people/roles-and-sets-input.ts';
import { pageSchema } from '../core/paging.ts';
import { clientAddress } from '../http/client-address.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeProfile, proveEmailChange } from './change-profile.ts';
import { changeRolesAndSets } from './change-roles-and-sets.ts';
import { employee, employeeQuery, employeeSchema, employees } from './employee-queries.ts';
import { profile, profileSchema } from './profile-queries.ts';

export const employeeRoutes = new Hono<Env>()
  .get('/', signedIn, describe('People to choose from', pageSchema(employeeSchema), 'people'), valid('query', employeeQuery), async (c) =>
    c.json(await employees(reading(c), c.req.valid('query'))),
  )
  .get('/:id', signedIn, describe('One person', employeeSchema, 'people'), valid('param', idParam), async (c) =>
    c.json(await employee(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change the clothing sets and employee roles of a person', employeeSchema, 'people'),
    valid('param', idParam),
    valid('json', rolesAndSetsInput),
    async (c) => c.json(await runCommand(c, (ctx) => changeRolesAndSets(ctx, c.req.valid('param').id, c.req.valid('json')))),
  );
export type EmployeeRoutes = typeof employeeRoutes;

export const profileRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The caller’s profile', profileSchema, 'people'), async (c) => c.json(await profile(reading(c))))
  .post(
    '/',
    signedIn,
    describe('Change the caller’s profile', profileSchema, 'people', { refusals: [429] }),
    valid('json', profileInput),
    async (c) => {
      const body = c.req.valid('json');
      const isProven = await proveEmailChange(reading(c), body, clientAddress(c));
      return c.json(await runCommand(c, (ctx) => changeProfile(ctx, body, isProven)));
    },
  );
export type ProfileRoutes = typeof profileRoutes;
