import { and, eq, ne } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import type { NewErrorCode } from '../../shared/picking/error-code.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { errorCodes } from '../db/tables/index.ts';
import { type ErrorCodeRow, errorCodeColumns } from './error-code-queries.ts';

/** Change a reason. Picks that used it keep the code they have. */
export async function changeErrorCode(ctx: Ctx, id: number, input: Partial<NewErrorCode>): Promise<ErrorCodeRow> {
  authorize(policy.edit_error_codes(ctx.actor));
  const [current] = await ctx.db.select(errorCodeColumns).from(errorCodes).where(eq(errorCodes.id, id));
  const before = requireFound(current);
  const after = { ...before, ...input };
  const sameCode = await ctx.db
    .select({ id: errorCodes.id })
    .from(errorCodes)
    .where(and(eq(errorCodes.code, after.code), ne(errorCodes.id, id)));
  if (sameCode.length) throw invalid({ code: messages.code_taken });
  const { code, description, requires_input } = after;
  await ctx.db.update(errorCodes).set({ code, description, requires_input }).where(eq(errorCodes.id, id));
  await audit(ctx, 'error_code.changed', { type: 'error_code', id }, before, after);
  return after;
}
