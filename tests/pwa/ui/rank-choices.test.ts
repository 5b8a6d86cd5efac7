import { expect, test } from 'vitest';
import { rankChoices } from '../../../pwa/ui/rank-choices.ts';

const names = (search: string, ...items: string[]) => rankChoices(items, search, (item) => item);

test('choices that match at the start of the text come first, then matches at the start of a word, within a word, and only in a hidden field', () => {
  expect(names('pen', 'Ashdown Healthwear', 'Aspen Court', 'West Pennine', 'Pennine Workwear')).toEqual([
    'Pennine Workwear',
    'West Pennine',
    'Aspen Court',
    'Ashdown Healthwear',
  ]);
});

test('choices that match equally well keep their sequence; capitals and accents make no difference', () => {
  expect(names('ZO', 'Zoë B', 'ZOE A', 'Anna')).toEqual(['Zoë B', 'ZOE A', 'Anna']);
  expect(names('', 'b', 'a')).toEqual(['b', 'a']);
  expect(names('a(b', 'x a(b', 'a(b x')).toEqual(['a(b x', 'x a(b']);
});
