import { expect, test } from 'vitest';
import { checkInput } from '../../shared/people/check-input.ts';
import { profileInput } from '../../shared/people/profile-input.ts';
import { pullInput } from '../../shared/people/pull-input.ts';
import { rolesAndSetsInput } from '../../shared/people/roles-and-sets-input.ts';

test('a change of roles and clothing sets must contain at least one of the two lists', () => {
  for (const body of [{ employee_roles: [] }, { clothing_sets: [] }, { employee_roles: [1], clothing_sets: [2], version: 3 }])
    expect(rolesAndSetsInput.safeParse(body).success).toBe(true);
  expect(rolesAndSetsInput.safeParse({ version: 3 }).error?.issues).toMatchObject([{ path: ['employee_roles'], message: 'Say what to change.' }]);
});

test('a list of roles or of clothing sets has at most 500 ids', () => {
  const ids = Array.from({ length: 501 }, (_, n) => n + 1);
  for (const field of ['employee_roles', 'clothing_sets']) {
    expect(rolesAndSetsInput.safeParse({ [field]: ids.slice(1) }).success).toBe(true);
    for (const list of [ids, [0], ['1']]) expect(rolesAndSetsInput.safeParse({ [field]: list }).success).toBe(false);
  }
});

test('a change of a profile contains only the fields that were sent', () => {
  expect(profileInput.parse({})).toEqual({});
  const whole = { forenames: 'Ann', surname: 'Lee', email: 'ann@lee.example', contact_phone: '01', sex: 'f', version: 1, current_password: 'secret' };
  expect(profileInput.parse(whole)).toEqual(whole);
  expect(profileInput.parse({ contact_phone: null, sex: null })).toEqual({ contact_phone: null, sex: null });
});

test.each<[string, string, unknown, string]>([
  ['with a name of 121 letters', 'surname', 'x'.repeat(121), 'At most 120 characters'],
  ['with half an email address', 'email', 'ann@', 'Enter a full email address, such as name@company.co.uk'],
  [
    'with an email address of 255 characters',
    'email',
    `${'x'.repeat(60)}@${`${'y'.repeat(60)}.`.repeat(3)}${'z'.repeat(11)}`,
    'At most 254 characters',
  ],
  ['with a phone number of 33 characters', 'contact_phone', '0'.repeat(33), 'At most 32 characters'],
])('a profile %s is refused', (_what, field, value, message) => {
  expect(profileInput.safeParse({ [field]: value }).error?.issues).toMatchObject([{ path: [field], message }]);
});

test('a profile needs at least one name', () => {
  expect(profileInput.safeParse({ forenames: ' ', surname: '' }).error?.issues).toMatchObject([{ path: ['surname'], message: 'Enter a name.' }]);
  expect(profileInput.parse({ forenames: ' ', surname: 'Prince' })).toEqual({ forenames: '', surname: 'Prince' });
});

test('a profile’s email address is stored in lower case, its sex is one of three values, and its password has at most 200 characters', () => {
  expect(profileInput.parse({ email: 'Ann@Lee.Example' }).email).toBe('ann@lee.example');
  expect(['m', 'f', '', 'x'].map((sex) => profileInput.safeParse({ sex }).success)).toEqual([true, true, true, false]);
  expect([200, 201].map((length) => profileInput.safeParse({ current_password: 'x'.repeat(length) }).success)).toEqual([true, false]);
});

test('the check for duplicates accepts ids as text, and each text up to its maximum length', () => {
  expect(checkInput.parse({ forenames: ' Ann ', account_id: '3', id: '7' })).toEqual({ forenames: 'Ann', account_id: 3, id: 7 });
  expect(checkInput.parse({})).toEqual({});
  for (const body of [{ surname: 'x'.repeat(121) }, { email: 'x'.repeat(255) }, { number: 'x'.repeat(51) }, { account_id: '0' }, { id: 'me' }])
    expect(checkInput.safeParse(body).success, JSON.stringify(body)).toBe(false);
});

test('a person is pulled to exactly one site', () => {
  expect(pullInput.parse({ site_id: 3 })).toEqual({ site_id: 3 });
  expect(pullInput.safeParse({}).error?.issues).toMatchObject([{ path: ['site_id'], message: 'Choose a site.' }]);
  expect(pullInput.safeParse({ site_id: 0 }).success).toBe(false);
});
