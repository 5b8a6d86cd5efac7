import type { ImportDetails } from '../../shared/imports/import.ts';
import { importMessages } from '../../shared/imports/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { imports } from '../db/tables/index.ts';
import { logImport } from './import-log.ts';
import { importDetailsOf } from './import-queries.ts';
import type { ImportPlan } from './plan-import.ts';
import { CHECK_TAKEN_UP_AFTER, queueCheck } from './queue-check.ts';
import { saveMapping } from './save-mapping.ts';

/** Store an import that waits for the check of its file. */
export async function createImport(ctx: Ctx, plan: ImportPlan, { remember }: { remember: boolean }): Promise<ImportDetails> {
  authorize(policy.run_imports(ctx.actor));
  const { api_token: token } = ctx;
  const [created] = await ctx.db
    .insert(imports)
    .values({ ...plan, status: 'checking', created_by: ctx.actor.id, created_at: ctx.now, api_token_id: token?.id ?? null })
    .returning({ id: imports.id });
  const id = created?.id ?? 0;
  if (remember) await saveMapping(ctx, id, plan);
  await logImport(ctx, id, importMessages.log.uploaded(plan.file_name));
  await queueCheck(ctx, id, CHECK_TAKEN_UP_AFTER);
  const { type, file_name, account_id = null } = plan;
  await audit({ ...ctx, import_id: id }, 'import.uploaded', { type: 'import', id }, null, {
    ...{ type, file_name, account_id },
    ...(token && { token: token.name }),
  });
  return importDetailsOf(ctx, id);
}
