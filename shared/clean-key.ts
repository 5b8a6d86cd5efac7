import { onOneLine } from './invisible.ts';

/** Invisible characters that are not control characters, such as variation selectors, fillers and joiners of accents. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
const spaces = /\p{Zs}+/gu;

/**
 * A key as it is stored and compared: a SKU, a reference, an employee number, a code, a name that files refer to. Letters with accents are
 * single characters (NFC), nothing in it is invisible, and words have one plain space between them.
 */
export const cleanKey = (text: string): string => onOneLine(text).replaceAll(ignorable, '').normalize('NFC').replaceAll(spaces, ' ').trim();
