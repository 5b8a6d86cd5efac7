import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { officeChoices } from '../../shared/sync/office-choices.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { conflict } from '../core/problem.ts';
import { applyMutation } from '../sync/apply-mutation.ts';
import { resolveItem } from '../sync/resolve-item.ts';

/** `qty` is the number that a super counted, as the answer to a count request. `product_id` is the SKU of unknown items that are taken into stock. */
export const resolveBody = z.object({
  choice: z.enum(officeChoices),
  qty: z.int().nonnegative().max(1_000_000).nullish(),
  product_id: z.int().positive().nullish(),
});
export const resolvedSchema = z.object({ m: z.string(), outcome: z.enum(outcomeKinds) });

/** Resolve one item of the office's list; 409 if the tablet's action is tried again and is refused again. */
export async function resolveInOffice(
  ctx: Ctx,
  m: string,
  { choice, qty, product_id }: z.infer<typeof resolveBody>,
): Promise<z.infer<typeof resolvedSchema>> {
  const result = await resolveItem(ctx, { m, choice, qty, product_id }, null, applyMutation);
  if (isRefused(result.outcome)) throw conflict('still_refused', messages.still_refused, { code: result.code, server: result.server ?? null });
  return { m, outcome: result.outcome };
}
