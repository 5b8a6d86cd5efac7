import { foldText } from '../folded.ts';

/** A part of a text, and whether it is what was typed. */
export interface TextPart {
  text: string;
  is_match: boolean;
}

/** The folded characters of a text, each with the place of its letter in the text. */
function foldedLetters(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let place = 0;
  for (const letter of text) {
    const plain = foldText(letter);
    folded += plain;
    for (let n = 0; n < plain.length; n++) places.push(place);
    place += letter.length;
  }
  places.push(place);
  return { folded, places };
}

const wordsOf = (typed: string): string[] => {
  const whole = foldText(typed.trim());
  const words = whole.split(/\s+/).filter(Boolean);
  return words.length > 1 ? [whole, ...words.sort((one, other) => other.length - one.length)] : words;
};

/**
 * Splits a text at the first place of what was typed or, if the text does not contain it as a whole, of each typed word that begins a word of the
 * text. Case, accents and kinds of apostrophe are ignored.
 */
export function matchParts(text: string, typed: string): TextPart[] {
  const { folded, places } = foldedLetters(text);
  const [whole = '', ...words] = wordsOf(typed);
  const ranges: [number, number][] = [];
  const at = whole === '' ? -1 : folded.indexOf(whole);
  if (at >= 0) ranges.push([at, at + whole.length]);
  else
    for (const word of words) {
      const start = wordStart(folded, word);
      if (start >= 0 && !ranges.some(([from, to]) => start < to && start + word.length > from)) ranges.push([start, start + word.length]);
    }
  const parts: TextPart[] = [];
  let from = 0;
  for (const [start, end] of ranges
    .sort(([one], [other]) => one - other)
    .map(([one, other]) => [places[one] ?? 0, places[other] ?? text.length] as const)) {
    if (start > from) parts.push({ text: text.slice(from, start), is_match: false });
    if (end > start) parts.push({ text: text.slice(start, end), is_match: true });
    from = Math.max(from, end);
  }
  if (from < text.length) parts.push({ text: text.slice(from), is_match: false });
  return parts;
}

function wordStart(folded: string, word: string): number {
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(folded[at - 1] ?? '')) return at;
  return -1;
}

/** Whether a text begins with what was typed; leading zeros of a number do not count. */
export function startsWithTyped(text: string, typed: string): boolean {
  const plain = (one: string): string => foldText(one.trim()).replace(/^#?0+(?=\d)|^#/, '');
  return plain(typed) !== '' && plain(text).startsWith(plain(typed));
}

/** Whether each typed word begins a word of a text. */
export const holdsWords = (text: string, typed: string): boolean => {
  const folded = foldText(text);
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  return words.length > 0 && words.every((word) => wordStart(folded, word) >= 0);
};

/** Whether each typed word is a whole word of a text. */
export const holdsWholeWords = (text: string, typed: string): boolean => {
  const words = wordsIn(text);
  const wanted = wordsIn(typed);
  return wanted.length > 0 && wanted.every((word) => words.includes(word));
};

const wordsIn = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
