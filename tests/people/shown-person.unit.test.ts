import { expect, test } from 'vitest';
import { nameToClients } from '../../server/core/shown-person.ts';

test('clients see the provider’s name instead of the names of the provider’s people', () => {
  expect(nameToClients({ account_id: null, name: 'Dan' })).toBe('Kitroom');
  expect(nameToClients({ account_id: 10, name: 'Ann Lee' })).toBe('Ann Lee');
});
