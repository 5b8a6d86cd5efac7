import { asText } from '../../shared/invisible.ts';
import { replaceTags, withoutEntities } from '../core/html-text.ts';

/** Parts of HTML that contain no words for people. */
const unread = /<!--[\s\S]*?-->|<(script|style|head)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi;

const blockElements = new Set('p div ul ol dl dd table tr h1 h2 h3 h4 h5 h6 section article header footer blockquote figure pre'.split(' '));
const cellElements = new Set(['td', 'th', 'dt']);

/** The text that replaces an HTML tag in a description. */
function markOf(name: string, isEnd: boolean): string {
  if (name === 'br') return '\n';
  if (name === 'b' || name === 'strong') return '**';
  if (name === 'li' && !isEnd) return '\n- ';
  if (isEnd && blockElements.has(name)) return '\n\n';
  return isEnd && cellElements.has(name) ? ' ' : '';
}

/** The text of HTML: paragraphs, items of lists, and bold parts. */
const withoutHtml = (text: string): string => withoutEntities(replaceTags(text.replace(unread, ''), markOf));

/** A mark at the start of a line that stands for an item of a list: any bullet, or a hyphen, dash, star or number before a word. */
const bullet = /^(?:[•‣◦⁃∙·●○▪▫■□►▶➤➢✓✔✗]\s*|[-–—*+](?:\s+|(?=\p{L}))|\d{1,2}[.)]\s+)+/u;

/** Words that are written in capitals. */
const capitals = /^(?:EN|ISO|BS|ANSI|UK|EU|PPE|CE|UKCA|PVC|PU|TPU|EVA|PTFE|UV|HV|RIS|GRS|BCI|LED|ESD|RFID|USA|YKK|ID|XXS|XS|S|M|L|XL|XXL|XXXL)$/;

/** Words, and codes of several parts that may contain digits: `PR-AB12`, `HV/YEL-3`. */
const wordsAndCodes = /[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/gu;
/** Words after which a code follows, with or without digits. */
const beforeCode = /\b(?:CODE|SKU|REF|REFERENCE|ART|ARTICLE|MODEL|STYLE)(?:\s*(?:NO|NUMBER))?[.:#]+\s*$/;

function isCode(word: string, place: number, line: string): boolean {
  return /\p{N}/u.test(word) || beforeCode.test(line.slice(0, place));
}

/** A word with its parts in small letters, except those that are always in capitals. */
const inSmallLetters = (word: string): string => word.replace(/[\p{L}\p{N}]+/gu, (part) => (capitals.test(part) ? part : part.toLowerCase()));

/** Converts a line all in capitals to a sentence; codes and words with digits stay unchanged. */
function withoutCapitals(line: string): string {
  const letters = line.match(/\p{L}/gu) ?? [];
  if (letters.length < 8 || /\p{Ll}/u.test(line) || !/\s/.test(line.trim())) return line;
  const small = line.replace(wordsAndCodes, (word, place: number) => (isCode(word, place, line) ? word : inSmallLetters(word)));
  return small.replace(
    /(^|[.!?]\s+)(\P{L}{0,4})(\p{Ll})/gu,
    (_, before: string, marks: string, letter: string) => before + marks + letter.toUpperCase(),
  );
}

/** Moves each pair of bold marks directly around its words; removes a mark that has no partner. */
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

/** A line of at least this length counts as wrapped by the page layout, not as ended by the author. */
const WRAPPED = 40;

/** Whether the last sentence of `line` continues in `next`. */
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

/** More passes than any text needs. Several are needed because one pass can uncover marks that the next pass removes. */
const MAX_PASSES = 50;

/**
 * Converts text pasted from a supplier to a description as the product stores it: paragraphs on one line each, items that begin with `- `,
 * `**bold**`, no HTML, and no sentences in capitals. Formatting the result again changes nothing.
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
