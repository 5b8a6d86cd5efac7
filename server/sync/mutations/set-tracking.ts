import { and, eq } from 'drizzle-orm';
import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { consignments, dispatches } from '../../db/tables/index.ts';
import { setTracking } from '../../dispatch/set-tracking.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `dispatch.set_tracking`: the dispatch ships. A second request with the same number changes nothing. */
export const handleSetTracking: MutationHandler<'dispatch.set_tracking'> = async (ctx, { dispatch_id, ...numbers }) => {
  const [consignment] = await ctx.db
    .select({ tracking_number: consignments.tracking_number })
    .from(consignments)
    .innerJoin(dispatches, and(eq(dispatches.id, consignments.dispatch_id), eq(dispatches.state, 'shipped')))
    .where(eq(consignments.dispatch_id, dispatch_id));
  if (consignment && consignment.tracking_number === numbers.tracking_number) return noop;
  await setTracking(ctx, dispatch_id, numbers);
  return applied;
};
