import { asc, or, sql } from 'drizzle-orm';
import { clashesWithPrefix, prefixOf } from '../../shared/catalogue/sku-prefix.ts';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { amongTexts, textList } from '../db/among.ts';
import { accounts, products } from '../db/tables/index.ts';

export type PrefixOwner = Pick<typeof accounts.$inferSelect, 'id' | 'name' | 'sku_prefix'>;

/** The client companies whose prefix begins one of these SKUs. */
export async function prefixOwners({ db }: Pick<Ctx, 'db'>, skus: readonly string[]): Promise<PrefixOwner[]> {
  const prefixes = [...new Set(skus.flatMap((sku) => prefixOf(sku) ?? []))];
  if (!prefixes.length) return [];
  const { id, name, sku_prefix } = accounts;
  return db
    .select({ id, name, sku_prefix })
    .from(accounts)
    .where(amongTexts(sku_prefix, textList(prefixes)));
}

/** The fault of a new SKU that begins with the prefix of a company to which the product does not belong; null if there is no fault. */
export function prefixFault(sku: string, account_id: number | null, owners: readonly PrefixOwner[]): string | null {
  const owner = owners.find((one) => clashesWithPrefix({ sku, account_id }, one));
  return owner ? messages.sku_of_client(`${owner.sku_prefix}-`, owner.name) : null;
}

/** The possible lengths of prefixes, hyphen included. */
const LENGTHS = [3, 4, 5, 6, 7];

/** The SKUs that begin with one of these prefixes, oldest first. */
export async function skusWithPrefix({ db }: Pick<Ctx, 'db'>, prefixes: readonly string[]): Promise<{ sku: string; account_id: number | null }[]> {
  if (!prefixes.length) return [];
  const starts = textList(prefixes.map((prefix) => `${prefix}-`));
  return db
    .select({ sku: products.sku, account_id: products.account_id })
    .from(products)
    .where(or(...LENGTHS.map((length) => amongTexts(sql`upper(substr(${products.sku}, 1, ${sql.raw(String(length))}))`, starts))))
    .orderBy(asc(products.id));
}
