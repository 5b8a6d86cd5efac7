import { z } from 'zod';
import { savepoint } from '../db/db.ts';
import type { Ctx } from './context.ts';
import { firstMessage, Problem } from './problem.ts';

/** The result of a bulk change for one record. */
export const bulkResult = z.object({
  id: z.int(),
  ok: z.boolean(),
  message: z.string().describe('What was done, or why nothing was'),
});
export type BulkResult = z.infer<typeof bulkResult>;

/** Divides ids or rows into parts of at most `size`; each part is one unit of work. */
export function inParts<One>(all: readonly One[], size: number): One[][] {
  const parts: One[][] = [];
  for (let from = 0; from < all.length; from += size) parts.push(all.slice(from, from + size));
  return parts;
}

/** Change each record in a savepoint of its own: a refusal undoes only the changes to that record and becomes the record's result. */
export async function changeEach(ctx: Ctx, ids: readonly number[], change: (id: number) => Promise<string>): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of ids) {
    try {
      results.push({ id, ok: true, message: await savepoint(ctx.db, () => change(id)) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results.push({ id, ok: false, message: firstMessage(error) });
    }
  }
  return results;
}
