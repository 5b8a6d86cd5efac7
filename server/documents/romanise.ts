import anyAscii from 'any-ascii';
import { type Font, openSync } from 'fontkit';
import { fontFiles } from './fonts.ts';

let fonts: readonly Font[] | undefined;

/** Whether the documents' font has a character, in its normal and its bold cut. */
function isInFont(character: string): boolean {
  fonts ??= Object.values(fontFiles).map((file) => openSync(file) as Font);
  const codePoint = character.codePointAt(0) ?? 0;
  return fonts.every((font) => font.hasGlyphForCodePoint(codePoint));
}

/** Text of characters that every font has, line ends included. */
const plain = /^[\x20-\x7e\n]*$/;
/** Characters that leave no mark of their own: combining marks, direction marks, joiners. */
const invisible = /^[\p{Mark}\p{Format}\p{Control}\p{Emoji_Modifier}ـーｰ]$/u;
/** Letters for which the library has no Latin letters: the independent vowels of Arabic, Lao, Thaana and Tibetan. */
const vowels = new Map([...['ا', 'أ', 'އ', 'ཨ'].map((letter) => [letter, 'a'] as const), ['إ', 'i'], ['ອ', 'o']]);
const isHan = /^\p{Script=Han}$/u;

/** A character that the font lacks, in Latin letters. Without a Latin form it becomes a question mark, or nothing if it is invisible. */
const romanised = (character: string): string =>
  vowels.get(character) ?? (anyAscii(character).replaceAll('`', "'") || (invisible.test(character) ? '' : '?'));

/**
 * Replaces the characters that the documents' font lacks by Latin letters; each Chinese character becomes a word of its own. If each missing
 * character were printed as an empty box, two names could look the same.
 */
export function printableText(text: string): string {
  if (plain.test(text)) return text;
  let printed = '';
  let wordBegins = true;
  let afterHan = false;
  for (const character of text.normalize('NFC')) {
    if (character === '\n' || isInFont(character)) {
      printed += (afterHan && /[\p{L}\p{N}]/u.test(character) ? ' ' : '') + character;
      wordBegins = !/[\p{L}\p{N}]/u.test(character);
      afterHan = false;
      continue;
    }
    const letters = romanised(character);
    const han = isHan.test(character);
    const space = (han && !wordBegins) || (afterHan && letters !== '') ? ' ' : '';
    // The Latin form of a name begins with a capital, even if the name's own script has no capitals.
    printed += space + (wordBegins || han ? letters.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : letters);
    if (letters !== '') {
      wordBegins = false;
      afterHan = han;
    }
  }
  return printed;
}

/** The facts of a document with every text in characters that can be printed. */
export function printable<Facts>(facts: Facts): Facts {
  if (typeof facts === 'string') return printableText(facts) as Facts;
  if (Array.isArray(facts)) return facts.map((fact) => printable<unknown>(fact)) as Facts;
  if (facts === null || typeof facts !== 'object' || Object.getPrototypeOf(facts) !== Object.prototype) return facts;
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, printable<unknown>(fact)])) as Facts;
}
