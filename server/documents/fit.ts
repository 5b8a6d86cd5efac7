/** The font size of a document's text. */
export const BODY = 9;

/** Share of the font size that a character takes in Roboto, rounded up so that a line judged to fit does fit. */
function widthOf(character: string): number {
  if ("iIjl.,:;'|!".includes(character)) return 0.28;
  if (' ftr()[]/-'.includes(character)) return 0.37;
  if ('mwMW@%…'.includes(character)) return 0.92;
  if (character >= '0' && character <= '9') return 0.58;
  return character === character.toUpperCase() ? 0.7 : 0.58;
}

/** How many points a line of text takes at a font size, rounded up. */
export const widthIn = (text: string, size: number): number => size * [...text].reduce((sum, character) => sum + widthOf(character), 0);

/**
 * The largest of `sizes` (points, descending) at which `text` fits one line of `room` points. If the text does not fit even at the smallest
 * size, an ellipsis replaces its end.
 */
export function fitLine(text: string, room: number, sizes: readonly [number, ...number[]]): { text: string; fontSize: number } {
  const line = text.replace(/\s+/g, ' ').trim();
  const fontSize = sizes.find((size) => widthIn(line, size) <= room);
  if (fontSize) return { text: line, fontSize };

  const smallest = Math.min(...sizes);
  const characters = [...line];
  while (characters.length > 0 && widthIn(`${characters.join('')}…`, smallest) > room) characters.pop();
  return { text: `${characters.join('').trimEnd()}…`, fontSize: smallest };
}

/**
 * Breaks `text` between words and after hyphens into at most `count` lines, at the largest of `sizes` at which the whole text fits. If the
 * text does not fit even at the smallest size, its end is cut off.
 */
export function fitLines(count: number, text: string, room: number, sizes: readonly [number, ...number[]]): { lines: string[]; fontSize: number } {
  const whole = sizes.find((size) => {
    const lines = wrapWords(text, room, size);
    return lines.length <= count && lines.every((line) => widthIn(line, size) <= room);
  });
  const fontSize = whole ?? Math.min(...sizes);
  const lines = wrapWords(text, room, fontSize);
  const rows = [...lines.slice(0, count - 1), lines.slice(count - 1).join(' ')].filter((line) => line !== '');
  return { lines: rows.map((line) => fitLine(line, room, [fontSize]).text), fontSize };
}

/** A word in pieces that each fit `room` points: a word that fits is one piece. */
function breakWord(word: string, room: number, size: number): string[] {
  const pieces = [''];
  for (const character of word) {
    const last = pieces.at(-1) ?? '';
    if (last === '' || widthIn((last + character).trimEnd(), size) <= room) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
  }
  return pieces;
}

const wordsOf = (text: string): string[] => text.trim().split(/(?<=\s|-)(?=\S)/);

/** Fills pieces of text into lines of `room` points. A piece that is wider than a line gets a line of its own. */
function fillLines(pieces: readonly string[], room: number, size: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && widthIn((last + piece).trimEnd(), size) <= room) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
  }
  return lines.map((line) => line.trim());
}

/** `text` over as many lines of `room` points as it needs, broken between words and after hyphens. */
export const wrapWords = (text: string, room: number, size: number): string[] => fillLines(wordsOf(text), room, size);

/** `text` over as many lines of `room` points as it needs: broken between words, after hyphens, and within a word that is wider than a line. */
export const wrap = (text: string, room: number, size: number): string[] =>
  fillLines(
    wordsOf(text).flatMap((word) => breakWord(word, room, size)),
    room,
    size,
  );
