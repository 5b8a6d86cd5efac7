import { Hono } from 'hono';
import { newPerson, personChange } from '../../shared/people/person-input.ts';
import { profileInput } from '../../shared/people/profile-input.ts';
import { pageSchema } from '../core/paging.ts';
import { clientAddress } from '../http/client-address.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeProfile, proveEmailChange } from './change-profile.ts';
import { employeeQuery, employeeSchema, employees, personForForm, personSchema } from './employee-queries.ts';
import { profile, profileSchema } from './profile-queries.ts';
import { changePerson, createPerson, hashTypedPassword, inviteAgain } from './save-person.ts';

export const employeeRoutes = new Hono<Env>()
  .get('/', signedIn, describe('People to choose from', pageSchema(employeeSchema), 'people'), valid('query', employeeQuery), async (c) =>
    c.json(await employees(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Add a person to the caller’s company', personSchema, 'people', { status: 201 }),
    valid('json', newPerson),
    async (c) => {
      const body = c.req.valid('json');
      const password_hash = await hashTypedPassword(reading(c), body);
      return c.json(await runCommand(c, (ctx) => createPerson(ctx, body, password_hash), 201), 201);
    },
  )
  .get('/:id', signedIn, describe('One person', personSchema, 'people'), valid('param', idParam), async (c) =>
    c.json(await personForForm(reading(c), c.req.valid('param').id)),
  )
  .put('/:id', signedIn, describe('Change a person', personSchema, 'people'), valid('param', idParam), valid('json', personChange), async (c) => {
    const [{ id }, body] = [c.req.valid('param'), c.req.valid('json')];
    const password_hash = await hashTypedPassword(reading(c), body, id);
    return c.json(await runCommand(c, (ctx) => changePerson(ctx, id, body, password_hash)));
  })
  .post('/:id/invite', signedIn, describe('Send an invitation again', personSchema, 'people'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => inviteAgain(ctx, c.req.valid('param').id))),
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
