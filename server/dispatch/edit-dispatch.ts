import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { changesLabels } from '../../shared/dispatch/changes-labels.ts';
import { COLLECTION } from '../../shared/dispatch/collection.ts';
import { checkEditDispatch } from '../../shared/dispatch/edit-dispatch.ts';
import type { EditDispatchInput } from '../../shared/dispatch/edit-dispatch-input.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import { isDone } from '../audit/is-done.ts';
import { carrierOfService } from '../carriers/carriers.ts';
import { isShippingService } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, conflict, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { dispatches } from '../db/tables/index.ts';
import { dispatchOf } from './dispatch-queries.ts';
import { findDispatch } from './find-dispatch.ts';
import { promiseBookings } from './promise-bookings.ts';
import { shipDispatches } from './ship-dispatches.ts';

/**
 * Change a dispatch that has not shipped. A collection that is marked as shipped ships at once. A dispatch is booked again if its booking failed or
 * its carrier has changed.
 */
export async function editDispatch(ctx: Ctx, id: number, { version, ...change }: EditDispatchInput): Promise<void> {
  authorize(policy.dispatch(ctx.actor));
  const dispatch = await findDispatch(ctx, id);
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as typeof change;
  const isSame = (after: object): boolean => isDeepStrictEqual(after, changes);
  if (await isDone(ctx, checkEditDispatch(dispatch), ['dispatch.edited'], { type: 'dispatch', id }, isSame)) return;
  await enforceVersion(ctx, version, dispatch, () => dispatchOf(ctx, id));
  const { service_key, mark_as_shipped } = { ...dispatch, ...changes };
  if (!isShippingService(service_key)) throw invalid({ service_key: messages.unknown_service });
  if (mark_as_shipped && service_key !== COLLECTION && changes.mark_as_shipped) throw invalid({ mark_as_shipped: messages.only_collection });
  const ships = mark_as_shipped && service_key === COLLECTION;
  if (ships && dispatch.picks_.some(({ is_frozen }) => is_frozen)) throw conflict('order_frozen', messages.order_held);
  if (!Object.keys(changes).length) return;

  const carrier = carrierOfService(ctx.services.settings, service_key);
  await ctx.db
    .update(dispatches)
    .set({
      ...changes,
      ...(changesLabels(changes) && { labels_printed_at: null }),
      carrier,
      state: 'requested',
      booking_error: null,
      mark_as_shipped: ships,
      version: sql`${dispatches.version} + 1`,
    })
    .where(eq(dispatches.id, id));
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, dispatch[field as keyof typeof changes]]));
  await audit(ctx, 'dispatch.edited', { type: 'dispatch', id }, before, changes);
  if (ships) await shipDispatches(ctx, [id]);
  else if (carrier !== 'manual' && (dispatch.state === 'failed' || carrier !== dispatch.carrier))
    await promiseBookings(ctx, [{ id, by: dispatch.requested_by ?? ctx.actor.id }]);
}
