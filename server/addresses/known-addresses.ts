import { and, eq, sql } from 'drizzle-orm';
import { isValid, toNormalised } from 'postcode';
import { z } from 'zod';
import { type Address, address } from '../../shared/address.ts';
import { addressKey } from '../../shared/address-lines.ts';
import { messages } from '../../shared/messages.ts';
import { savedAddresses, sites } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { invalid } from '../http/problem.ts';
import { visibleSites } from '../sites/site-queries.ts';

export const postcodeQuery = z.object({ postcode: z.string().trim().min(1).max(12) });
export const postcodeSchema = z.object({ postcode: z.string(), items: z.array(address) });

const bare = (column: unknown) => sql`upper(replace(${column}, ' ', ''))`;

/** The addresses at a postcode that the caller already works with: their sites' and those they have kept. 422 for what is no UK postcode. */
export async function addressesAt(ctx: Ctx, asked: string): Promise<z.infer<typeof postcodeSchema>> {
  const postcode = isValid(asked) ? toNormalised(asked) : null;
  if (!postcode) throw invalid({ postcode: messages.unknown_postcode });
  const key = postcode.replace(/\s/g, '');
  const atSites = await ctx.db.select({ delivery_address: sites.delivery_address }).from(sites).where(visibleSites(ctx.actor));
  const kept = await ctx.db
    .select({
      address_line_1: savedAddresses.address_line_1,
      address_line_2: savedAddresses.address_line_2,
      address_line_3: savedAddresses.address_line_3,
      address_line_4: savedAddresses.address_line_4,
      address_line_5: savedAddresses.address_line_5,
      postcode: savedAddresses.postcode,
    })
    .from(savedAddresses)
    .where(and(eq(savedAddresses.user_id, ctx.actor.id), eq(bare(savedAddresses.postcode), key)));
  const here = (one: Address): boolean => one.postcode.replace(/\s/g, '').toUpperCase() === key;
  const all = [...atSites.map(({ delivery_address }) => delivery_address).filter(here), ...kept];
  return { postcode, items: [...new Map(all.map((one) => [addressKey(one), one])).values()] };
}
