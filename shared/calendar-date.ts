import { z } from 'zod';
import { messages } from './messages.ts';
import { EARLIEST_DAY } from './parse-typed-date.ts';

const isoForm = /^\d{4}-\d\d-\d\d$/;

/** A calendar date in an input, from 1900 to 9999; `message` is the error for a text that does not have the format of a date. */
export const calendarDate = (message?: string) =>
  z.iso
    .date({ error: ({ input }) => (typeof input === 'string' && isoForm.test(input) ? messages.no_such_day : message) })
    .refine((date) => date >= EARLIEST_DAY, messages.date_too_early);

/** The error message for a text that is no calendar date; undefined if it is one. */
export const calendarDateFault = (text: string): string | undefined => calendarDate(messages.day_invalid).safeParse(text).error?.issues[0]?.message;
