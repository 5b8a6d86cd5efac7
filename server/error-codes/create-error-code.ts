import { messages } from '../../shared/messages.ts';
import type { NewErrorCode } from '../../shared/picking/error-code.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { errorCodes } from '../db/tables/index.ts';
import { type ErrorCodeRow, errorCodeColumns } from './error-code-queries.ts';

/** Add a reason that pickers can choose. */
export async function createErrorCode(ctx: Ctx, input: NewErrorCode): Promise<ErrorCodeRow> {
  authorize(policy.edit_error_codes(ctx.actor));
  const [newCode] = await ctx.db.insert(errorCodes).values(input).onConflictDoNothing().returning(errorCodeColumns);
  if (!newCode) throw invalid({ code: messages.code_taken });
  await audit(ctx, 'error_code.created', { type: 'error_code', id: newCode.id }, null, newCode);
  return newCode;
}
