import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { withoutInvisible } from '../../shared/invisible.ts';
import type { LateAnswer } from './carrier.ts';

/** One row of an answer file: its cells, and the answer that they contain or the reason why they contain none. */
export interface AnswerRow {
  cells: string[];
  answer: LateAnswer | null;
  reason: string | null;
}

export interface AnswerFile {
  heading: string[];
  rows: AnswerRow[];
}

/** The headings that carriers' programs use for each column; only letters and digits count. */
const names = {
  reference: ['reference', 'ourreference', 'yourreference', 'customerreference', 'customerref', 'ref', 'dispatchnumber'],
  consignment: ['consignmentnumber', 'consignmentno', 'consignment', 'shipmentnumber', 'shipmentid'],
  tracking: ['trackingnumber', 'trackingno', 'tracking', 'parcelnumber', 'parcelno'],
  error: ['error', 'errormessage', 'errors', 'failure', 'rejectreason'],
} as const;

const plain = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '');
const number = z.string().transform(withoutInvisible).pipe(z.string().trim().max(80));

/** Parse an answer file. Throws with the reason if the text is no answer file; a row without an answer has its own reason. */
export function parseAnswers(text: string): AnswerFile {
  const [heading = [], ...records] = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  }) as string[][];
  const columnOf = (headings: readonly string[]): number => heading.findIndex((name) => headings.includes(plain(name)));
  const at = { reference: columnOf(names.reference), consignment: columnOf(names.consignment), tracking: columnOf(names.tracking) };
  const error = columnOf(names.error);
  if (at.reference < 0) throw new Error('no column is called reference');
  if (at.consignment < 0 && at.tracking < 0 && error < 0) throw new Error('no column is called tracking_number, consignment_number or error');

  const read = (cells: string[]): AnswerRow => {
    const cell = (column: number): string => (column < 0 ? '' : (cells[column] ?? '').replace(/^'(?=[=+\-@])/, '').trim());
    const useless = (reason: string): AnswerRow => ({ cells, answer: null, reason });
    const reference = cell(at.reference);
    if (!reference) return useless('no reference');
    if (cells.length !== heading.length) return useless(`${cells.length} cells where the heading has ${heading.length}`);
    const reason = cell(error);
    const consignment_number = number.safeParse(cell(at.consignment));
    const tracking_number = number.safeParse(cell(at.tracking));
    if (!consignment_number.success || !tracking_number.success) return useless('a number longer than 80 characters');
    if (consignment_number.data || tracking_number.data) {
      const numbers = { consignment_number: consignment_number.data || null, tracking_number: tracking_number.data || null };
      return { cells, answer: { reference, booking: { outcome: 'booked', ...numbers } }, reason: null };
    }
    if (reason) return { cells, answer: { reference, booking: { outcome: 'refused', reason: reason.slice(0, 500) } }, reason: null };
    return useless('neither a number nor an error');
  };
  return { heading, rows: records.map(read) };
}
