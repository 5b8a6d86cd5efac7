import { decodeHTMLStrict } from 'entities';

function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) {
    const written = decodeHTMLStrict(entity);
    return written === entity ? decodeHTMLStrict(entity.toLowerCase()).replace(/^&.*;$/, entity) : written;
  }
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isText = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isText ? String.fromCodePoint(code) : '';
}

/** A text with the characters that entities of HTML stand for: `&eacute;`, `&#39;`. A name that is none stays. */
export const withoutEntities = (text: string): string => text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});/gi, characterOf);

const inlineTags = /<\/?(?:a|abbr|b|big|div|em|font|h[1-6]|i|li|p|small|span|strong|sub|sup|u|ul)(?:\s[^<>]*)?\/?>/gi;
const breaks = /<br\s*\/?>/gi;

/** A name as people read it, from a file in which a shop has written it as HTML: `Men&#39;s Polo &amp; Shirt`. */
export const nameOutOfHtml = (text: string): string =>
  /[&<]/.test(text) ? withoutEntities(text.replace(breaks, ' ').replace(inlineTags, '')).replace(/\s+/g, ' ').trim() : text;
