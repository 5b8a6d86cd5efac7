import { and, eq, sql } from 'drizzle-orm';
import { isValid, toNormalised } from 'postcode';
import { z } from 'zod';
import { type Address, address } from '../../shared/address.ts';
import { addressKey } from '../../shared/address-lines.ts';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { invalid, Problem } from '../core/problem.ts';
import { savedAddresses, sites } from '../db/tables/index.ts';
import { visibleSites } from '../sites/site-queries.ts';
import { postcodeProvider } from './postcode-provider.ts';

export const postcodeQuery = z.object({ postcode: z.string().trim().min(1).max(12) });
export const postcodeSchema = z.object({ postcode: z.string(), items: z.array(address) });

const bare = (column: unknown) => sql`upper(replace(${column}, ' ', ''))`;

/** The addresses at a postcode that the caller already works with: those of their sites and those they have saved. */
async function knownAt(ctx: Ctx, key: string): Promise<Address[]> {
  const atSites = await ctx.db.select({ delivery_address: sites.delivery_address }).from(sites).where(visibleSites(ctx.actor));
  const ownAddresses = await ctx.db
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
  return [...atSites.map(({ delivery_address }) => delivery_address).filter(here), ...ownAddresses];
}

/**
 * The addresses at a postcode: first those that the database already has, then those of the configured service. 422 for a text that is not a UK
 * postcode; 503 if the service fails and the database has no address at the postcode.
 */
export async function addressesAt(ctx: Ctx, input: string): Promise<z.infer<typeof postcodeSchema>> {
  const postcode = isValid(input) ? toNormalised(input) : null;
  if (!postcode) throw invalid({ postcode: messages.unknown_postcode });
  const knownAddresses = await knownAt(ctx, postcode.replace(/\s/g, ''));
  const result = await postcodeProvider(ctx.services.settings)?.find(postcode);
  if (result?.is === 'unavailable') {
    ctx.services.log.warn({ reason: result.reason }, 'addresses could not be looked up');
    if (!knownAddresses.length) throw new Problem(503, { message: messages.postcode_unavailable }, { 'Retry-After': '30' });
  }
  const all = [...knownAddresses, ...(result?.is === 'found' ? result.addresses : [])];
  return { postcode, items: [...new Map(all.map((one) => [addressKey(one), one])).values()] };
}
