import { and, eq, ne, sql } from 'drizzle-orm';
import type { ErrorCode, ErrorCodeChange, NewErrorCode } from '../../shared/error-codes/error-code.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { enforceVersion } from '../core/stale-version.ts';
import { foldedKey, keyColumn } from '../db/folded.ts';
import { lockRows } from '../db/lock.ts';
import { errorCodes } from '../db/tables/index.ts';
import { errorCodeColumns, errorCodeOf } from './error-code-queries.ts';

/** Add a reason that pickers can choose. */
export async function createErrorCode(ctx: Ctx, input: NewErrorCode): Promise<ErrorCode> {
  authorize(policy.edit_error_codes(ctx.actor));
  const [newCode] = await ctx.db.insert(errorCodes).values(input).onConflictDoNothing().returning(errorCodeColumns);
  if (!newCode) throw invalid({ code: messages.code_taken });
  await audit(ctx, 'error_code.created', { type: 'error_code', id: newCode.id }, null, newCode);
  return newCode;
}

/** Change a reason. Picks that used it keep the code they have. */
export async function changeErrorCode(ctx: Ctx, id: number, { version, ...fields }: ErrorCodeChange): Promise<ErrorCode> {
  authorize(policy.edit_error_codes(ctx.actor));
  await lockRows(ctx.db.select({ id: errorCodes.id }).from(errorCodes).where(eq(errorCodes.id, id)));
  const before = await errorCodeOf(ctx, id);
  await enforceVersion(ctx, version, before, () => before);
  if (fields.code !== undefined) {
    const others = and(eq(keyColumn(errorCodes.code), foldedKey(fields.code)), ne(errorCodes.id, id));
    if (await ctx.db.$count(errorCodes, others)) throw invalid({ code: messages.code_taken });
  }
  await ctx.db
    .update(errorCodes)
    .set({ ...fields, version: sql`${errorCodes.version} + 1` })
    .where(eq(errorCodes.id, id));
  const after = await errorCodeOf(ctx, id);
  await audit(ctx, 'error_code.changed', { type: 'error_code', id }, before, after);
  return after;
}
