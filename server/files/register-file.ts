import { eq } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { files } from '../db/tables/index.ts';
import type { StoredFile } from './store-file.ts';

/** Register a stored file in the caller's unit of work, once for each content; returns its id. */
export async function registerFile(ctx: Pick<Ctx, 'db' | 'now'>, { hash, type, size }: StoredFile): Promise<number> {
  const [added] = await ctx.db.insert(files).values({ hash, type, size, created_at: ctx.now }).onConflictDoNothing().returning({ id: files.id });
  if (added) return added.id;
  const [existing] = await ctx.db.select({ id: files.id }).from(files).where(eq(files.hash, hash));
  if (!existing) throw new Error('The file was not registered.');
  return existing.id;
}
