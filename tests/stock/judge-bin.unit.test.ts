import { expect, test } from 'vitest';
import { binQuestion, hasFormOfBin, judgeBin } from '../../shared/stock/judge-bin.ts';

const skus = [
  { id: 7, sku: 'CAP-1', bin: 'A-01-1', overflow_bins: ['Z-99-1'] },
  { id: 8, sku: 'CAP-2', bin: 'A-01-2', overflow_bins: ['Z-99-2'] },
  { id: null, sku: 'CAP-3', bin: 'A-01-3' },
];
const cap = { id: 7, sku: 'CAP-1' };

test.each([
  ['the SKU’s pick bin', 'a-01-1', { is: 'known' }, null],
  ['the SKU’s overflow bin', 'Z-99-1', { is: 'known' }, null],
  ['an overflow bin that another SKU shares', 'z-99-2', { is: 'known' }, null],
  ['the pick bin of another SKU', 'A-01-2', { is: 'foreign', sku: 'CAP-2' }, 'A-01-2 is the bin of CAP-2. Put these there too?'],
  ['the pick bin of a SKU that has no id here', 'A-01-3', { is: 'foreign', sku: 'CAP-3' }, 'A-01-3 is the bin of CAP-3. Put these there too?'],
  ['a bin without items', 'ZZ-99-9', { is: 'new' }, 'New bin ZZ-99-9?'],
] as const)('a person is asked only before items go into a new bin or another SKU’s pick bin: %s', (_what, bin, judgement, question) => {
  expect(judgeBin(skus, cap, bin)).toEqual(judgement);
  expect(binQuestion(bin, judgeBin(skus, cap, bin))).toBe(question);
});

test.each([
  ['ZZ-99-9', true],
  ['b-2-14', true],
  ['NOT-A-SKU-1', false],
  ['5012345678900', false],
  ['TU01-AQU-16', false],
])('the code %s has the form of a bin of the warehouse: %s', (code, isBin) => {
  expect(hasFormOfBin(['A-01-1', '77'], code)).toBe(isBin);
});
