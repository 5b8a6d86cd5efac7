import { z } from 'zod';
import { calendarDateFault } from './calendar-date.ts';
import { isEmail } from './is-email.ts';
import { messages } from './messages.ts';
import { keyText, lineText, wordsText } from './text.ts';

/** Text of one line that has to be filled in. */
export const requiredText = (most: number, missing: string) => lineText(most, messages.at_most(most)).min(1, missing);

/** Text of one line that may be left out; an empty field of a form is null. */
export const optionalText = (most: number) =>
  lineText(most, messages.at_most(most))
    .nullable()
    .overwrite((value) => value || null);

/** A key that has to be filled in. */
export const requiredKey = (most: number, missing: string) => keyText(most, messages.at_most(most)).min(1, missing);

/** A key that may be left out; an empty field of a form is null. */
export const optionalKey = (most: number) =>
  keyText(most, messages.at_most(most))
    .nullable()
    .overwrite((value) => value || null);

/** Text of several lines that may be left out; an empty field of a form is null. */
export const optionalLines = (most: number) =>
  wordsText(most, messages.at_most(most))
    .nullable()
    .overwrite((value) => value || null);

/** For an address that is too long, only the length is reported. */
const isEmailWithin =
  (most: number) =>
  (value: string): boolean =>
    value.length > most || isEmail(value);

/** An email address. */
export const emailText = (most: number) => lineText(most, messages.at_most(most)).refine(isEmailWithin(most), messages.email_invalid);

/** An email address that may be left out; an empty field of a form is null. */
export const optionalEmail = (most: number) =>
  optionalText(most).refine((value) => value === null || isEmailWithin(most)(value), messages.email_invalid);

/** An email address that may be left out; it is then an empty text. */
export const emailOrEmpty = (most: number) =>
  lineText(most, messages.at_most(most)).refine((value) => value === '' || isEmailWithin(most)(value), messages.email_invalid);

/** A calendar day that may be left out. */
export const optionalDay = optionalText(30).refine((value) => value === null || !calendarDateFault(value), {
  error: ({ input }) => calendarDateFault(String(input)),
});

/** A whole number of at least 0 that may be left out. */
export const optionalNumber = (most: number) => z.int().min(0).max(most).nullable();

/** A flag in a query, or in a body that holds the parameters of a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')]);
