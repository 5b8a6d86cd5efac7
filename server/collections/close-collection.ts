import { eq, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize } from '../core/problem.ts';
import { collections } from '../db/tables/index.ts';
import { type Collection, collectionView } from './collection-queries.ts';
import { findCollection } from './find-collection.ts';

/** Close a collection: what has not arrived is no longer expected, and can be collected again. Closing it again changes nothing. */
export async function closeCollection(ctx: Ctx, id: number): Promise<Collection> {
  authorize(policy.receive_collections(ctx.actor));
  const { closed_at } = await findCollection(ctx, id);
  if (closed_at !== null) return collectionView(ctx, id);
  await ctx.db
    .update(collections)
    .set({ closed_at: ctx.now, closed_by: ctx.actor.id, version: sql`${collections.version} + 1` })
    .where(eq(collections.id, id));
  await audit(ctx, 'collection.closed', { type: 'collection', id });
  return collectionView(ctx, id);
}
