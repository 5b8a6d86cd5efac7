import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, prepared } from '../db/db.ts';
import { errorCodes } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';

export const errorCode = z.object({ id: z.int(), code: z.string(), description: z.string(), requires_input: z.boolean() });
export type ErrorCodeRow = z.infer<typeof errorCode>;

export const errorCodeColumns = {
  id: errorCodes.id,
  code: errorCodes.code,
  description: errorCodes.description,
  requires_input: errorCodes.requires_input,
};

const all = prepared('error_codes', (db: Db) => db.select(errorCodeColumns).from(errorCodes).orderBy(asc(errorCodes.code)));

/** Every reason for a picking anomaly, by code. */
export const listErrorCodes = (ctx: Ctx): Promise<ErrorCodeRow[]> => all(ctx.db);
