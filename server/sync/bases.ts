import { and, eq, sql } from 'drizzle-orm';
import type { SeenBase } from '../../shared/sync/judge-recorded-pick.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { type Base, lineBaseKey } from '../../shared/sync/wire.ts';
import { amongTexts, textList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { syncOutcomes } from '../db/tables/index.ts';

const outcomesOf = prepared('sync_outcomes_of', (db: Db) =>
  db
    .select({
      m: syncOutcomes.m,
      outcome: syncOutcomes.outcome,
      fact_version: syncOutcomes.fact_version,
      root_m: syncOutcomes.root_m,
      resolved_at: syncOutcomes.resolved_at,
    })
    .from(syncOutcomes)
    .where(and(eq(syncOutcomes.device, sql.placeholder('device')), amongTexts(syncOutcomes.m, sql.placeholder('ms')))),
);

const afterOf = (base: Base): string[] =>
  Object.values(base).flatMap((value) => (typeof value === 'object' && 'after' in value ? [value.after] : []));

/**
 * The state of a line that the tablet saw when it recorded the line. If the base is an earlier mutation of the same tablet, that mutation is looked
 * up.
 */
export async function seenLine(db: Db, device: string, base: Base, pick_line_id: number): Promise<SeenBase> {
  const value = base[lineBaseKey(pick_line_id)];
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return { version: value };
  if ('facts' in value) return value;
  const [before] = await outcomesOf(db, { device, ms: textList([value.after]) });
  if (!before) return 'missing';
  if (isRefused(before.outcome)) return 'refused';
  return before.fact_version === null ? 'missing' : { version: before.fact_version };
}

/**
 * Finds a refusal that is still open, of a mutation of this tablet on which `base` depends. Returns the root of the refusal, or the refusal itself if
 * it has no root. Null if there is no such refusal.
 */
export async function refusedRoot(db: Db, device: string, base: Base): Promise<string | null> {
  const ms = afterOf(base);
  if (!ms.length) return null;
  const before = (await outcomesOf(db, { device, ms: textList(ms) })).find(({ outcome, resolved_at }) => isRefused(outcome) && !resolved_at);
  return before ? (before.root_m ?? before.m) : null;
}
