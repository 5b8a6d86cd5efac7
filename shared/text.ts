import { z } from 'zod';
import { asText, onOneLine } from './invisible.ts';

/** What is typed on one line and printed, compared and put into files: a name, a reference, a line of an address. Nothing in it that nobody sees. */
export const lineText = (most: number, message?: string) => z.string().overwrite(onOneLine).max(most, message);

/** Words that may have several lines: notes, comments, reasons. */
export const wordsText = (most: number, message?: string) => z.string().overwrite(asText).max(most, message);
