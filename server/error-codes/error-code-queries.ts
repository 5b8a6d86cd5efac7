import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { listQuery, type Page, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { contains } from '../db/contains.ts';
import { errorCodes } from '../db/tables/index.ts';

export const errorCode = z.object({ id: z.int(), code: z.string(), description: z.string(), requires_input: z.boolean() });
export type ErrorCodeRow = z.infer<typeof errorCode>;

export const errorCodeColumns = columnsOf(errorCodes, errorCode);

export const errorCodeQuery = listQuery({ orderBy: ['code', 'description', 'id'], default: 'code', per_page: 50 });

/** Reasons for a picking anomaly, found by code and description. */
export async function listErrorCodes(ctx: Ctx, query: z.infer<typeof errorCodeQuery>): Promise<Page<ErrorCodeRow>> {
  authorize(policy.pick(ctx.actor));
  const { search } = query;
  const where = search ? or(contains(errorCodes.code, search), contains(errorCodes.description, search)) : undefined;
  return readPage(ctx.db, query, {
    rows: ctx.db.select(errorCodeColumns).from(errorCodes).where(where),
    order: [errorCodes[query.orderBy], errorCodes.id],
  });
}

/** One reason. */
export async function errorCodeOf(ctx: Ctx, id: number): Promise<ErrorCodeRow> {
  authorize(policy.pick(ctx.actor));
  const [row] = await ctx.db.select(errorCodeColumns).from(errorCodes).where(eq(errorCodes.id, id));
  return requireFound(row);
}
