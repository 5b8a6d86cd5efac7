import { decodeHTML, decodeHTMLStrict } from 'entities';

/** The character to which the decoder converts an invalid numeric entity. */
const REPLACEMENT = '\ufffd';

/** The character of an entity; control characters are left out. */
function characterOf(entity: string): string {
  const written = decodeHTMLStrict(entity);
  const decoded = written === entity ? decodeHTMLStrict(entity.toLowerCase()) : written;
  if (decoded === entity.toLowerCase()) return entity;
  return decoded === REPLACEMENT || /^\p{Cc}$/u.test(decoded) ? '' : decoded;
}

/** The character of an entity that HTML allows without its semicolon: `&copy`, `&frac12`. */
function characterWithoutEnd(entity: string): string {
  const decoded = decodeHTML(entity);
  return [...decoded].length === 1 ? decoded : entity;
}

/** A text with HTML entities replaced by their characters: `&eacute;`, `&#39;`, `&#150;`. An unknown entity stays as it is. */
export const withoutEntities = (text: string): string =>
  text
    .replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, characterOf)
    .replace(/&(?:frac\d\d|sup\d|[a-z]{2,6})(?![a-z;=])/gi, characterWithoutEnd);

/** Applies a change until the text stays the same: a text may have been escaped several times, as in `&amp;#39;`. */
function untilStable(text: string, change: (text: string) => string): string {
  let stable = text;
  for (let next = change(stable); next !== stable; next = change(stable)) stable = next;
  return stable;
}

/** Elements with names that people do not write as words. */
const plain = new Set(
  `blockquote br col colgroup dd div dl dt embed fieldset figcaption h1 h2 h3 h4 h5 h6 hgroup hr html iframe img li meta nav noscript ol optgroup p param path
  pre svg table tbody td textarea tfoot th thead tr ul wbr`.split(/\s+/),
);
/** Elements that format some words of a line. */
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var'.split(
    ' ',
  ),
);
/** Other elements, whose names people also write as words. */
const words = new Set(
  `address area article aside audio base body button canvas caption center details dialog dir figure footer form frame frameset head header input legend link
  main map menu object option output picture script section select slot source style summary template title track video`.split(/\s+/),
);

/**
 * A text in which each HTML tag is replaced by the result of `instead`. Text that only looks like a tag stays: `<NEW>`, `5 <x and y>`, and `<S>` or
 * `<Label>` if no end tag closes it.
 */
export function replaceTags(text: string, instead: (name: string, isEnd: boolean) => string | null): string {
  const ended = new Set([...text.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi)].map(([, name = '']) => name.toLowerCase()));
  return text.replace(/<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>/gi, (tag: string, slash: string, written: string, attributes: string) => {
    const name = written.toLowerCase();
    const isTag = plain.has(name) || ((inline.has(name) || words.has(name)) && (slash !== '' || ended.has(name) || attributes.includes('=')));
    return (isTag ? instead(name, slash !== '') : null) ?? tag;
  });
}

const inNames = new Set(['div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'p', 'ul', ...inline]);
const nameTag = (name: string): string | null => (name === 'br' ? ' ' : inNames.has(name) ? '' : null);

/** A name that a shop has written as HTML, as people read it: `Men&#39;s Polo &amp; Shirt`. */
export const nameOutOfHtml = (text: string): string =>
  /[&<]/.test(text)
    ? untilStable(text, (rest) => withoutEntities(replaceTags(rest, nameTag)))
        .replace(/\s+/g, ' ')
        .trim()
    : text;

/** Like `nameOutOfHtml`, for texts of several lines; tags stay unchanged. */
export const wordsOutOfHtml = (text: string): string => (text.includes('&') ? untilStable(text, withoutEntities).replaceAll('\u00a0', ' ') : text);

const nameKeys = new Set([
  ...['name', 'forenames', 'surname', 'parent_name', 'contact_name', 'brand', 'colours', 'sizes_1', 'sizes_2', 'size_order', 'h1'],
  ...['variation_colour', 'variation_size_1', 'variation_size_2', 'variation_material', 'variation_decoration'],
  // `value` is the content of a field whose name is in the URL.
  'value',
]);
const wordsKeys = new Set(['description', 'parent_description', 'short_description_1', 'short_description_2', 'decoration', 'intro']);

/** How many levels deep a request's body is searched for names and descriptions. */
const DEPTH = 6;

function outOfHtml(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') return nameKeys.has(key) ? nameOutOfHtml(value) : wordsKeys.has(key) ? wordsOutOfHtml(value) : value;
  if (depth === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => outOfHtml(one, key, depth - 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value;
  const field = 'field' in value && typeof value.field === 'string' ? value.field : 'value';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, outOfHtml(part, name === 'value' ? field : name, depth - 1)]));
}

/** The body of a request with the HTML in its names and descriptions replaced by plain text. Codes stay unchanged. */
export const namesOutOfHtml = (body: unknown): unknown => outOfHtml(body, '', DEPTH);
