import { Hono } from 'hono';
import { z } from 'zod';
import { checkInput } from '../../shared/people/check-input.ts';
import { newPerson, newUser, personChange, userChange } from '../../shared/people/person-input.ts';
import { profileInput } from '../../shared/people/profile-input.ts';
import { pullInput } from '../../shared/people/pull-input.ts';
import { userPinInput } from '../../shared/sync/set-pin-input.ts';
import { namesOutOfHtml } from '../core/html-text.ts';
import { clientAddress } from '../http/client-address.ts';
import { idParam } from '../http/params.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { changeProfile, proveEmailChange } from './change-profile.ts';
import { checkSchema, findDuplicates } from './duplicate-queries.ts';
import {
  employeePage,
  employeeQuery,
  employees,
  employeesOfAccount,
  listUsers,
  matchingPeople,
  matchingPeopleSchema,
  userQuery,
} from './employee-queries.ts';
import { inviteAgain, inviteUserAgain } from './invite.ts';
import { anyPerson, personForForm, personSchema, personWithBudgets, userOf } from './person-queries.ts';
import { personSessions, sessionsOfPerson, sessionsOfUser, signOutPerson, signOutUser } from './person-sessions.ts';
import { profile, profileSchema } from './profile-queries.ts';
import { pullPerson } from './pull-person.ts';
import { changePerson, createPerson, hashTypedPassword } from './save-person.ts';
import { changeUser, createUser, hashUserPassword } from './save-user.ts';
import { sendReset, sendUserReset } from './send-reset.ts';
import { hashUserPin, setUserPin } from './set-user-pin.ts';

const area = 'people';
const employeeParam = z.object({ id: idParam.shape.id, employeeId: idParam.shape.id });
const accepted = z.object({ accepted: z.literal(true) });
const ended = z.object({ ended: z.int().describe('Number of sessions ended') });
const tooMany = { refusals: [419] } as const;

/** A client's people, at the addresses of the client. */
export const employeeRoutes = new Hono<Env>()
  .get('/', signedIn, describe('People to choose from and to look after', employeePage, area, tooMany), valid('query', employeeQuery), async (c) =>
    c.json(await employees(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Add a person to the caller’s company', personSchema, area, { status: 201 }),
    valid('json', newPerson, { clean: namesOutOfHtml }),
    async (c) => {
      const body = c.req.valid('json');
      const password_hash = await hashTypedPassword(reading(c), body);
      return c.json(await runCommand(c, (ctx) => createPerson(ctx, body, password_hash), 201), 201);
    },
  )
  .get(
    '/matching',
    signedIn,
    describe('The ids and names of everybody in a list, over all its pages', matchingPeopleSchema, area),
    valid('query', employeeQuery),
    async (c) => c.json(await matchingPeople(reading(c), c.req.valid('query'))),
  )
  .get('/:id', signedIn, describe('One person', personWithBudgets, area), valid('param', idParam), async (c) =>
    c.json(await personForForm(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change a person', personSchema, area),
    valid('param', idParam),
    valid('json', personChange, { clean: namesOutOfHtml }),
    async (c) => {
      const [{ id }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashTypedPassword(reading(c), body, id);
      return c.json(await runCommand(c, (ctx) => changePerson(ctx, id, body, password_hash)));
    },
  )
  .post('/:id/invite', signedIn, describe('Send an invitation again', personSchema, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => inviteAgain(ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/pull',
    signedIn,
    describe('Add one of the caller’s sites to a person of the same company', personSchema, area),
    valid('param', idParam),
    valid('json', pullInput),
    async (c) => c.json(await runCommand(c, (ctx) => pullPerson(ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .get('/:id/sessions', signedIn, describe('Where a person is signed in', personSessions, area), valid('param', idParam), async (c) =>
    c.json(await sessionsOfPerson(reading(c), c.req.valid('param').id)),
  )
  .delete('/:id/sessions', signedIn, describe('Sign a person out everywhere', ended, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => signOutPerson(ctx, c.req.valid('param').id))),
  );
export type EmployeeRoutes = typeof employeeRoutes;

/** A client's people, at the addresses of the office. */
export const accountEmployeeRoutes = new Hono<Env>()
  .get(
    '/:id/employees',
    signedIn,
    describe('A client’s people', employeePage, area, tooMany),
    valid('param', idParam),
    valid('query', employeeQuery),
    async (c) => c.json(await employeesOfAccount(reading(c), c.req.valid('param').id, c.req.valid('query'))),
  )
  .post(
    '/:id/employees',
    signedIn,
    describe('Add a person to a client', personSchema, area, { status: 201 }),
    valid('param', idParam),
    valid('json', newPerson, { clean: namesOutOfHtml }),
    async (c) => {
      const [{ id }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashTypedPassword(reading(c), body);
      return c.json(await runCommand(c, (ctx) => createPerson(ctx, body, password_hash, id), 201), 201);
    },
  )
  .get(
    '/:id/employees/matching',
    signedIn,
    describe('The ids and names of all of a client’s people in a list, over all its pages', matchingPeopleSchema, area),
    valid('param', idParam),
    valid('query', employeeQuery),
    async (c) => c.json(await matchingPeople(reading(c), c.req.valid('query'), c.req.valid('param').id)),
  )
  .get(
    '/:id/employees/:employeeId',
    signedIn,
    describe('One person of a client', personWithBudgets, area),
    valid('param', employeeParam),
    async (c) => {
      const { id, employeeId } = c.req.valid('param');
      return c.json(await personForForm(reading(c), employeeId, id));
    },
  )
  .put(
    '/:id/employees/:employeeId',
    signedIn,
    describe('Change a person of a client', personSchema, area),
    valid('param', employeeParam),
    valid('json', personChange, { clean: namesOutOfHtml }),
    async (c) => {
      const [{ id, employeeId }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashTypedPassword(reading(c), body, employeeId);
      return c.json(await runCommand(c, (ctx) => changePerson(ctx, employeeId, body, password_hash, id)));
    },
  );
export type AccountEmployeeRoutes = typeof accountEmployeeRoutes;

const resetParam = z.object({ id: idParam.shape.id, userId: idParam.shape.id });

/** Links to set a new password, at the address of a client company. */
export const accountResetRoutes = new Hono<Env>().post(
  '/:id/employees/:userId/send-reset',
  signedIn,
  describe('Send a person a link to set a new password', accepted, area, { status: 202, refusals: [429] }),
  valid('param', resetParam),
  async (c) => {
    const { id, userId } = c.req.valid('param');
    return c.json(await runCommand(c, (ctx) => sendReset(ctx, id, userId), 202), 202);
  },
);
export type AccountResetRoutes = typeof accountResetRoutes;

/** The provider's own people. */
export const userRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The provider’s own people', employeePage, area, tooMany), valid('query', userQuery), async (c) =>
    c.json(await listUsers(reading(c), c.req.valid('query'))),
  )
  .post(
    '/',
    signedIn,
    describe('Add one of the provider’s own people', personSchema, area, { status: 201 }),
    valid('json', newUser, { clean: namesOutOfHtml }),
    async (c) => {
      const body = c.req.valid('json');
      const password_hash = await hashUserPassword(reading(c), body);
      return c.json(await runCommand(c, (ctx) => createUser(ctx, body, password_hash), 201), 201);
    },
  )
  .get('/:id', signedIn, describe('One of the provider’s own people', personSchema, area), valid('param', idParam), async (c) =>
    c.json(await userOf(reading(c), c.req.valid('param').id)),
  )
  .put(
    '/:id',
    signedIn,
    describe('Change or disable one of the provider’s own people', personSchema, area),
    valid('param', idParam),
    valid('json', userChange, { clean: namesOutOfHtml }),
    async (c) => {
      const [{ id }, body] = [c.req.valid('param'), c.req.valid('json')];
      const password_hash = await hashUserPassword(reading(c), body, id);
      return c.json(await runCommand(c, (ctx) => changeUser(ctx, id, body, password_hash)));
    },
  )
  .post(
    '/:id/invite',
    signedIn,
    describe('Send one of the provider’s people an invitation again', personSchema, area),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => inviteUserAgain(ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/send-reset',
    signedIn,
    describe('Send one of the provider’s people a link to set a new password', accepted, area, { status: 202, refusals: [429] }),
    valid('param', idParam),
    async (c) => c.json(await runCommand(c, (ctx) => sendUserReset(ctx, c.req.valid('param').id), 202), 202),
  )
  .put(
    '/:id/pin',
    signedIn,
    describe('Give somebody on the floor a PIN for shared tablets, or take it away', personSchema, area),
    valid('param', idParam),
    valid('json', userPinInput),
    async (c) => {
      const { id } = c.req.valid('param');
      const pin_hash = await hashUserPin(reading(c), id, c.req.valid('json'));
      return c.json(await runCommand(c, (ctx) => setUserPin(ctx, id, pin_hash)));
    },
  )
  .get(
    '/:id/sessions',
    signedIn,
    describe('Where one of the provider’s people is signed in', personSessions, area),
    valid('param', idParam),
    async (c) => c.json(await sessionsOfUser(reading(c), c.req.valid('param').id)),
  )
  .delete('/:id/sessions', signedIn, describe('Sign one of the provider’s people out everywhere', ended, area), valid('param', idParam), async (c) =>
    c.json(await runCommand(c, (ctx) => signOutUser(ctx, c.req.valid('param').id))),
  );
export type UserRoutes = typeof userRoutes;

/** Anybody in the caller's scope, whoever they work for. */
export const anyUserRoutes = new Hono<Env>().get(
  '/:id',
  signedIn,
  describe('One person in the caller’s scope, or the caller', personWithBudgets, area),
  valid('param', idParam),
  async (c) => c.json(await anyPerson(reading(c), c.req.valid('param').id)),
);
export type AnyUserRoutes = typeof anyUserRoutes;

/** Finds whether a person exists already. The app sends the request while somebody types the details of a new person. */
export const checkRoutes = new Hono<Env>().get(
  '/',
  signedIn,
  describe('Whether a person is there already', checkSchema, area, { refusals: [404] }),
  valid('query', checkInput),
  async (c) => c.json(await findDuplicates(reading(c), c.req.valid('query'))),
);
export type CheckRoutes = typeof checkRoutes;

export const profileRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The caller’s profile', profileSchema, area), async (c) => c.json(await profile(reading(c))))
  .post(
    '/',
    signedIn,
    describe('Change the caller’s profile', profileSchema, area, { refusals: [429] }),
    valid('json', profileInput, { clean: namesOutOfHtml }),
    async (c) => {
      const body = c.req.valid('json');
      const isProven = await proveEmailChange(reading(c), body, clientAddress(c));
      return c.json(await runCommand(c, (ctx) => changeProfile(ctx, body, isProven)));
    },
  );
export type ProfileRoutes = typeof profileRoutes;
