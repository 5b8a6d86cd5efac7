import { Hono } from 'hono';
import { accountChange, accountCopy, accountDetails, copiedAccount, newAccount, starterSettingsChange } from '../../shared/accounts/account.ts';
import { accountSetup } from '../../shared/accounts/account-setup.ts';
import { openRecords } from '../../shared/ordering/open-records.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { pageSchema } from '../core/paging.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import {
  accountDetailsOf,
  accountOf,
  accountQuery,
  accountSchema,
  listAccounts,
  ownAccountSchema,
  rolesAndSets,
  rolesAndSetsQuery,
  rolesAndSetsSchema,
} from './account-queries.ts';
import { archiveAccount, openRecordsOfAccount, restoreAccount } from './archive-account.ts';
import { copyAccount } from './copy-account.ts';
import { changeAccount, changeStarterSettings, createAccount } from './save-account.ts';
import { accountSetupOf } from './setup-queries.ts';
import { storeLogo } from './store-logo.ts';

export const accountRoutes = new Hono<Env>()
  .get('/:id', signedIn, describe('The caller’s client company', ownAccountSchema, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await accountOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change what happens when somebody is added who starts', ownAccountSchema, 'accounts'),
    valid('param', idParam),
    valid('json', starterSettingsChange),
    async (c) => c.json(await runCommand(c, (ctx) => changeStarterSettings(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .get(
    '/:id/employee-roles',
    signedIn,
    describe('Its employee roles and clothing sets', rolesAndSetsSchema, 'accounts'),
    valid('param', idParam),
    valid('query', rolesAndSetsQuery),
    async (c) => c.json(await rolesAndSets(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  );
export type AccountRoutes = typeof accountRoutes;

const archivedAccount = accountDetails.extend({ open: openRecords });

export const adminAccountRoutes = new Hono<Env>()
  .get('/', signedIn, describe('Client companies', pageSchema(accountSchema), 'accounts'), valid('query', accountQuery), async (c) =>
    c.json(await listAccounts(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Add a client company', accountDetails, 'accounts', { status: 201 }),
    valid('json', newAccount, { clean: namesOutOfHtml }),
    async (c) => {
      const input = c.req.valid('json');
      const logo = await storeLogo(reading(c), input.logo);
      return c.json(await runCommand(c, (ctx) => createAccount(ctx, input, logo), 201), 201);
    },
  )
  .get('/:id', signedIn, describe('One client company', accountDetails, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await accountDetailsOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change a client company', accountDetails, 'accounts'),
    valid('param', idParam),
    valid('json', accountChange, { clean: namesOutOfHtml }),
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
  .post(
    '/:id/copy',
    signedIn,
    describe('Add a client company like this one', copiedAccount, 'accounts', { status: 201 }),
    valid('param', idParam),
    valid('json', accountCopy, { clean: namesOutOfHtml }),
    async (c) => c.json(await runCommand(c, (ctx) => copyAccount(ctx, c.req.valid('param').id, c.req.valid('json')), 201), 201),
  )
  .get('/:id/open', signedIn, describe('What is not finished for a client company', openRecords, 'accounts'), valid('param', idParam), async (c) =>
    c.json(await openRecordsOfAccount(reading(c), c.req.valid('param').id)),
  )
  .get(
    '/:id/setup',
    signedIn,
    describe('What there is of a client company, and what is missing before its people can order', accountSetup, 'accounts'),
    valid('param', idParam),
    async (c) => c.json(await accountSetupOf(reading(c), c.req.valid('param').id)),
  );
export type AdminAccountRoutes = typeof adminAccountRoutes;
