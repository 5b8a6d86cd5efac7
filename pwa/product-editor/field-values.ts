import { ukDate } from '../../shared/uk-time.ts';

/** A number as it stands in a field. */
export const numberText = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

/** A number as it is sent: null for an empty field. What is no number is refused by the schema. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()));

/** Today, in the UK, as a date field has it. */
export const nowText = (): string => ukDate(new Date().toISOString());
