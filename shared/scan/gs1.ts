import { hasCheckDigit } from './check-digit.ts';

/** In a clean code, the separator after a GS1 element of variable length; scanners send control character 29 for it. */
export const SEPARATOR = '␝';

/** The number of characters after the first two digits, for elements of fixed length; every other element ends at a separator. */
const lengths = new Map([
  ...([
    ['00', 18],
    ['01', 14],
    ['02', 14],
    ['03', 14],
    ['04', 16],
    ['20', 2],
    ['41', 14],
  ] as const),
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((start) => [start, 6] as const),
  ...['31', '32', '33', '34', '35', '36'].map((start) => [start, 8] as const),
]);

/** The elements of a GS1 text by their first two digits. The text has brackets, `(01)…(10)…`, or separators. What cannot be decoded is left out. */
function elementsOf(text: string): Map<string, string> {
  const elements = new Map<string, string>();
  const add = (start: string, data: string): void => void (elements.has(start) || elements.set(start, data));
  if (text.startsWith('(')) {
    for (const [, start = '', data = ''] of text.matchAll(/\((\d{2,4})\)([^(]*)/g)) if (start.length === 2) add(start, data.replace(SEPARATOR, ''));
    return elements;
  }
  let rest = text;
  while (/^\d\d/.test(rest)) {
    const start = rest.slice(0, 2);
    const end = rest.indexOf(SEPARATOR);
    const length = lengths.get(start) ?? (end < 0 ? rest.length : end) - 2;
    const data = rest.slice(2, 2 + length);
    if (data.length < length) break;
    add(start, data);
    rest = rest.slice(2 + length);
    if (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
  }
  return elements;
}

const link = /^https?:\/\/[^\s?#]+\/(?:01|gtin)\/(\d{8,14})(?=$|[/?#])/i;
const itemNumber = (digits: string | undefined): string | null => (digits && /^\d{14}$/.test(digits) && hasCheckDigit(digits) ? digits : null);

/** The trade item number of a GS1 Digital Link, or of an element string with an element `01` in any position; null for other texts. */
export function itemOfGs1(text: string): string | null {
  const linked = link.exec(text)?.[1];
  if (linked) return hasCheckDigit(linked) ? linked : null;
  return itemNumber(elementsOf(text).get('01'));
}

/** The upper limit of the items in a carton, more than any carton holds. */
const MAX_IN_CARTON = 100_000;

/** The contents of a carton by its code: `02` is the item and `37` the number of items. Null for other texts. */
export function cartonOf(text: string): { item: string; qty: number } | null {
  const elements = elementsOf(text);
  const item = itemNumber(elements.get('02'));
  const count = elements.get('37') ?? '';
  const qty = /^\d{1,8}$/.test(count) ? Number(count) : 0;
  return item && qty > 0 && qty <= MAX_IN_CARTON ? { item, qty } : null;
}

/** The code of an item; for the code of a carton, the code of the items in it. */
export const itemCodeOf = (text: string): string => cartonOf(text)?.item ?? text;
