import { decodeHTML, decodeHTMLStrict } from 'entities';

/** What stands for a number that is no character. */
const REPLACEMENT = '\ufffd';

/** The character that an entity stands for; without the control characters that one may name. */
function characterOf(entity: string): string {
  const written = decodeHTMLStrict(entity);
  const decoded = written === entity ? decodeHTMLStrict(entity.toLowerCase()) : written;
  if (decoded === entity.toLowerCase()) return entity;
  return decoded === REPLACEMENT || /^\p{Cc}$/u.test(decoded) ? '' : decoded;
}

/** The character of a name that HTML also knows without its semicolon: `&copy`, `&frac12`. */
function characterWithoutEnd(entity: string): string {
  const decoded = decodeHTML(entity);
  return [...decoded].length === 1 ? decoded : entity;
}

/** A text with the characters that entities of HTML stand for: `&eacute;`, `&#39;`, `&#150;`. A name that is none stays. */
export const withoutEntities = (text: string): string =>
  text
    .replace(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, characterOf)
    .replace(/&(?:frac\d\d|sup\d|[a-z]{2,6})(?![a-z;=])/gi, characterWithoutEnd);

/** The same of a text that was escaped several times: `&amp;#39;`. Each pass that changes it makes it shorter. */
function withoutNestedEntities(text: string): string {
  const decoded = withoutEntities(text);
  return decoded === text ? text : withoutNestedEntities(decoded);
}

const inlineTags = /<\/?(?:a|abbr|b|big|div|em|font|h[1-6]|i|li|p|small|span|strong|sub|sup|u|ul)(?:\s[^<>]*)?\/?>/gi;
const breaks = /<br\s*\/?>/gi;

/** A name as people read it, from a file in which a shop has written it as HTML: `Men&#39;s Polo &amp; Shirt`. */
export const nameOutOfHtml = (text: string): string =>
  /[&<]/.test(text) ? withoutNestedEntities(text.replace(breaks, ' ').replace(inlineTags, '')).replace(/\s+/g, ' ').trim() : text;
