import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { syncDevices } from '../db/tables/index.ts';

export const retiredTablet = z.object({ device: z.string(), retired_at: z.string().nullable() });

/** Take a tablet out of use, so that nobody looks for it any more. It is in use again as soon as it syncs, and then sends its queue. */
export async function retireTablet(ctx: Ctx, device: string): Promise<z.infer<typeof retiredTablet>> {
  authorize(policy.use_office(ctx.actor));
  const [found] = await ctx.db
    .select({
      name: syncDevices.name,
      last_seen_at: syncDevices.last_seen_at,
      qty_unsent: syncDevices.qty_unsent,
      retired_at: syncDevices.retired_at,
    })
    .from(syncDevices)
    .where(eq(syncDevices.device, device));
  const { retired_at, ...tablet } = requireFound(found);
  if (retired_at !== null) return { device, retired_at };
  await ctx.db.update(syncDevices).set({ retired_at: ctx.now }).where(eq(syncDevices.device, device));
  await audit(ctx, 'tablet.retired', { type: 'tablet', id: null }, { device, ...tablet });
  return { device, retired_at: ctx.now };
}
