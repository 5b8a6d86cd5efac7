import { eq, sql } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { checkPick, checkRecording, isSamePick, pickedFacts, type RecordPickInput } from '../../shared/picking/record-pick.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { pickLines } from '../db/tables/index.ts';
import { type FoundPick, findPick } from './find-pick.ts';
import { type FoundPickLine, findPickLine, reasonCodes } from './find-pick-line.ts';
import { keepHolders } from './line-holders.ts';

const keepFacts = prepared('keep_pick_facts', (db: Db) =>
  db
    .update(pickLines)
    .set({
      qty_picked: sql`${sql.placeholder('qty_picked')}`,
      code: sql`${sql.placeholder('code')}`,
      other_reason: sql`${sql.placeholder('other_reason')}`,
      picked_by: sql`${sql.placeholder('picked_by')}`,
      picked_at: sql`${sql.placeholder('picked_at')}`,
      picked_device: sql`${sql.placeholder('picked_device')}`,
      fact_version: sql`${pickLines.fact_version} + 1`,
    })
    .where(eq(pickLines.id, sql.placeholder('id')))
    .returning({ fact_version: pickLines.fact_version }),
);

/**
 * Store a picker's record of a line, and whose trolley holds the items. `recordPick` (online) or `judgeRecordedPick` (tablet) has judged the record
 * before. Returns the line's fact version. A repeated record from the same person and tablet changes nothing.
 */
export async function keepRecordedPick(
  ctx: Ctx,
  pick: FoundPick,
  line: FoundPickLine,
  input: RecordPickInput & { taken?: number | undefined },
  picked_device: string | null,
): Promise<number> {
  const facts = pickedFacts(line, input);
  if (isSamePick(facts, line) && line.picked_by === ctx.actor.id && line.picked_device === picked_device) return line.fact_version;

  await keepHolders(ctx, line, { device: picked_device ?? '', qty_picked: facts.qty_picked, taken: input.taken });
  const [updatedLine] = await keepFacts(ctx.db, { id: line.id, ...facts, picked_by: ctx.actor.id, picked_at: ctx.now, picked_device });
  const { qty_picked, code, other_reason } = line;
  const before = { pick_line_id: line.id, qty_picked, code, other_reason };
  await audit(ctx, 'pick.recorded', { type: 'order', id: pick.order_id }, before, { pick_line_id: line.id, product_id: line.product_id, ...facts });
  return updatedLine?.fact_version ?? line.fact_version;
}

/** Record online how many items were taken from the shelf for a line. Only the picker or a super may do this, and only while the pick runs. */
export async function recordPick(ctx: Ctx, line_id: number, input: RecordPickInput): Promise<void> {
  authorize(policy.pick(ctx.actor));
  const pick = await findPick(ctx, (await findPickLine(ctx, line_id)).pick_id);
  const line = await findPickLine(ctx, line_id);
  if (pick.picker) authorize(policy.record_pick(ctx.actor, pick), messages.not_picker(pick.picker.name));
  enforce(checkRecording(pick, ctx.actor));
  enforce(checkPick(line, input, await reasonCodes(ctx)));
  await keepRecordedPick(ctx, pick, line, input, null);
}
