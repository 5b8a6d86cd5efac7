import { withoutInvisible } from '../invisible.ts';
import { cartonOf, itemOfGs1, SEPARATOR } from './gs1.ts';

/** An input with fewer characters than this was typed by a person, not scanned. */
export const LEAST_CHARACTERS = 3;

/** The symbology identifier that a scanner sends before the code: `]C1`, `]E0`. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
/** The letters that some scanners are set up to send in place of a line end: `\n`, `\r` or `\t`. */
const spelledEnd = /(\\[nrt])+$/;
/** The group separator, which scanners send for FNC1. */
const SEPARATOR_SENT = '\u001d';
const ends = new RegExp(`^[\\s${SEPARATOR}]+|[\\s${SEPARATOR}]+$`, 'g');

/**
 * The code itself, without what scanners add to it: AIM prefix, control characters, a line end spelled `\n`. A GS1 element string
 * keeps its separators, as a visible character: without them the elements cannot be told apart.
 */
export function cleanCode(raw: string): string {
  const trimmed = (text: string): string => text.replace(ends, '');
  const text = trimmed(trimmed(trimmed(withoutInvisible(raw.replaceAll(SEPARATOR_SENT, SEPARATOR))).replace(aimPrefix, '')).replace(spelledEnd, ''));
  return itemOfGs1(text) || cartonOf(text) ? text : text.replaceAll(SEPARATOR, '');
}
