import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { DeliverySource } from '../../shared/dispatch/delivery.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { lockRows } from '../db/lock.ts';
import { dispatches } from '../db/tables/index.ts';

const nobody = { delivered_on: null, delivered_at: null, delivered_by: null, delivery_source: null } as const;

/**
 * Record that dispatches arrived on a calendar date. A dispatch that somebody has recorded already is left as it is, so that two people who say the
 * same at once make one record.
 */
export async function recordDelivery(ctx: Ctx, ids: readonly number[], delivered_on: string, source: DeliverySource): Promise<void> {
  const recorded = await ctx.db
    .update(dispatches)
    .set({ delivered_on, delivered_at: ctx.now, delivered_by: source === 'carrier' ? null : ctx.actor.id, delivery_source: source })
    .where(and(inArray(dispatches.id, [...ids]), isNull(dispatches.delivered_on), isNotNull(dispatches.dispatched_at)))
    .returning({ id: dispatches.id });
  await auditEach(
    ctx,
    'dispatch.delivered',
    recorded.map(({ id }) => ({ on: { type: 'dispatch', id }, after: { delivered_on, source } })),
  );
}

/** Take back records of deliveries: all of them, or only what this person said for the client. A dispatch without such a record is left as it is. */
export async function takeBackDelivery(ctx: Ctx, ids: readonly number[], client_person_id?: number): Promise<void> {
  const isOwn =
    client_person_id === undefined ? undefined : and(eq(dispatches.delivered_by, client_person_id), eq(dispatches.delivery_source, 'client'));
  const before = await lockRows(
    ctx.db
      .select({ id: dispatches.id, delivered_on: dispatches.delivered_on, source: dispatches.delivery_source })
      .from(dispatches)
      .where(and(inArray(dispatches.id, [...ids]), isNotNull(dispatches.delivered_on), isOwn))
      .orderBy(asc(dispatches.id)),
  );
  if (!before.length) return;
  await ctx.db
    .update(dispatches)
    .set(nobody)
    .where(
      inArray(
        dispatches.id,
        before.map(({ id }) => id),
      ),
    );
  await auditEach(
    ctx,
    'dispatch.delivery_taken_back',
    before.flatMap(({ id, delivered_on, source }) =>
      delivered_on && source ? [{ on: { type: 'dispatch' as const, id }, before: { delivered_on, source } }] : [],
    ),
  );
}
