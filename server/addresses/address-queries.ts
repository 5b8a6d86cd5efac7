import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { address } from '../../shared/address.ts';
import type { Ctx } from '../core/context.ts';
import { savedAddresses } from '../db/tables/index.ts';

export const savedAddressSchema = address.extend({ id: z.int() });
export const savedAddressesSchema = z.object({ items: z.array(savedAddressSchema) });

/** The addresses that the caller has saved, newest first. */
export async function listAddresses(ctx: Ctx): Promise<z.infer<typeof savedAddressesSchema>> {
  const items = await ctx.db
    .select({
      id: savedAddresses.id,
      address_line_1: savedAddresses.address_line_1,
      address_line_2: savedAddresses.address_line_2,
      address_line_3: savedAddresses.address_line_3,
      address_line_4: savedAddresses.address_line_4,
      address_line_5: savedAddresses.address_line_5,
      postcode: savedAddresses.postcode,
    })
    .from(savedAddresses)
    .where(eq(savedAddresses.user_id, ctx.actor.id))
    .orderBy(desc(savedAddresses.id));
  return { items };
}
