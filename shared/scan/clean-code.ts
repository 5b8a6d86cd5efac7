import { withoutInvisible } from '../invisible.ts';

/** Fewer characters than this are typed by a person, not scanned. */
export const LEAST_CHARACTERS = 3;

/** The symbology identifier that a scanner sends before the code: `]C1`, `]E0`. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
/** A line end that a scanner is set up to send as letters. */
const spelledEnd = /(\\[nrt])+$/;

/** The code itself, without what scanners add to it: AIM prefix, control characters, a line end spelled `\n`. */
export const cleanCode = (raw: string): string => withoutInvisible(raw).trim().replace(aimPrefix, '').replace(spelledEnd, '').trim();
