const marks = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;
const anyMark = new RegExp(marks, 'u');
const allMarks = new RegExp(marks, 'gu');

/** Whether a text holds invisible characters: control characters, format marks, and marks that reverse the direction of the text beside them. */
export const hasInvisible = (text: string): boolean => anyMark.test(text);

/** The text as people see it, without control characters and format marks. */
export const withoutInvisible = (text: string): string => text.replaceAll(allMarks, '');

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g;
const gaps = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Spaces of other widths, as in Chinese and Japanese texts or from a word processor. */
const spaces = /\p{Zs}/gu;
/** The joiners are not included, because some scripts and emoji need them. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\uFEFF]/gu;

/**
 * A text for one line: a plain space replaces each line break and each space of another width, invisible characters are removed, and letters with
 * accents are single characters (NFC).
 */
export const onOneLine = (text: string): string => withoutInvisible(text.replaceAll(gaps, ' ')).normalize('NFC').replaceAll(spaces, ' ').trim();

/** A text of several lines, in NFC, without control characters, and without marks that reverse the direction of the text beside them. */
export const asText = (text: string): string => text.replaceAll(lineBreaks, '\n').replaceAll(unwanted, '').normalize('NFC').trim();
