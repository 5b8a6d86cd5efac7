import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { checkPackLine } from '../../shared/prep/pack-line.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce } from '../core/problem.ts';
import { pickLines } from '../db/tables/index.ts';
import { findPick } from '../picking/find-pick.ts';
import { findPickLine } from '../picking/find-pick-line.ts';

/** Set how many items of a line are in their wearer's bag; false if that many were in it already. */
export async function packLine(ctx: Ctx, line_id: number, qty_packed: number): Promise<boolean> {
  authorize(policy.prep(ctx.actor));
  const { pick_id } = await findPickLine(ctx, line_id);
  const pick = await findPick(ctx, pick_id);
  const line = await findPickLine(ctx, line_id);
  enforce(checkPackLine(pick, line, qty_packed));
  if (line.qty_packed === qty_packed) return false;

  await ctx.db.update(pickLines).set({ qty_packed }).where(eq(pickLines.id, line_id));
  await audit(ctx, 'prep.packed', { type: 'order', id: pick.order_id }, { qty_packed: line.qty_packed }, { pick_line_id: line_id, qty_packed });
  return true;
}
