import { eq, sql } from 'drizzle-orm';
import { checkPick } from '../../../shared/picking/record-pick.ts';
import { policy } from '../../../shared/policy.ts';
import { judgeRecordedPick } from '../../../shared/sync/judge-recorded-pick.ts';
import type { ArgsOf } from '../../../shared/sync/mutations.ts';
import { refuseWith } from '../../../shared/sync/outcomes.ts';
import type { GarmentFacts, LineFacts } from '../../../shared/sync/refusal-facts.ts';
import type { Ctx } from '../../core/context.ts';
import { authorize } from '../../core/problem.ts';
import { alias, type Db, prepared } from '../../db/db.ts';
import { personName } from '../../db/person-name.ts';
import { orderLines, pickLines, syncDevices, users } from '../../db/tables/index.ts';
import { type FoundPick, findPick } from '../../picking/find-pick.ts';
import { type FoundPickLine, linesOfPick, reasonCodes } from '../../picking/find-pick-line.ts';
import { keepRecordedPick } from '../../picking/record-pick.ts';
import { correctCounts } from '../../stock/correct-counts.ts';
import { seenLine } from '../bases.ts';
import { garmentsOf, unknownGarment } from '../garments.ts';
import type { MutationHandler, MutationMeta } from '../mutation-handler.ts';
import { pickFacts } from '../pick-facts.ts';

type Recorded = ArgsOf<'pick.record_line'>;

/**
 * Handle `pick.record_line`: a tablet's record of a line is stored, or left for a person to resolve. Facts take precedence: items that were taken
 * stay recorded even if the order is on hold or somebody else is the picker.
 */
export const handleRecordPick: MutationHandler<'pick.record_line'> = async (ctx, a, meta) => {
  authorize(policy.pick(ctx.actor));
  const pick = await findPick(ctx, a.pick_id);
  const line = (await linesOfPick(ctx, pick.id)).find(({ id }) => id === a.pick_line_id);
  if (!line) return refuseWith('INVALID');
  if (a.product_id !== line.product_id && !(await garmentsOf(ctx.db, [a.product_id])).has(a.product_id)) return refuseWith('INVALID');

  const base = await seenLine(ctx.db, meta.device, meta.base, line.id);
  const by = { device: meta.device, actor_id: ctx.actor.id };
  const reasons = await reasonCodes(ctx);
  const judged = judgeRecordedPick(pick, line, a, base, by, reasons);
  if (judged.outcome === 'applied') {
    const fact_version = await keepRecordedPick(ctx, pick, line, { ...a, taken: meta.taken }, meta.device);
    await correctCounts(ctx, {
      kind: 'pick',
      product_id: line.product_id,
      before: line.qty_picked,
      after: a.qty_picked,
      at: meta.at,
      not_before: pick.released_at,
    });
    return { ...judged, fact_version };
  }
  if (judged.code === null) return { ...judged, fact_version: line.fact_version };

  const possible = checkPick(line, a, reasons);
  return { ...judged, server: { ...(await lineAsItIs(ctx, pick, line, a, meta, possible.ok ? undefined : possible.message)) } };
};

const wearers = alias(users, 'wearer');

const asItIs = prepared('sync_line_as_it_is', (db: Db) =>
  db
    .select({
      picked_at: pickLines.picked_at,
      picked_by_name: sql<string>`coalesce(${personName(users)}, '')`,
      picked_device_name: syncDevices.name,
      wearer: personName(wearers),
      device_name: sql<string | null>`(select name from sync_devices where device = ${sql.placeholder('device')})`,
    })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .leftJoin(wearers, eq(wearers.id, orderLines.employee_id))
    .leftJoin(users, eq(users.id, pickLines.picked_by))
    .leftJoin(syncDevices, eq(syncDevices.device, pickLines.picked_device))
    .where(eq(pickLines.id, sql.placeholder('id'))),
);

/** The facts for a refused record: the line as it is stored and, as `mine`, the line as the refused record has it. */
async function lineAsItIs(ctx: Ctx, pick: FoundPick, line: FoundPickLine, a: Recorded, meta: MutationMeta, message?: string): Promise<LineFacts> {
  const [more] = await asItIs(ctx.db, { id: line.id, device: meta.device });
  const garments = await garmentsOf(ctx.db, [line.product_id, a.product_id]);
  const garment = (id: number): GarmentFacts => garments.get(id) ?? unknownGarment(id);
  return {
    ...pickFacts(pick, message),
    ...garment(line.product_id),
    pick_line_id: line.id,
    wearer: more?.wearer || null,
    qty_allocated: line.qty_allocated,
    qty_picked: line.qty_picked,
    code: line.code,
    picked_by: line.picked_by === null ? null : { id: line.picked_by, name: more?.picked_by_name || null },
    picked_at: more?.picked_at ?? null,
    picked_device: line.picked_device,
    picked_device_name: more?.picked_device_name ?? null,
    fact_version: line.fact_version,
    mine: {
      ...garment(a.product_id),
      qty_picked: a.qty_picked,
      code: a.code,
      picked_by: { id: ctx.actor.id, name: ctx.actor.name },
      picked_at: meta.at,
      device: meta.device,
      device_name: more?.device_name ?? null,
    },
  };
}
