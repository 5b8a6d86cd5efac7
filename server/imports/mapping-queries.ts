import { and, eq, isNull } from 'drizzle-orm';
import type { ImportMapping } from '../../shared/imports/import.ts';
import { type ImportType, isOfAccount } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { byName } from '../db/folded.ts';
import { accounts, importMappings } from '../db/tables/index.ts';

/**
 * Finds a mapping by name: the mapping of the given account, else of the token’s account; without an account, the only one with this name. Null if
 * there is none; 422 on `account_id` if several accounts have a mapping with this name.
 */
export async function findMapping({ db, api_token }: Ctx, { type, name, account_id }: MappingKey) {
  if (!name) return null;
  const owner = account_id ?? api_token?.account_id ?? null;
  const isOwn = owner === null ? undefined : ownedBy(type, owner);
  const [mapping, other] = await db
    .select()
    .from(importMappings)
    .where(and(eq(importMappings.type, type), eq(importMappings.name, name), isOwn))
    .limit(2);
  if (other) throw invalid({ account_id: importMessages.mapping_of_several });
  return mapping ?? null;
}

/** How a caller names a mapping. */
interface MappingKey {
  type: ImportType;
  name: string | null | undefined;
  account_id: number | undefined;
}

/** A mapping for people or allowances belongs to an account; a mapping for products, stock or accounts belongs to the office. */
const ownedBy = (type: ImportType, account_id: number) =>
  isOfAccount(type) ? eq(importMappings.account_id, account_id) : isNull(importMappings.account_id);

/** The remembered mappings of one type, or of all types. */
export async function listMappings(ctx: Ctx, { type }: { type?: ImportType | undefined }): Promise<{ items: ImportMapping[] }> {
  authorize(policy.run_imports(ctx.actor));
  const { id, name, header_row, sheet, update_employees, complete, mapping, reading } = importMappings;
  const token_account_id = ctx.api_token?.account_id ?? null;
  const rows = await ctx.db
    .select({
      ...{ id, name, type: importMappings.type, header_row, sheet, update_employees, complete, mapping, reading },
      account: { id: accounts.id, name: accounts.name },
    })
    .from(importMappings)
    .leftJoin(accounts, eq(accounts.id, importMappings.account_id))
    .where(and(type && eq(importMappings.type, type), token_account_id === null ? undefined : eq(importMappings.account_id, token_account_id)))
    .orderBy(byName(importMappings.name), importMappings.id)
    .limit(limits.import_mappings);
  return { items: rows };
}
