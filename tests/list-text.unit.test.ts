import { expect, test } from 'vitest';
import { listText } from '../shared/list-text.ts';

test('names are listed as Intl.ListFormat lists them', () => {
  const names = new Intl.ListFormat('en-GB');
  for (const some of [[], ['Ann'], ['Ann', 'Bob'], ['Ann', 'Bob', 'Cy'], ['Ann', 'Bob', 'Cy', 'Di']]) expect(listText(some)).toBe(names.format(some));
});
