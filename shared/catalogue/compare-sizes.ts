import { collate } from '../collate.ts';

/** The values of words and letters: for sizes the distance from M, which is 0, and for lengths of legs and sleeves the distance from regular. */
const words = new Map<string, number>([
  ...([
    ['SMALL', -1],
    ['MEDIUM', 0],
    ['LARGE', 1],
    ['S', -1],
    ['M', 0],
    ['L', 1],
  ] as const),
  ...([
    ['PETITE', -1.5],
    ['SHORT', -1],
    ['SH', -1],
    ['REGULAR', 0],
    ['REG', 0],
    ['R', 0],
    ['LONG', 1],
    ['TALL', 1.5],
    ['T', 1.5],
  ] as const),
  ...([
    ['UNFINISHED', 9],
    ['U', 9],
  ] as const),
] as [string, number][]);

/** The value of a size in letters: `XXS` is −3, `S` −1, `M` 0, `XL` 2 and `6XL` 7; undefined for a text that is no size in letters. */
export function letterValue(text: string): number | undefined {
  const plain = text.replace(/^EXTRA[ -]*(?=[SL])/, 'X').replace(/^X[ -]+(?=[SL])/, 'X');
  const word = words.get(plain);
  if (word !== undefined) return word;
  const [, times, xs = '', end = ''] = /^([1-9]|1[0-2])?[ -]?(X+)[ -]?(S|L|SMALL|LARGE|LONG|SHORT)$/.exec(plain) ?? [];
  if (!end) return undefined;
  const steps = (times ? Number(times) : xs.length) + 1;
  return end.startsWith('S') ? -steps : steps;
}

const decimals = new Map<string, string>([
  ...([
    ['½', '.5'],
    ['¼', '.25'],
    ['¾', '.75'],
    ['⅓', '.33'],
    ['⅔', '.67'],
  ] as const),
  ...([
    ['1/2', '.5'],
    ['1/4', '.25'],
    ['3/4', '.75'],
    ['1/3', '.33'],
    ['2/3', '.67'],
  ] as const),
]);

/** The text in capitals, with fractions as decimals: `7½`, `7 1/2` and `7,5` are `7.5`. */
export const plainSize = (text: string): string =>
  text
    .normalize('NFC')
    .toUpperCase()
    .replace(/(\d)\s*([½¼¾⅓⅔])/g, (_, digit: string, part: string) => `${digit}${decimals.get(part)}`)
    .replace(/(\d)[ -]+(1\/2|1\/4|3\/4|1\/3|2\/3)(?!\d)/g, (_, digit: string, part: string) => `${digit}${decimals.get(part)}`)
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/\s+/g, ' ')
    .trim();

/** The sort key of a size: ages first, then numbers, then letters, followed by the values that sort sizes of one kind. */
type SizeKey = readonly [kind: number, ...values: number[]];
const AGE = 0;
const NUMBER = 1;
const LETTERS = 2;
const OTHER = 3;

const age = /^(\d+(?:\.\d+)?)(?:\s*(?:-|–|\/|TO)\s*(\d+(?:\.\d+)?))?\s*(M|MTHS?|MONTHS?|Y|YRS?|YEARS?)$/;
const number =
  /^(?:UK|EU|US|W|AGES?|COLLAR|CHEST|WAIST|SIZE)?\s*(\d+(?:\.\d+)?)\s*(?:"|IN|INCH|CM|W)?(?:\s*(?:\/|-|–|X|×|L|\s)\s*L?\s*(\d+(?:\.\d+)?)\s*(?:"|IN|INCH|CM|L)?|[\s/-]*([A-Z]+))?$/;

/** The sort key of a size; text in brackets after it (`L (42–44)`) is ignored. */
function sizeKey(size: string): SizeKey {
  const text = plainSize(size).replace(/(?<=\S)\s*\([^)]*\)$/, '');
  const [, from, to, unit] = age.exec(text) ?? [];
  if (from && unit) {
    const years = unit.startsWith('M') ? 12 : 1;
    return [AGE, Number(from) / years, Number(to ?? from) / years];
  }
  const letters = letterValue(text);
  if (letters !== undefined) return [LETTERS, letters, 0];
  const [, first, second, leg] = number.exec(text) ?? [];
  if (first) {
    const length = leg === undefined ? 0 : letterValue(leg);
    if (length !== undefined) return [NUMBER, Number(first), second === undefined ? length : Number(second)];
  }
  const parts = text.split(/\s*[/–-]\s*|\s+/).map(letterValue);
  const [one, other] = parts;
  if (parts.length === 2 && one !== undefined && other !== undefined)
    return /\s/.test(text) && !/[/–-]/.test(text) ? [LETTERS, one, other] : [LETTERS, (one + other) / 2, 0];
  return [OTHER];
}

/**
 * Compares sizes by the order of the trade: children’s ages, then numbers by their value (`7, 7½, 8`; waist before leg), then `XXS` to `6XL` with
 * `S/M` between `S` and `M`.
 */
export function compareSizes(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(other === null) - Number(one === null) || 0;
  const [key, otherKey] = [sizeKey(one), sizeKey(other)];
  for (const [place, value] of key.entries()) {
    const difference = value - (otherKey[place] ?? 0);
    if (difference) return difference;
  }
  return collate(one, other);
}
