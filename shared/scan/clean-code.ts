import { withoutInvisible } from '../invisible.ts';

/** Fewer characters than this are a person's keys, not a code. */
export const LEAST_CHARACTERS = 3;

/** What a scanner says of the symbology before the code: `]C1`, `]E0`. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
/** A line end that a scanner was told to send in letters. */
const spelledEnd = /(\\[nrt])+$/;

/** The code itself, without what scanners put around it: AIM prefix, control characters, a line end spelled `\n`. */
export const cleanCode = (raw: string): string => withoutInvisible(raw).trim().replace(aimPrefix, '').replace(spelledEnd, '').trim();
