import { expect, test } from 'vitest';
import type { z } from 'zod';
import { leavesBeforeStart, needsEmail, newPerson, newUser, personChange, userChange } from '../../shared/people/person-input.ts';

const schemas = { newPerson, personChange, newUser, userChange } satisfies Record<string, z.ZodType>;
const newOne = { forenames: 'Ann', surname: 'Lee', roles: ['employee'] };
const newOfOffice = { forenames: 'Ann', surname: 'Lee', roles: ['warehouse'], email: 'ann@lee.example' };
const emailNeeded = 'Enter an email address: only somebody who never signs in can be without one.';

test.each<[string, keyof typeof schemas, object]>([
  ['an employee without an email address', 'newPerson', newOne],
  ['an employee who has no last day', 'newPerson', { ...newOne, started_on: '2026-11-20', leaves_on: null }],
  ['an employee who is not invited', 'newPerson', { ...newOne, invite: false }],
  ['a manager with an email address', 'newPerson', { ...newOne, roles: ['manager'], email: 'ann@lee.example', invite: true }],
  ['a person who leaves on their first day', 'newPerson', { ...newOne, started_on: '2026-11-20', leaves_on: '2026-11-20' }],
  ['a password with the same confirmation', 'newPerson', { ...newOne, password: 'long enough', password_confirmation: 'long enough' }],
  ['a confirmation without a password', 'personChange', { sites: [1], password_confirmation: 'anything' }],
  ['the removal of an email address', 'personChange', { email: null }],
  ['a new person of the office', 'newUser', newOfOffice],
  ['disabling a person of the office', 'userChange', { is_disabled: true, version: 2 }],
])('%s is accepted', (_what, schema, body) => {
  expect(schemas[schema].safeParse(body).error?.issues ?? []).toEqual([]);
});

test.each<[string, keyof typeof schemas, object, string, string]>([
  ['a manager without an email address', 'newPerson', { ...newOne, roles: ['manager'] }, 'email', emailNeeded],
  ['an invitation without an email address', 'newPerson', { ...newOne, invite: true, email: '' }, 'email', emailNeeded],
  ['a person without a role', 'newPerson', { ...newOne, roles: [] }, 'roles', 'Choose a role.'],
  [
    'a last day before the first day',
    'newPerson',
    { ...newOne, started_on: '2026-11-20', leaves_on: '2026-11-19' },
    'leaves_on',
    'The last day is before the first.',
  ],
  [
    'a password without a confirmation',
    'newPerson',
    { ...newOne, password: 'long enough' },
    'password_confirmation',
    'The two passwords are not the same.',
  ],
  [
    'a change with two different passwords',
    'personChange',
    { password: 'long enough', password_confirmation: 'long enougH' },
    'password_confirmation',
    'The two passwords are not the same.',
  ],
  [
    'a change with a last day before the first day',
    'personChange',
    { started_on: '2026-11-20', leaves_on: '2026-11-19' },
    'leaves_on',
    'The last day is before the first.',
  ],
  ['a date that does not exist', 'newPerson', { ...newOne, started_on: '2026-02-30' }, 'started_on', 'This day does not exist.'],
  ['an empty change', 'personChange', { sites: undefined, version: 3 }, 'employee_roles', 'Say what to change.'],
  ['a person of the office without an email address', 'newUser', { ...newOfOffice, email: '' }, 'email', 'Enter an email address to sign in with.'],
  [
    'somebody of the office with a last day before the first day',
    'newUser',
    { ...newOfOffice, started_on: '2026-11-20', leaves_on: '2026-11-19' },
    'leaves_on',
    'The last day is before the first.',
  ],
  [
    'somebody of the office whose password is not confirmed',
    'newUser',
    { ...newOfOffice, password: 'long enough' },
    'password_confirmation',
    'The two passwords are not the same.',
  ],
  ['the removal of the email address of a person of the office', 'userChange', { email: '' }, 'email', 'Enter an email address to sign in with.'],
  ['an empty change of a person of the office', 'userChange', { version: 3 }, 'roles', 'Say what to change.'],
])('%s is refused', (_what, schema, body, field, message) => {
  expect((schemas[schema].safeParse(body).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
});

test('an email address is stored in lower case, and an empty one as null', () => {
  expect(newPerson.parse({ ...newOne, email: ' Ann@Lee.Example ' }).email).toBe('ann@lee.example');
  expect(newPerson.parse({ ...newOne, email: '' }).email).toBeNull();
});

test('a person needs an email address in every role except Employee', () => {
  const roles = ['employee', 'employee_with_order', 'client_admin', undefined];
  expect(roles.map((role) => needsEmail(role, null))).toEqual([false, true, true, false]);
  expect(roles.map((role) => needsEmail(role, 'ann@lee.example'))).toEqual([false, false, false, false]);
});

test('a last day before the first day is recognised only if both days are known', () => {
  expect(leavesBeforeStart('2026-11-20', '2026-11-19')).toBe(true);
  expect(leavesBeforeStart('2026-11-20', '2026-11-20')).toBe(false);
  for (const missing of [null, undefined, '']) {
    expect(leavesBeforeStart(missing, '2026-11-19')).toBe(false);
    expect(leavesBeforeStart('2026-11-20', missing)).toBe(false);
  }
});
