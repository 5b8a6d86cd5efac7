import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinDecoration, splitDecoration } from '../../../shared/ordering/decoration.ts';

const offered = ['Northgate logo, left breast', 'Northgate logo, back', 'Northgate logo, left breast: large'];

test('a saved decoration opens with the choice and the instruction that were saved', () => {
  fc.assert(
    fc.property(fc.constantFrom(...offered.slice(0, 2)), fc.string({ maxLength: 80 }), (choice, words) => {
      const instruction = words.trim();
      fc.pre(!offered.includes(joinDecoration(choice, instruction)));
      expect(splitDecoration(joinDecoration(choice, instruction), offered)).toEqual({ choice, instruction });
    }),
  );
});

test('a decoration that is no longer offered is kept as an instruction', () => {
  expect(splitDecoration('Old crest: gold', offered)).toEqual({ choice: '', instruction: 'Old crest: gold' });
});

test('the only decoration on offer is chosen from the start', () => {
  expect(splitDecoration(null, ['Northgate logo, back'])).toEqual({ choice: 'Northgate logo, back', instruction: '' });
  expect(splitDecoration(null, offered)).toEqual({ choice: '', instruction: '' });
});
