import { z } from 'zod';
import { messages } from './messages.ts';

/** Before this day databases, clocks and summer time do not agree on what a date means. */
const EARLIEST = '1900-01-01';

/** A calendar date in an input, from 1900 to 9999; `message` is the error for anything else. */
export const calendarDate = (message?: string) => z.iso.date(message).refine((date) => date >= EARLIEST, message ?? messages.date_too_early);
