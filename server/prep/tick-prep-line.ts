import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { checkTickPrepLine } from '../../shared/prep/tick-prep-line.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { pickLines } from '../db/tables/index.ts';
import { findPick } from '../picking/find-pick.ts';
import { findPickLine } from '../picking/find-pick-line.ts';

export const tickPrepLineBody = z.object({ ticked: z.boolean() });

/** Tick a line off as decorated, or remove the tick; false if the line had that state already. */
export async function tickPrepLine(ctx: Ctx, line_id: number, ticked: boolean): Promise<boolean> {
  authorize(policy.prep(ctx.actor));
  const { pick_id } = await findPickLine(ctx, line_id);
  const pick = await findPick(ctx, pick_id);
  enforce(checkTickPrepLine(pick));
  const line = await findPickLine(ctx, line_id);
  if ((line.prep_ticked_at !== null) === ticked) return false;

  await ctx.db
    .update(pickLines)
    .set({ prep_ticked_at: ticked ? ctx.now : null, prep_ticked_by: ticked ? ctx.actor.id : null })
    .where(eq(pickLines.id, line_id));
  await audit(ctx, ticked ? 'prep.ticked' : 'prep.unticked', { type: 'order', id: pick.order_id }, null, { pick_line_id: line_id });
  return true;
}
