import { expect, test } from 'vitest';
import { rolesAndSetsInput } from '../../shared/people/roles-and-sets-input.ts';

test('a change of roles and clothing sets contains at least one of the two lists', () => {
  for (const body of [{ employee_roles: [] }, { clothing_sets: [] }, { employee_roles: [1], clothing_sets: [2], version: 3 }])
    expect(rolesAndSetsInput.safeParse(body).success).toBe(true);
  expect(rolesAndSetsInput.safeParse({ version: 3 }).error?.issues).toMatchObject([{ path: ['employee_roles'], message: 'Say what to change.' }]);
});
