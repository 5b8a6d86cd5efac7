import { and, eq } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { files, noticeDownloads, notices } from '../db/tables/index.ts';
import { findFile } from '../files/find-file.ts';
import { visibleNotices } from './notice-scope.ts';

export interface NoticeFile {
  filename: string;
  type: string;
  size: number;
  bytes: () => ReadableStream;
}

/** The file of a notice; 404 if the caller may not see the notice, or the notice has no file. */
export async function noticeFile(ctx: Ctx, id: number): Promise<NoticeFile> {
  authorize(policy.read_notices(ctx.actor));
  const [row] = await ctx.db
    .select({ name: notices.name, filename: notices.filename, hash: files.hash })
    .from(notices)
    .innerJoin(files, eq(files.id, notices.file_id))
    .where(and(eq(notices.id, id), visibleNotices(ctx.actor, ctx.now)));
  const { name, filename, hash } = requireFound(row);
  return { filename: filename ?? name, ...(await findFile(ctx, hash)) };
}

/** Record that the caller has downloaded a notice's file: the notice is no longer new to them. */
export async function noteDownloaded(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.insert(noticeDownloads).values({ notice_id: id, user_id: ctx.actor.id, at: ctx.now }).onConflictDoNothing();
}
