import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { type FoundPick, findOpenPick } from './find-pick.ts';
import { type PickOrder, pickOrderOf } from './pick-queries.ts';

/** Run a command on the open pick of an order. Returns the pick after the command, open or not. */
export async function changeOpenPick(ctx: Ctx, uuid: string, command: (ctx: Ctx, pick: FoundPick) => Promise<void>): Promise<PickOrder> {
  authorize(policy.pick(ctx.actor));
  const pick = await findOpenPick(ctx, uuid);
  await command(ctx, pick);
  return pickOrderOf(ctx, pick.id);
}
