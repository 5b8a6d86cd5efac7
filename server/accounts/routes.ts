import { Hono } from 'hono';
import { z } from 'zod';
import { accountChange, accountDetails, newAccount } from '../../shared/accounts/account.ts';
import { openRecords } from '../../shared/ordering/open-records.ts';
import { newPerson, personChange } from '../../shared/people/person-input.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { employeeQuery, employeeSchema, employeesOfAccount, personSchema } from '../people/employee-queries.ts';
import { changePerson, createPerson, hashTypedPassword } from '../people/save-person.ts';
import {
  accountDetailsOf,
  accountOf,
  accountQuery,
  accountSchema,
  listAccounts,
  ownAccountSchema,
  rolesAndSets,
  rolesAndSetsSchema,
} from './account-queries.ts';
import { archiveAccount, openRecordsOfAccount, restoreAccount } from './archive-account.ts';
import { changeAccount, createAccount } from './save-account.ts';
import { storeLogo } from './store-logo.ts';

const employeeParam = z.object({ id: idParam.shape.id, employeeId: idParam.shape.id });

export const accountRoutes = new Hono<Env>()
  .get('/:id', signedIn, describe('The caller’s client company', ownAccountSchema, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await accountOf(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/employee-roles',
    signedIn,
    describe('Its employee roles and clothing sets', rolesAndSetsSchema, 'accounts'),
    valid('param', idParam),
    async (c) => c.json(await rolesAndSets(reading(c), c.req.valid('param').id)),
  );
export type AccountRoutes = typeof accountRoutes;

const archivedAccount = accountDetails.extend({ open: openRecords });

export const adminAccountRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Client companies', pageSchema(accountSchema), 'accounts'), valid('query', accountQuery), async (c) =>
    c.json(await listAccounts(reading(c), c.req.valid('query'))),
  )
  .post('/', signedIn, describe('Add a client company', accountDetails, 'accounts', { status: 201 }), valid('json', newAccount), async (c) => {
    const input = c.req.valid('json');
    const logo = await storeLogo(reading(c), input.logo);
    return c.json(await runCommand(c, (ctx) => createAccount(ctx, input, logo), 201), 201);
  })
  .get('/:id', signedIn, describe('One client company', accountDetails, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await accountDetailsOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change a client company', accountDetails, 'accounts'),
    valid('param', idParam),
    valid('json', accountChange),
    async (c) => {
      const { id } = c.req.valid('param');
      const change = c.req.valid('json');
      const logo = await storeLogo(reading(c), change.logo);
      return c.json(await runCommand(c, (ctx) => changeAccount(ctx, id, change, logo)));
    },
  )
  .delete('/:id', signedIn, describe('Archive a client company', archivedAccount, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => archiveAccount(ctx, c.req.valid('param').id))),
  )
  .post('/:id/restore', signedIn, describe('Restore a client company', accountDetails, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => restoreAccount(ctx, c.req.valid('param').id))),
  )
  .get('/:id/open', signedIn, describe('What is not finished for a client company', openRecords, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await openRecordsOfAccount(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/employees',
    signedIn,
    describe('A client’s people to choose from', pageSchema(employeeSchema), 'accounts'),
    valid('param', idParam),
    valid('query', employeeQuery),
    async (c) => c.json(await employeesOfAccount(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/employees',
    signedIn,
    describe('Add a person to a client', personSchema, 'people', { status: 201 }),
    valid('param', idParam),
    valid('json', newPerson),
    async (c) => {
      const [{ id }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashTypedPassword(reading(c), body);
      return c.json(await runCommand(c, (ctx) => createPerson(ctx, body, password_hash, id), 201), 201);
    },
  )
  .put(
    '/:id/employees/:employeeId',
    signedIn,
    describe('Change a person of a client', personSchema, 'people'),
    valid('param', employeeParam),
    valid('json', personChange),
    async (c) => {
      const [{ id, employeeId }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashTypedPassword(reading(c), body, employeeId);
      return c.json(await runCommand(c, (ctx) => changePerson(ctx, employeeId, body, password_hash, id)));
    },
  );
export type AdminAccountRoutes = typeof adminAccountRoutes;
