import { asText } from '../invisible.ts';

/** What a tag of HTML becomes in a description. */
const tags: [RegExp, string][] = [
  [/<!--[\s\S]*?-->/g, ''],
  [/<(script|style|head)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi, ''],
  [/<br\s*\/?>/gi, '\n'],
  [/<li\b[^<>]*>/gi, '\n- '],
  [/<\/(p|div|ul|ol|table|tr|h[1-6]|section|article)\s*>/gi, '\n\n'],
  [/<\/?(b|strong)(\s[^<>]*)?>/gi, '**'],
  [/<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>/gi, ''],
];

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  bull: '•',
  middot: '·',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  pound: '£',
  reg: '®',
  trade: '™',
  copy: '©',
  deg: '°',
  frac12: '½',
  sup2: '²',
  times: '×',
};

function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : '';
}

/** The text of HTML: paragraphs, items of lists, and bold parts. */
const withoutHtml = (text: string): string =>
  tags.reduce((rest, [tag, instead]) => rest.replace(tag, instead), text).replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+\d{0,2});/gi, characterOf);

/** A mark at the start of a line that stands for an item of a list: any bullet, or a hyphen, dash, star or number before a word. */
const bullet = /^(?:[•‣◦⁃∙·●○▪▫■□►▶➤➢✓✔✗]\s*|[-–—*+](?:\s+|(?=\p{L}))|\d{1,2}[.)]\s+)+/u;

/** Words that are written in capitals. */
const capitals = /^(?:EN|ISO|BS|ANSI|UK|EU|PPE|CE|UKCA|PVC|PU|UV|HV|RIS|GRS|BCI|LED|ID|XXS|XS|S|M|L|XL|XXL|XXXL)$/;

/** A text all in capitals as a sentence: codes, and words with digits, stay. */
function withoutCapitals(line: string): string {
  const letters = line.match(/\p{L}/gu) ?? [];
  if (letters.length < 8 || /\p{Ll}/u.test(line) || !/\s/.test(line.trim())) return line;
  const small = line.replace(/[\p{L}\p{N}]+/gu, (word) => (/\p{N}/u.test(word) || capitals.test(word) ? word : word.toLowerCase()));
  return small.replace(
    /(^|[.!?]\s+)(\P{L}{0,4})(\p{Ll})/gu,
    (_, before: string, marks: string, letter: string) => before + marks + letter.toUpperCase(),
  );
}

/** Bold marks in pairs, directly around their words; a mark without its pair is removed. */
function tidyBold(line: string): string {
  const parts = line.split('**');
  if (parts.length === 1) return line;
  if (parts.length % 2 === 0) parts.push(...[parts.pop() ?? ''].map((last) => `${parts.pop() ?? ''}${last}`));
  return parts
    .map((part, place) => {
      if (place % 2 === 0) return part;
      const words = part.trim();
      return words === '' ? part : `${/^\s/.test(part) ? ' ' : ''}**${words}**${/\s$/.test(part) ? ' ' : ''}`;
    })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** From this length on a line was broken by whoever set the page, not by whoever wrote the text. */
const WRAPPED = 40;

/** Whether a line goes on in the next one. */
const goesOn = (line: string, next: string): boolean => line.length >= WRAPPED || /^\p{Ll}/u.test(next) || /[,;]$/.test(line);

interface Block {
  isItem: boolean;
  text: string;
}

/** Paragraphs and items, each on one line. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let lastLine = '';
  for (const raw of text.split('\n')) {
    const line = raw.replace(/[\s\u00a0]+/g, ' ').trim();
    const mark = bullet.exec(line)?.[0] ?? '';
    const words = line.slice(mark.length).trim();
    if (words === '') open = undefined;
    else if (mark || !open || !goesOn(lastLine, words)) {
      open = { isItem: mark !== '', text: words };
      blocks.push(open);
    } else open.text += /\p{L}-$/u.test(open.text) && /^\p{Ll}/u.test(words) ? words : ` ${words}`;
    lastLine = words;
  }
  return blocks;
}

function formatOnce(text: string): string {
  const blocks = blocksOf(withoutHtml(asText(text)));
  return blocks
    .map(({ isItem, text: words }) => ({ isItem, words: withoutCapitals(tidyBold(words)) }))
    .filter(({ words }) => words !== '')
    .map(({ isItem, words }, place, all) => {
      const gap = place === 0 ? '' : isItem && all[place - 1]?.isItem ? '\n' : '\n\n';
      return `${gap}${isItem ? '- ' : ''}${words}`;
    })
    .join('');
}

/** More passes than any text needs: each removes marks that only the one before it has uncovered. */
const MAX_PASSES = 50;

/**
 * A description as the product stores it, from what is pasted from a supplier: paragraphs on one line each, items that begin with
 * `- `, `**bold**`, no HTML, and no sentences in capitals. The result is formatted to itself.
 */
export function autoFormat(text: string): string {
  let formatted = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = formatOnce(formatted);
    if (next === formatted) break;
    formatted = next;
  }
  return formatted;
}
