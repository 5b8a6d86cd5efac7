/** What a spreadsheet writes in place of a value that it cannot calculate, or in a column that is too narrow. Some languages use other words. */
const errorValue = /^(#(N\/A|NV|GETTING_DATA|[\p{Lu}\d_/]+[!?])|#{2,}|Err:\d{3})$/iu;

/** A number in scientific notation, which has lost the digits of a code: `5.01234E+12`. */
const scientific = /^\d+(?:[.,]\d+)?E[+-]\d{1,3}$|^\d+[.,]\d+E\d{1,3}$/i;

/** Whether a cell, or one of several names in it, is an error of a spreadsheet. */
export const isErrorValue = (text: string): boolean => text.split(';').some((part) => errorValue.test(part.trim()));

/** Whether a code was written as a number in scientific notation. */
export const isScientific = (text: string): boolean => scientific.test(text);

const textFormula = /^="([^"]*)"$/;

/** The text of a cell that a formula marks as text. */
export const withoutFormula = (text: string): string => (textFormula.exec(text.trim())?.[1] ?? text).trim();

/** The text of a code or a number without the marks by which a spreadsheet takes it for text: `="00123"` and `'00123` are `00123`. */
export const withoutTextMark = (text: string): string => withoutFormula(text).replace(/^(?:'\s*)+/, '');
