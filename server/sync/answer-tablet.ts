import type { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { deviceSecret, type envelopeVersion, PROTOCOL_VERSION, type SyncAnswer, syncRequest } from '../../shared/sync/wire.ts';
import type { Ctx, Pokes } from '../core/context.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { authorize, invalid } from '../core/problem.ts';
import { unkept } from '../core/storable-text.ts';
import { deviceRefused } from './device.ts';
import { nothing, sync } from './sync.ts';

/** Answer a request of a tablet. A tablet with another version of the protocol is only asked to update: its request is not read further. */
export async function answerTablet(ctx: Ctx, envelope: z.infer<typeof envelopeVersion>): Promise<SyncAnswer> {
  authorize(policy.use_floor(ctx.actor));
  if (envelope.pv !== PROTOCOL_VERSION) return nothing(ctx, 'upgrade');
  if (!deviceSecret.safeParse(envelope.secret).success) throw deviceRefused();
  const request = syncRequest.safeParse(envelope);
  if (!request.success) throw invalid(fieldErrors(request.error.issues));
  // A mutation that cannot be stored gets an outcome of its own; if anything else is invalid, the whole request is refused.
  const { push: _, ...around } = request.data;
  const field = unkept(around);
  if (field) throw invalid({ [field]: messages.unstorable_character });
  return sync(ctx, request.data);
}

/** The pokes of this process, for a caller who may use the floor. */
export function pokesFor({ actor, services }: Ctx): Pokes {
  authorize(policy.use_floor(actor));
  return services.pokes;
}
