import { ukDate } from '../../shared/uk-time.ts';

/** A number as the text of a field. */
export const numberText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** A number as it is sent: null for an empty field. The schema refuses a text that is not a number. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

/** Today, in the UK, in the format of a date field. */
export const nowText = (): string => ukDate(new Date().toISOString());
