import { type SQL, sql } from 'drizzle-orm';
import { containing } from './contains.ts';
import { pg } from './dialect.ts';
import { consignments } from './tables/index.ts';

/** The minimum lengths of a part of a courier's number that is looked for: digits alone may also be an order's number. */
const PART_MIN = { digits: 7, other: 5 } as const;

/** Whether a text is long enough to be looked for as a part of a courier's number. */
export const isTrackingPart = (text: string): boolean =>
  /\d/.test(text) && compact(text).length >= (/^#?[\d\s]+$/.test(text) ? PART_MIN.digits : PART_MIN.other);

const compact = (text: string): string => text.replaceAll(' ', '');

/** A query for the ids of the consignments that have a text in one of the courier's numbers, typed as on the label or without its spaces. */
export function idsWithTrackingPart(text: string): SQL {
  const spellings = [...new Set([text, compact(text)])].map((spelling) => spelling.toUpperCase());
  if (pg) {
    const numbers = sql`upper(coalesce(${consignments.tracking_number}, '') || ' ' || coalesce(${consignments.consignment_number}, ''))`;
    const isIn = spellings.map((spelling) => sql`${numbers} like ${containing(spelling)}`);
    return sql`select ${consignments.id} as id from ${consignments} where ${sql.join(isIn, sql` or `)}`;
  }
  const match = spellings.map((spelling) => `"${spelling.replaceAll('"', '""')}"`).join(' OR ');
  return sql`select rowid as id from tracking_parts where tracking_parts match ${match}`;
}

/** Fills the search index of couriers' numbers after a bulk load without triggers. Only SQLite has this index as a table. */
export const fillTrackingParts: readonly string[] = pg
  ? []
  : [
      `insert into tracking_parts (rowid, numbers) select id, coalesce(tracking_number, '') || ' ' || coalesce(consignment_number, '') from consignments`,
    ];
