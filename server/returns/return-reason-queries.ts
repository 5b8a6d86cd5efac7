import { asc } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '../core/context.ts';
import { returnReasons } from '../db/tables/index.ts';

export const returnReasonsSchema = z.object({ items: z.array(z.object({ id: z.int(), description: z.string() })) });

/** The reasons for a return from which people choose. */
export const returnReasonList = async (ctx: Ctx): Promise<z.infer<typeof returnReasonsSchema>> => ({
  items: await ctx.db.select({ id: returnReasons.id, description: returnReasons.description }).from(returnReasons).orderBy(asc(returnReasons.id)),
});
