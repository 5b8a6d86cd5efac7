/** Fewer characters than this are a person's keys, not a code. */
export const LEAST_CHARACTERS = 3;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controls = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]/g;
/** What a scanner says of the symbology before the code: `]C1`, `]E0`. */
const aimPrefix = /^\][A-Za-z][0-9A-Za-z]/;
/** A line end that a scanner was told to send in letters. */
const spelledEnd = /(\\[nrt])+$/;

/** The code itself, without what scanners put around it: AIM prefix, control characters, a line end spelled `\n`. */
export const cleanCode = (raw: string): string => raw.replace(controls, '').trim().replace(aimPrefix, '').replace(spelledEnd, '').trim();
