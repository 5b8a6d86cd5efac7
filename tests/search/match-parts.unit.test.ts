import { expect, test } from 'vitest';
import { holdsWords, matchParts, startsWithTyped } from '../../shared/search/match-parts.ts';

/** The parts as one text, with what was typed in brackets. */
const marked = (text: string, typed: string): string =>
  matchParts(text, typed)
    .map(({ text: part, is_match }) => (is_match ? `[${part}]` : part))
    .join('');

test('the first place of a typed text is marked, whatever its case and accents', () => {
  expect(marked('00147', '147')).toBe('00[147]');
  expect(marked('NG-0147', 'ng-01')).toBe('[NG-01]47');
  expect(marked('Zoë Łukasz', 'zoe l')).toBe('[Zoë Ł]ukasz');
  expect(marked('Groß & Co', 'gross')).toBe('[Groß] & Co');
  expect(marked('O’Neill', "o'n")).toBe('[O’N]eill');
});

test('if a text does not contain the typed words together, the beginnings of words are marked', () => {
  expect(marked('Softshell Jacket, Navy', 'navy soft')).toBe('[Soft]shell Jacket, [Navy]');
  expect(marked('Aire Polo', 'polo olo')).toBe('Aire [Polo]');
});

test('a text without the typed text is one part, and an empty text has none', () => {
  expect(marked('Leeds', '147')).toBe('Leeds');
  expect(marked('Leeds', ' ')).toBe('Leeds');
  expect(matchParts('', 'a')).toEqual([]);
});

test('an order number begins with typed digits without its zeros', () => {
  expect(startsWithTyped('00147', '147')).toBe(true);
  expect(startsWithTyped('00147', '#00147')).toBe(true);
  expect(startsWithTyped('00147', '47')).toBe(false);
  expect(startsWithTyped('Éire', 'ei')).toBe(true);
  expect(startsWithTyped('Leeds', '')).toBe(false);
  expect(startsWithTyped('00', '0')).toBe(true);
});

test('a name holds words that begin its words, in any sequence', () => {
  expect(holdsWords('Create New Order', 'new cr')).toBe(true);
  expect(holdsWords('Create New Order', 'rder')).toBe(false);
  expect(holdsWords('Create New Order', '')).toBe(false);
});
