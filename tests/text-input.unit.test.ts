import { expect, test } from 'vitest';
import { hasInvisible } from '../shared/invisible.ts';
import { lineText, wordsText } from '../shared/text.ts';

test('line breaks in text for one line become a space, and invisible characters are removed', () => {
  const text = (value: string): string => lineText(40).parse(value);
  expect(text(' 1 Mill\r\n\nLane\u2028Leeds\t')).toBe('1 Mill Lane Leeds');
  // U+3000 is the space of Chinese text; the other special spaces come from word processors.
  expect(text('\u3000王\u3000小明\u3000')).toBe('王 小明');
  expect(text('Mill\u00a0Lane\u2009 2')).toBe('Mill Lane  2');
  expect(text('VAT\vno.\fhere')).toBe('VAT no. here');
  expect(text('Ann\u202E\u200B\u0007 Lee\uFEFF')).toBe('Ann Lee');
});

test('text of several lines keeps line breaks, tabs and joiners, and loses characters that reverse the text direction', () => {
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

test('invisible characters are detected in a code', () => {
  expect(['JD0002', 'JD\u200B0002', 'JD0002\n', '\u2066JD'].map(hasInvisible)).toEqual([false, true, true, true]);
});
