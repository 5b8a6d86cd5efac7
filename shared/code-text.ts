import { cleanKey } from './clean-key.ts';
import { messages } from './messages.ts';
import { isErrorValue, isScientific, withoutTextMark } from './spreadsheet-marks.ts';
import { lineText } from './text.ts';

const cleanCode = (text: string): string => cleanKey(withoutTextMark(cleanKey(text)));

/**
 * A code that people and files refer to: a SKU, a barcode, a reference, an employee number. Marks by which a spreadsheet recognises text are removed.
 * A code that a spreadsheet has visibly changed is refused. For names use `keyText`: a name may begin with an apostrophe, which is such a mark.
 */
export const codeText = (most: number, message?: string) =>
  lineText(most, message)
    .overwrite(cleanCode)
    .refine((code) => !isErrorValue(code), messages.error_value)
    .refine((code) => !isScientific(code), messages.scientific_code);

/** A code that has to be filled in. */
export const requiredCode = (most: number, missing: string) => codeText(most, messages.at_most(most)).min(1, missing);

/** A code that may be left out; an empty field of a form is null. */
export const optionalCode = (most: number) =>
  codeText(most, messages.at_most(most))
    .nullable()
    .overwrite((code) => code || null);
