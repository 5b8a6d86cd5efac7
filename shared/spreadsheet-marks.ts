/** An error value that a spreadsheet writes for a failed calculation or a column that is too narrow. Some languages have other words for it. */
const errorValue = /^(#(N\/A|NV|GETTING_DATA|[\p{Lu}\d_/]+[!?])|#{2,}|Err:\d{3})$/iu;

/** A code that a spreadsheet turned into scientific notation, which loses digits: `5.01234E+12`. */
const scientific = /^\d+(?:[.,]\d+)?E[+-]\d{1,3}$|^\d+[.,]\d+E\d{1,3}$/i;

/** Whether a cell is an error value of a spreadsheet, or a list of names, separated by `;`, that contains an error value. */
export const isErrorValue = (text: string): boolean => text.split(';').some((part) => errorValue.test(part.trim()));

/** Whether a code was written as a number in scientific notation. */
export const isScientific = (text: string): boolean => scientific.test(text);

const textFormula = /^="([^"]*)"$/;

/** The text of a cell, without the formula that marks it as text: `="00123"` is `00123`. */
export const withoutFormula = (text: string): string => (textFormula.exec(text.trim())?.[1] ?? text).trim();

/** The text of a code or a number without the marks that tell a spreadsheet to treat it as text: `="00123"` and `'00123` are `00123`. */
export const withoutTextMark = (text: string): string => withoutFormula(text).replace(/^(?:'\s*)+/, '');
