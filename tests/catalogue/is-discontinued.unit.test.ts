import { expect, test } from 'vitest';
import { isDiscontinued } from '../../shared/catalogue/is-discontinued.ts';

test('a product is discontinued from its date on', () => {
  const at = '2026-11-20T00:00:00.000Z';
  expect(isDiscontinued(at, '2026-11-19T23:59:59.999Z')).toBe(false);
  expect(isDiscontinued(at, at)).toBe(true);
  expect(isDiscontinued(at, '2026-11-21T00:00:00.000Z')).toBe(true);
  expect(isDiscontinued(null, at)).toBe(false);
});
