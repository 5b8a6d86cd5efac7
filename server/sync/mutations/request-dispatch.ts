import { and, eq, inArray } from 'drizzle-orm';
import { applied, noop, refuseWith } from '../../../shared/sync/outcomes.ts';
import type { Ctx } from '../../core/context.ts';
import { orders, picks } from '../../db/tables/index.ts';
import { requestDispatch } from '../../dispatch/request-dispatch.ts';
import { isOpenPick } from '../../orders/pick-state-conditions.ts';
import { refusedRoot } from '../bases.ts';
import { compareDigest } from '../compare-digest.ts';
import { type MutationHandler, Refusal } from '../mutation-handler.ts';

async function openPicksOf({ db }: Ctx, uuids: readonly string[]): Promise<number[]> {
  const openPicks = await db
    .select({ id: picks.id })
    .from(picks)
    .innerJoin(orders, eq(orders.id, picks.order_id))
    .where(and(inArray(orders.uuid, [...uuids]), isOpenPick()));
  return openPicks.map(({ id }) => id);
}

/** Handle `dispatch.request`: couriers are requested if the orders are as the person saw them. Nothing ships yet. */
export const handleRequestDispatch: MutationHandler<'dispatch.request'> = async (ctx, { digest, ...input }, { base, device }) => {
  if (await refusedRoot(ctx.db, device, base)) return refuseWith('AFTER');
  const openPickIds = await openPicksOf(
    ctx,
    input.orders.map(({ uuid }) => uuid),
  );
  const { isDone } = await requestDispatch(ctx, input);
  // The orders are locked now, so a difference at this point is final, and the request is undone.
  const difference = await compareDigest(ctx, openPickIds, digest);
  if (difference) throw new Refusal(difference);
  return isDone ? noop : applied;
};
