import { expect, test } from 'vitest';
import { listText } from '../shared/list-text.ts';

test('names are joined into the same text as by Intl.ListFormat', () => {
  const names = new Intl.ListFormat('en-GB');
  for (const some of [[], ['Ann'], ['Ann', 'Bob'], ['Ann', 'Bob', 'Cy'], ['Ann', 'Bob', 'Cy', 'Di']]) expect(listText(some)).toBe(names.format(some));
});
