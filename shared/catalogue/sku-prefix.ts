/** The part of a SKU that can be a client's prefix: the text before its first hyphen, in capitals. Null if there is none. */
export const prefixOf = (sku: string): string | null => (sku.indexOf('-') > 0 ? sku.slice(0, sku.indexOf('-')).toUpperCase() : null);

/** Whether a SKU begins with the prefix of `owner`, a client to whom the SKU does not belong. `account_id` is null for a SKU of the catalogue. */
export const clashesWithPrefix = (
  { sku, account_id }: { sku: string; account_id: number | null },
  owner: { id: number | null; sku_prefix: string | null },
): boolean => owner.sku_prefix !== null && prefixOf(sku) === owner.sku_prefix && (account_id === null || account_id !== owner.id);
