import { checkConfirmArrival } from '../../shared/dispatch/confirm-arrival.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { enforce } from '../core/problem.ts';
import { requireClientParcel } from './client-parcel.ts';
import { recordDelivery } from './record-delivery.ts';

/** Record that a parcel arrived at the client today. Whoever says so after somebody else changes nothing. */
export async function confirmArrival(ctx: Ctx, uuid: string, id: number): Promise<void> {
  const parcel = await requireClientParcel(ctx, uuid, id);
  if (parcel.delivered_on) return;
  enforce(checkConfirmArrival(parcel, ctx.now));
  await recordDelivery(ctx, [id], ukDate(ctx.now), 'client');
}
