import { expect, test } from 'vitest';
import { matchWords, wordsOf } from '../../shared/catalogue/match-words.ts';

const rank = (typed: string, ...texts: string[]): number | null => matchWords(wordsOf(typed), texts);

test('every typed word has to begin a word', () => {
  expect(rank('polo', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('pol cla', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('pique', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('olo', 'Classic Piqué Polo')).toBeNull();
  expect(rank('polo red', 'Classic Piqué Polo')).toBeNull();
});

test('one typing mistake is forgiven in a word of five letters and more', () => {
  for (const typed of ['sweatshrt', 'sweetshirt', 'swaetshirt', 'sweatsshirt', 'sweatsir'])
    expect(rank(typed, 'Set-In Sweatshirt'), typed).not.toBeNull();
  for (const typed of ['swetshrt', 'polp', 'xweatshorts']) expect(rank(typed, 'Set-In Sweatshirt, polo'), typed).toBeNull();
});

test('a name ranks before a code, and a whole word before its beginning and before a mistake', () => {
  const best = (typed: string): (number | null)[] => [
    rank(typed, 'fleece', ''),
    rank(typed, 'fleeces', ''),
    rank(typed, 'x', 'fleece'),
    rank(typed, 'fleexe', ''),
  ];
  const ranks = best('fleece') as number[];
  expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
  expect(new Set(ranks).size).toBe(4);
});
