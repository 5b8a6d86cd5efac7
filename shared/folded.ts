import { once } from './once.ts';

/** Lower-case letters that are no accented form of another letter, each with the letters that people type if their keyboard lacks it. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ĳ: 'ij',
  ς: 'σ',
};

/** For each keyboard sign, the signs that it replaces. The empty text replaces invisible characters. */
const signs: Record<string, string> = {
  "'": '‘’‚‛′ʹʻʼʽ´',
  '"': '“”„‟″«»',
  '-': '‐‑‒–—―−',
  ' ': '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '': '\u00ad\u034f\u200b\u200c\u200d\u200e\u200f\u2060\ufe0f\ufeff',
};

/** The ranges of code points whose letters are folded: Latin with accents, Greek and Cyrillic. */
const ranges = [
  [0xc0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x52f],
  [0x1e00, 0x1fff],
] as const;

/** The ranges of characters that stand for other characters: full-width letters, digits and signs, and Latin ligatures. */
const compatible = [
  [0xfb00, 0xfb06],
  [0xff01, 0xff5e],
] as const;

const plain = (character: string, form: 'NFD' | 'NFKD' = 'NFD'): string =>
  [...character.normalize(form).replace(/\p{M}/gu, '').toLowerCase()].map((letter) => letters[letter] ?? letter).join('');

/** Each non-ASCII character that is folded, with its replacement. The database has the same table. */
export const foldedCharacters = once((): ReadonlyMap<string, string> => {
  const folds = new Map<string, string>();
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) {
      const character = String.fromCodePoint(code);
      if (plain(character) !== character) folds.set(character, plain(character));
    }
  for (const [first, last] of compatible)
    for (let code = first; code <= last; code++) folds.set(String.fromCodePoint(code), plain(String.fromCodePoint(code), 'NFKD'));
  for (const [sign, others] of Object.entries(signs)) for (const other of others) folds.set(other, sign);
  return folds;
});

/**
 * A text in the format in which lists compare and search it: lower-case letters without accents, and the apostrophes, quotes, hyphens and spaces of a
 * keyboard.
 */
export const foldText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all but ASCII
  text.replace(/[^\x00-\x7f]/g, (character) => foldedCharacters().get(character) ?? character).replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The signs that are ignored at the beginning of a name when names are sorted. */
export const LEADING_SIGNS = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** A name as lists sort it: folded, and without the signs before its first letter or digit. */
export const nameKey = (name: string): string => foldText(name).replace(/^[ -/:-@[-`{-~]+/, '');

/** Compares two names for sorting, by the order that all lists use. */
export const compareNames = (one: string, other: string): number => {
  const [a, b] = [nameKey(one), nameKey(other)];
  return a < b ? -1 : Number(a > b);
};

/** A typed text, folded. If it contains a backtick, a second spelling follows, with an apostrophe in place of the backtick. */
export const spellings = (search: string): string[] => {
  const folded = foldText(search);
  return folded.includes('`') ? [folded, folded.replaceAll('`', "'")] : [folded];
};

/** Whether a text contains a typed text, compared in the same way as in lists. */
export const holdsText = (text: string | null | undefined, search: string): boolean =>
  !!text && spellings(search.trim()).some((spelling) => foldText(text).includes(spelling));
