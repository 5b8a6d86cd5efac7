import { and, eq, sql } from 'drizzle-orm';
import { mutationArgs } from '../../shared/sync/mutations.ts';
import { type LineFacts, lineBaseKey, type WireMutation } from '../../shared/sync/wire.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncOutcomes } from '../db/tables/index.ts';

const earlierRecord = prepared('earlier_record', (db: Db) =>
  db
    .select({ payload: syncOutcomes.payload })
    .from(syncOutcomes)
    .where(and(eq(syncOutcomes.m, sql.placeholder('m')), eq(syncOutcomes.device, sql.placeholder('device')))),
);

/** How many picked items a line had, and how many of them lay on the tablet's own trolley. */
interface LineBefore {
  product_id: number;
  qty_picked: number;
  qty_own: number;
}

const ofFacts = ({ product_id, qty_picked, qty_own = qty_picked }: LineFacts): LineBefore => ({ product_id, qty_picked, qty_own });

/**
 * A line after a record of the same tablet: all its items lie on that tablet's trolley, except those that lay on other trolleys before the record.
 */
function afterRecord({ a, seen, base }: WireMutation): LineBefore | null {
  const record = mutationArgs['pick.record_line'].safeParse(a).data;
  if (!record) return null;
  const key = lineBaseKey(record.pick_line_id);
  const value = base[key];
  const facts = seen?.[key] ?? (typeof value === 'object' && 'facts' in value ? value.facts : undefined);
  const others = facts ? facts.qty_picked - ofFacts(facts).qty_own : 0;
  return { product_id: record.product_id, qty_picked: record.qty_picked, qty_own: Math.max(0, record.qty_picked - others) };
}

/**
 * How many items a record moved from the shelf to the tablet's trolley; negative if items went back. The number is the difference from what the
 * tablet had before: its own earlier record, or the line as the tablet saw it. Undefined if the tablet's older app does not send what the
 * tablet had, and 0 for other mutations.
 */
export async function itemsTaken(db: Db, device: string, { n, a, base, seen }: WireMutation): Promise<number | undefined> {
  const record = n === 'pick.record_line' ? mutationArgs[n].safeParse(a).data : null;
  if (!record) return 0;
  const key = lineBaseKey(record.pick_line_id);
  const value = base[key];
  let before: LineBefore | null = null;
  if (typeof value === 'object' && 'after' in value) {
    const [earlier] = await earlierRecord(db, { m: value.after, device });
    before = earlier ? afterRecord(earlier.payload as WireMutation) : null;
  } else {
    const facts = seen?.[key] ?? (typeof value === 'object' ? value.facts : undefined);
    before = facts ? ofFacts(facts) : null;
  }
  if (!before) return undefined;
  if (before.product_id !== record.product_id) return record.qty_picked;
  return Math.max(record.qty_picked - before.qty_picked, -before.qty_own);
}
