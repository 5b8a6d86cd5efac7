import { expect, test } from 'vitest';
import { hasInvisible } from '../shared/invisible.ts';
import { lineText, wordsText } from '../shared/text.ts';

test('text for one line has a space in place of each line break, and no invisible characters', () => {
  const text = (value: string): string => lineText(40).parse(value);
  expect(text(' 1 Mill\r\n\nLane\u2028Leeds\t')).toBe('1 Mill Lane Leeds');
  // The space between Chinese words, and those of a word processor.
  expect(text('\u3000王\u3000小明\u3000')).toBe('王 小明');
  expect(text('Mill\u00a0Lane\u2009 2')).toBe('Mill Lane  2');
  expect(text('VAT\vno.\fhere')).toBe('VAT no. here');
  expect(text('Ann\u202E\u200B\u0007 Lee\uFEFF')).toBe('Ann Lee');
});

test('text of several lines keeps its line breaks, tabs and joiners, and nothing that reverses the text beside it', () => {
  const text = (value: string): string => wordsText(40).parse(value);
  expect(text(' First\r\nsecond\rthird\u2028\u0085fourth\t5 \n')).toBe('First\nsecond\nthird\n\nfourth\t5');
  expect(text('Ann\u202E\u0007\u0085 Lee\uFEFF')).toBe('Ann\n Lee');
  expect(text('👩\u200D🔧')).toBe('👩\u200D🔧');
});

test('the length of a text is counted after it is cleaned', () => {
  expect(lineText(3).safeParse(' a\u200Bbc ').success).toBe(true);
  expect(lineText(3, 'Too long').safeParse('abcd').error?.issues).toMatchObject([{ message: 'Too long' }]);
  expect(wordsText(3).safeParse(' a\r\nb ').success).toBe(true);
  expect(wordsText(3, 'Too long').safeParse('abcd').error?.issues).toMatchObject([{ message: 'Too long' }]);
});

test('a code that is compared and printed can be checked for invisible characters', () => {
  expect(['JD0002', 'JD\u200B0002', 'JD0002\n', '\u2066JD'].map(hasInvisible)).toEqual([false, true, true, true]);
});
