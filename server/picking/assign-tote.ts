import { eq } from 'drizzle-orm';
import { checkOnFloor } from '../../shared/picking/on-floor.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { picks } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, enforce } from '../http/problem.ts';
import type { FoundPick } from './find-pick.ts';

/** Say in which tote a pick's garments lie; null, or nothing written, takes the name away. */
export async function assignTote(ctx: Ctx, pick: FoundPick, named: string | null): Promise<void> {
  authorize(policy.pick(ctx.actor));
  enforce(checkOnFloor(pick));
  const tote = named || null;
  if (pick.tote === tote) return;

  await ctx.db.update(picks).set({ tote }).where(eq(picks.id, pick.id));
  await audit(ctx, 'pick.tote', { type: 'order', id: pick.order_id }, { tote: pick.tote }, { tote });
}
