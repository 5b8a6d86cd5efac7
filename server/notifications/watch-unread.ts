import { and, eq, gt } from 'drizzle-orm';
import { sessions } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { notificationChannel } from './channel.ts';
import { unreadCount } from './notification-queries.ts';

/** How often a stream says that it is there, in milliseconds. */
const HEARTBEAT = 15_000;

const open = new Set<AbortController>();

/** End every stream of this process: it is stopping. */
export function endUnreadStreams(): void {
  for (const stream of open) stream.abort();
}

const isAbout = (message: string, user_id: number): boolean => {
  try {
    const ids: unknown = JSON.parse(message);
    return Array.isArray(ids) && ids.includes(user_id);
  } catch {
    return false;
  }
};

/**
 * How many notifications the caller has not read: now, and again whenever that may have changed; null as a sign of life between.
 * Ends with `left`, with the process, and with the session.
 */
export async function* watchUnread(ctx: Ctx, session_id: number, left: AbortSignal): AsyncGenerator<number | null> {
  const { database, clock } = ctx.services;
  const stopping = new AbortController();
  open.add(stopping);
  const ended = AbortSignal.any([left, stopping.signal]);
  let hasNews = true;
  let wake = (): void => {};
  const news = (): void => {
    hasNews = true;
    wake();
  };
  ended.addEventListener('abort', () => wake());
  const stop = await database.hear(notificationChannel, (message) => isAbout(message, ctx.actor.id) && news(), news);
  try {
    while (!ended.aborted) {
      const tell = hasNews;
      hasNews = false;
      const [session] = await ctx.db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, session_id), gt(sessions.expires_at, clock().toISOString())));
      if (!session) return;
      yield tell ? await unreadCount(ctx) : null;
      if (hasNews || ended.aborted) continue;
      await new Promise<void>((resolve) => {
        const beat = setTimeout(resolve, HEARTBEAT);
        wake = () => {
          clearTimeout(beat);
          resolve();
        };
      });
    }
  } finally {
    stop();
    open.delete(stopping);
  }
}
