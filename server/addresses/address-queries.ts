import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { address } from '../../shared/address.ts';
import type { Ctx } from '../core/context.ts';
import { columnsOf } from '../db/columns-of.ts';
import { savedAddresses } from '../db/tables/index.ts';

const savedAddressSchema = address.extend({ id: z.int() });
export const savedAddressesSchema = z.object({ items: z.array(savedAddressSchema) });

/** The addresses that the caller has saved, newest first. */
export async function listAddresses(ctx: Ctx): Promise<z.infer<typeof savedAddressesSchema>> {
  const items = await ctx.db
    .select(columnsOf(savedAddresses, savedAddressSchema))
    .from(savedAddresses)
    .where(eq(savedAddresses.user_id, ctx.actor.id))
    .orderBy(desc(savedAddresses.id));
  return { items };
}
