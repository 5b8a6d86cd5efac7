import { outbox } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import type { Letter } from './letter.ts';

/** Promise a letter to one address in the caller's unit of work: it goes out if, and only if, the rest of that unit is kept. */
export async function queueMail(ctx: Pick<Ctx, 'db' | 'now'>, mail: Letter & { to: string; account_id: number | null }): Promise<void> {
  const { to, account_id, kind, subject, text, html } = mail;
  await ctx.db.insert(outbox).values({ to: to.trim(), account_id, kind, subject, text, html, created_at: ctx.now, due_at: ctx.now });
}
