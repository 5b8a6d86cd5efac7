import { z } from 'zod';
import { cleanKey } from './clean-key.ts';
import { asText, onOneLine } from './invisible.ts';

/** Text for one line that is printed, compared and put into files: a name, a reference, a line of an address. It holds no invisible characters. */
export const lineText = (most: number, message?: string) => z.string().overwrite(onOneLine).max(most, message);

/** A text that other records and files refer to: a SKU, a reference, an employee number, a code, the name of a role, a site or a set. */
export const keyText = (most: number, message?: string) => z.string().overwrite(cleanKey).max(most, message);

/** Text that may have several lines: notes, comments, reasons. */
export const wordsText = (most: number, message?: string) => z.string().overwrite(asText).max(most, message);
