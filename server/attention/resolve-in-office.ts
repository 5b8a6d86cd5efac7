import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { choices } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import type { Ctx } from '../core/context.ts';
import { conflict } from '../core/problem.ts';
import { carryOut } from '../sync/push.ts';
import { resolveItem } from './resolve-item.ts';

/** `qty` is what a super has counted themself, for a request for a count. */
export const resolveBody = z.object({ choice: z.enum(choices), qty: z.int().nonnegative().max(1_000_000).nullish() });
export const resolvedSchema = z.object({ m: z.string(), outcome: z.enum(outcomeKinds) });

/** Resolve one item of the office's list; 409 where the tablet's action is carried out again and is still not possible. */
export async function resolveInOffice(ctx: Ctx, m: string, { choice, qty }: z.infer<typeof resolveBody>): Promise<z.infer<typeof resolvedSchema>> {
  const done = await resolveItem(ctx, { m, choice, qty }, null, carryOut);
  if (isRefused(done.outcome)) throw conflict('still_refused', messages.still_refused, { code: done.code, server: done.server ?? null });
  return { m, outcome: done.outcome };
}
