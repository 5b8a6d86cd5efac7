import { and, eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { type ErrorCode, errorCode } from '../../shared/error-codes/error-code.ts';
import { limits } from '../../shared/limits.ts';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { letterFilter, listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains, startsWith } from '../db/contains.ts';
import { errorCodes } from '../db/tables/index.ts';

export const errorCodeColumns = columnsOf(errorCodes, errorCode);

export const errorCodeQuery = listQuery({ orderBy: ['code', 'description', 'id'], default: 'code', per_page: limits.error_codes_page }).extend({
  letter: letterFilter,
});

/** Reasons for a picking anomaly, found by code and description. */
export async function listErrorCodes(ctx: Ctx, query: z.infer<typeof errorCodeQuery>): Promise<Page<ErrorCode>> {
  authorize(policy.pick(ctx.actor));
  const { search, letter } = query;
  const matches = search ? or(contains(errorCodes.code, search), contains(errorCodes.description, search)) : undefined;
  const rows = ctx.db
    .select(errorCodeColumns)
    .from(errorCodes)
    .where(and(letter ? startsWith(errorCodes.code, letter) : undefined, matches));
  return readPage(ctx.db, query, { rows, order: [errorCodes[query.orderBy], errorCodes.id] });
}

/** One reason. */
export async function errorCodeOf(ctx: Ctx, id: number): Promise<ErrorCode> {
  authorize(policy.pick(ctx.actor));
  const [row] = await ctx.db.select(errorCodeColumns).from(errorCodes).where(eq(errorCodes.id, id));
  return requireFound(row);
}
