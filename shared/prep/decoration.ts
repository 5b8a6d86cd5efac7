/** A place on a picture of a garment, as fractions of the picture from the left and from the top. */
export interface Place {
  /** The name of the place. For example, `left breast` is on the right of a picture of the front. */
  name: string;
  is_back: boolean;
  x: number;
  y: number;
}

/** One embroidery or print on a garment: its place, and what it shows. */
export interface Mark {
  place: Place;
  /** What the mark shows: the client's logo or these letters. Null if the decoration's text does not say. */
  shows: { logo: true } | { letters: string } | null;
}

const places: readonly [pattern: string, place: Omit<Place, 'name'>][] = [
  ['left (?:breast|chest)', { is_back: false, x: 0.64, y: 0.38 }],
  ['right (?:breast|chest)', { is_back: false, x: 0.36, y: 0.38 }],
  ['(?:left )(?:sleeve|arm)', { is_back: false, x: 0.86, y: 0.42 }],
  ['(?:right )(?:sleeve|arm)', { is_back: false, x: 0.14, y: 0.42 }],
  ['breast|chest|front', { is_back: false, x: 0.5, y: 0.42 }],
  ['collar', { is_back: false, x: 0.5, y: 0.14 }],
  ['back', { is_back: true, x: 0.5, y: 0.45 }],
];
const anyPlace = new RegExp(`\\b(?:${places.map(([pattern]) => `(${pattern})`).join('|')})\\b`, 'gi');

/** The key of the machine set-up for a decoration. Decorations whose texts differ only in spacing and case have the same key. */
export const setUpOf = (decoration: string): string => decoration.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en-GB');

/** The marks that a decoration's text describes, in the sequence of the text. A text that names no place on a garment has no marks. */
export function marksOf(decoration: string): Mark[] {
  const marks: Mark[] = [];
  let from = 0;
  for (const match of decoration.matchAll(anyPlace)) {
    const [, place] = places[match.slice(1).findIndex((group) => group !== undefined)] ?? [];
    if (!place) continue;
    marks.push({ place: { name: match[0].toLowerCase(), ...place }, shows: shownBy(decoration.slice(from, match.index)) });
    from = match.index + match[0].length;
  }
  return marks;
}

function shownBy(words: string): Mark['shows'] {
  if (/\b(?:logo|crest|emblem)\b/i.test(words)) return { logo: true };
  const quoted = /["“‘']([^"”’']{1,24})["”’']/.exec(words)?.[1];
  const capitals = /\b\p{Lu}[\p{Lu}\d&'-]+(?: \p{Lu}[\p{Lu}\d&'-]+)*/u.exec(words)?.[0];
  const text = quoted ?? capitals;
  return text ? { letters: text } : null;
}
