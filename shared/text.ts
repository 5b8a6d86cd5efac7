import { z } from 'zod';
import { cleanKey } from './clean-key.ts';
import { asText, onOneLine } from './invisible.ts';

/** A text of one line that is printed, compared and written into files: a name, a reference, an address line. Invisible characters are removed. */
export const lineText = (most: number, message?: string) => z.string().overwrite(onOneLine).max(most, message);

/** A text that other records and files refer to: a SKU, a reference, an employee number, a code, the name of a role, a site or a set. */
export const keyText = (most: number, message?: string) => z.string().overwrite(cleanKey).max(most, message);

/** Text that may have several lines: notes, comments, reasons. */
export const wordsText = (most: number, message?: string) => z.string().overwrite(asText).max(most, message);
