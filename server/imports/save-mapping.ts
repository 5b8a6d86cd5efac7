import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { importTypeLabels } from '../../shared/imports/import-fields.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { importMappings } from '../db/tables/index.ts';
import { mappingByHeading } from './import-columns.ts';
import type { ImportPlan } from './plan-import.ts';

/** Store a mapping under its name. It replaces the account's mapping of this name, or the office's mapping if no account is given. */
export async function saveMapping(
  ctx: Ctx,
  import_id: number,
  { type, account_id, header_row, sheet, update_employees, complete, columns, mapping_name, reading = null }: ImportPlan,
): Promise<void> {
  if (!mapping_name) return;
  const { api_token } = ctx;
  const isOwners = account_id == null ? isNull(importMappings.account_id) : eq(importMappings.account_id, account_id);
  const [other] = await ctx.db
    .select({ type: importMappings.type })
    .from(importMappings)
    .where(and(eq(importMappings.name, mapping_name), ne(importMappings.type, type), isOwners));
  // A watched folder or a machine identifies a mapping by the name alone, without its type.
  if (other) throw invalid({ mapping_name: importMessages.mapping_of_other_kind(importTypeLabels[other.type]) });
  const about = {
    header_row,
    sheet: sheet ?? null,
    update_employees: update_employees ?? true,
    complete: complete ?? false,
    mapping: mappingByHeading(columns),
    reading,
  };
  const isOfName = and(eq(importMappings.type, type), eq(importMappings.name, mapping_name), isOwners);
  const [former] = await ctx.db.select().from(importMappings).where(isOfName);
  const by = { created_by: ctx.actor.id, changed_at: ctx.now };
  const [kept] = await ctx.db
    .insert(importMappings)
    .values({ name: mapping_name, type, account_id, ...about, ...by, api_token_id: api_token?.id ?? null })
    .onConflictDoUpdate({
      ...(account_id == null
        ? { target: [importMappings.type, importMappings.name], targetWhere: isNull(importMappings.account_id) }
        : { target: [importMappings.type, importMappings.name, importMappings.account_id], targetWhere: isNotNull(importMappings.account_id) }),
      // If a machine replaces a person's mapping, the mapping is not marked as a machine's: a watched folder may still use it.
      set: { ...about, ...by, ...(!api_token && { api_token_id: null }) },
    })
    .returning({ id: importMappings.id });
  const on = { type: 'import_mapping', id: kept?.id ?? null } as const;
  const named = { name: mapping_name, type, account_id: account_id ?? null };
  if (!former) return audit({ ...ctx, import_id }, 'import_mapping.created', on, null, { ...named, ...about });
  const before = Object.fromEntries(Object.keys(about).map((field) => [field, former[field as keyof typeof about]]));
  if (isDeepStrictEqual(before, about)) return;
  await audit({ ...ctx, import_id }, 'import_mapping.changed', on, { ...named, ...before }, { ...named, ...about });
}
