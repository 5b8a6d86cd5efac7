import type { z } from 'zod';
import { exactPriceInput, priceInput } from '../../shared/catalogue/price-input.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { fullYear } from '../../shared/imports/reading.ts';
import { messages } from '../../shared/messages.ts';
import { dateFault, parseTypedDate } from '../../shared/parse-typed-date.ts';
import type { CellFault, ImportRow } from './import-row.ts';

/** The value of a cell, or what is wrong with it. */
type Parsed = { value: unknown } | { message: string };
/** Reads the text of a cell; null stands for `(clear)`. */
export type Parser = (text: string | null) => Parsed;

const refused = (message: string): Parsed => ({ message });
const clearWord = '(clear)';

/** Reads a text that `schema` accepts; if the schema accepts null, `(clear)` empties the field. */
export const textCell =
  (schema: z.ZodType): Parser =>
  (text) => {
    const result = schema.safeParse(text);
    if (result.success) return { value: result.data };
    return refused(text === null ? importMessages.cannot_clear : (result.error.issues[0]?.message ?? importMessages.cannot_clear));
  };

/** Reads a text; `(clear)` becomes an empty text, not null. */
export const wordsCell =
  (schema: z.ZodType): Parser =>
  (text) =>
    textCell(schema)(text ?? '');

/** Reads pounds as pence. */
export const poundsCell: Parser = (text) => {
  if (text === null) return refused(importMessages.cannot_clear);
  const price = priceInput(text);
  return price.ok ? { value: price.pence } : refused(price.message);
};

/** Reads pounds as tenths of a penny; `(clear)` empties the field. */
export const exactPoundsCell: Parser = (text) => {
  if (text === null) return { value: null };
  const price = exactPriceInput(text);
  return price.ok ? { value: price.tenths } : refused(price.message);
};

/** Reads a whole number that a schema accepts: `1,200` and `1200.00` are 1200, as spreadsheets write them. */
export const numberCell =
  (schema: z.ZodType): Parser =>
  (text) => {
    if (text === null) return textCell(schema)(null);
    const digits = text
      .replace(/^\+/, '')
      .replace(/,(?=\d{3}(\D|$))/g, '')
      .replace(/\.0+$/, '');
    if (!/^[-−]?\d{1,12}$/.test(digits)) return refused(importMessages.not_whole_number);
    return textCell(schema)(Number(digits.replace('−', '-')) as never);
  };

/** A rate in per cent, with or without the % sign. */
export const percentCell = (schema: z.ZodType): Parser => {
  const parse = numberCell(schema);
  return (text) => parse(text?.replace(/\s*%$/, '') ?? null);
};

const yesWords = new Set(['yes', 'y', 'true', '1', 'x']);
const noWords = new Set(['no', 'n', 'false', '0']);

/** Whether a text means yes; null for a text that means neither yes nor no. */
export function yesOrNo(text: string): boolean | null {
  const word = text.toLowerCase();
  if (yesWords.has(word)) return true;
  return noWords.has(word) ? false : null;
}

/** Yes or no. */
export const flagCell: Parser = (text) => {
  if (text === null) return refused(importMessages.cannot_clear);
  const value = yesOrNo(text);
  return value === null ? refused(importMessages.not_yes_or_no) : { value };
};

/**
 * A day as spreadsheets write it: `YYYY-MM-DD`, `dd/mm/yyyy`, `dd/mm/yy` or `15-Sep-26`, with or without midnight as its time. Digits alone
 * are refused, because nobody can tell where the year is.
 */
export const dayCell: Parser = (text) => {
  if (text === null) return { value: null };
  const day = text.replace(/[ T]00:00(:00(\.0+)?)?Z?$/, '');
  const isYearFirst = /^\d{4}\D/.test(day);
  if (/^\d+$/.test(day)) return refused(importMessages.not_a_day);
  const written = isYearFirst ? day : day.replace(/(?<=\D)\d{2}$/, fullYear);
  const fault = dateFault(written);
  if (!fault) return { value: parseTypedDate(written) };
  return refused(fault === messages.date_form ? importMessages.not_a_day : fault);
};

/** Returns the values of a row by field, and a fault for each cell that the parser of its field refuses. Fields without a parser are ignored. */
export function parseCells<Field extends string>(
  { cells }: ImportRow,
  parsers: Partial<Record<Field, Parser>>,
): { values: Partial<Record<Field, unknown>>; faults: CellFault[] } {
  const values: Partial<Record<Field, unknown>> = {};
  const faults: CellFault[] = [];
  for (const [field, text] of Object.entries(cells) as [Field, string][]) {
    const parse = parsers[field];
    if (!parse) continue;
    const parsed = parse(text.toLowerCase() === clearWord ? null : text);
    if ('message' in parsed) faults.push({ field, message: parsed.message });
    else values[field] = parsed.value;
  }
  return { values, faults };
}
