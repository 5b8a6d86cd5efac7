import { eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { importMappings } from '../db/tables/index.ts';

/** Delete a mapping; imports that used the mapping stay. */
export async function deleteMapping(ctx: Ctx, id: number): Promise<void> {
  authorize(policy.run_imports(ctx.actor));
  const [gone] = await ctx.db
    .delete(importMappings)
    .where(eq(importMappings.id, id))
    .returning({ name: importMappings.name, type: importMappings.type });
  if (gone) await audit(ctx, 'import_mapping.deleted', { type: 'import_mapping', id }, gone);
}
