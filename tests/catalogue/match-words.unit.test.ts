import { expect, test } from 'vitest';
import { matchWords, wordsOf } from '../../shared/catalogue/match-words.ts';

const rank = (typed: string, ...texts: string[]): number | null => matchWords(wordsOf(typed), texts);

test('the words of a text consist of letters and digits, in lower case and without accents', () => {
  expect(wordsOf(' Set-In PIQUÉ,  34/32. ')).toEqual(['set', 'in', 'pique', '34', '32']);
});

test('every typed word has to be the beginning of a word of the text', () => {
  expect(rank('polo', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('pol cla', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('pique', 'Classic Piqué Polo')).not.toBeNull();
  expect(rank('olo', 'Classic Piqué Polo')).toBeNull();
  expect(rank('polo red', 'Classic Piqué Polo')).toBeNull();
});

test('one typing mistake is forgiven in a word of five letters and more', () => {
  for (const typed of ['sweatshrt', 'sweetshirt', 'swaetshirt', 'sweatsshirt', 'sweatsir', 'sweaatsh'])
    expect(rank(typed, 'Set-In Sweatshirt'), typed).not.toBeNull();
  expect(rank('fleac', 'Fleece')).not.toBeNull();
  for (const typed of ['swetshrt', 'polp', 'xweatshorts', 'swaxtshirt', 'swxetshirt', 'swaexshirt'])
    expect(rank(typed, 'Set-In Sweatshirt, polo'), typed).toBeNull();
});

test('a match in the name ranks before a match in a code; a whole word ranks before a beginning or a word with a mistake', () => {
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

test('a text has the rank of its best matching word', () => {
  for (const text of ['fleece fleeces', 'fleeces fleece', 'fleexe fleeces fleece']) expect(rank('fleece', text), text).toBe(rank('fleece', 'fleece'));
});
