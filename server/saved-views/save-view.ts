import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { type newSavedView, type SavedView, type savedViewChange, savedViewSchema } from '../../shared/saved-views/saved-view.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, requireFound } from '../core/problem.ts';
import { columnsOf } from '../db/columns-of.ts';
import { foldedKey } from '../db/folded.ts';
import { lockForChange } from '../db/lock.ts';
import { savedViews, users } from '../db/tables/index.ts';

const columns = columnsOf(savedViews, savedViewSchema);
const subject = ({ actor }: Ctx) => ({ type: 'user', id: actor.id }) as const;

/** Locks the caller, so that their views do not change meanwhile, and reads the views. */
async function lockOwn({ db, actor }: Ctx): Promise<SavedView[]> {
  await lockForChange(db.select({ id: users.id }).from(users).where(eq(users.id, actor.id)));
  return db.select(columns).from(savedViews).where(eq(savedViews.user_id, actor.id));
}

/** 422 if another view of the same list has the name already, apart from case. */
function enforceName(own: readonly SavedView[], { id, list, name }: Pick<SavedView, 'list' | 'name'> & { id?: number }): void {
  const isTaken = own.some((one) => one.id !== id && one.list === list && foldedKey(one.name) === foldedKey(name));
  if (isTaken) throw invalid({ name: messages.view_name_taken });
}

/** Save what a list shows under a name, for the caller alone. 422 if the name is taken, or if the caller has as many views as the limit allows. */
export async function createView(ctx: Ctx, input: z.infer<typeof newSavedView>): Promise<SavedView> {
  authorize(policy.use_office(ctx.actor));
  const own = await lockOwn(ctx);
  enforceName(own, input);
  if (own.length >= limits.saved_views) throw invalid({ name: messages.too_many_views(limits.saved_views) });
  const [created] = await ctx.db
    .insert(savedViews)
    .values({ user_id: ctx.actor.id, ...input, created_at: ctx.now })
    .returning(columns);
  const view = requireFound(created);
  await audit(ctx, 'view.saved', subject(ctx), null, view);
  return view;
}

/** Rename one of the caller's views, or replace what it shows. */
export async function changeView(ctx: Ctx, id: number, change: z.infer<typeof savedViewChange>): Promise<SavedView> {
  authorize(policy.use_office(ctx.actor));
  const own = await lockOwn(ctx);
  const before = requireFound(own.find((one) => one.id === id));
  const after = { ...before, ...change };
  if (after.name === before.name && after.view === before.view) return before;
  enforceName(own, after);
  await ctx.db.update(savedViews).set({ name: after.name, view: after.view }).where(eq(savedViews.id, id));
  await audit(ctx, 'view.saved', subject(ctx), before, after);
  return after;
}
