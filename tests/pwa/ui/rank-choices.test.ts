import { expect, test } from 'vitest';
import { rankChoices } from '../../../pwa/ui/rank-choices.ts';

const names = (typed: string, ...items: string[]) => rankChoices(items, typed, (item) => item);

test('what is seen to begin with what was typed comes first, before what only matches in a field that is not shown', () => {
  expect(names('pen', 'Ashdown Healthwear', 'Aspen Court', 'West Pennine', 'Pennine Workwear')).toEqual([
    'Pennine Workwear',
    'West Pennine',
    'Aspen Court',
    'Ashdown Healthwear',
  ]);
});

test('choices that fit alike stay as they came, whatever their capitals and accents', () => {
  expect(names('ZO', 'Zoë B', 'ZOE A', 'Anna')).toEqual(['Zoë B', 'ZOE A', 'Anna']);
  expect(names('', 'b', 'a')).toEqual(['b', 'a']);
  expect(names('a(b', 'x a(b', 'a(b x')).toEqual(['a(b x', 'x a(b']);
});
