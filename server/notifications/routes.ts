import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { openStream } from '../http/session-streams.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { markAsRead } from './mark-as-read.ts';
import { listNotifications, notificationQuery, notificationsSchema } from './notification-queries.ts';
import { watchNews } from './watch-news.ts';

const which = z.object({ id: z.union([z.literal('all'), z.coerce.number().int().positive()]) });

export const notificationRoutes = new Hono<Env>()
  .get('/', signedIn, describe('One’s notifications', notificationsSchema, 'notifications'), valid('query', notificationQuery), async (c) =>
    c.json(await listNotifications(reading(c), c.req.valid('query'))),
  )
  .get(
    '/stream',
    signedIn,
    describe(
      'Hear how many are unread as it changes, and which of the orders that one sees change: a stream of server-sent events',
      undefined,
      'notifications',
    ),
    async (c) => {
      const ctx = reading(c);
      const session = await openStream(c);
      c.header('X-Accel-Buffering', 'no');
      return streamSSE(c, async (stream) => {
        const streamEnded = new AbortController();
        stream.onAbort(() => streamEnded.abort());
        try {
          for await (const news of watchNews(ctx, AbortSignal.any([streamEnded.signal, session.ended]))) {
            // What ended the session came before this news.
            await session.checked();
            if (session.ended.aborted) break;
            if (news === null) await stream.write(': here\n\n');
            else await stream.writeSSE({ data: JSON.stringify(news) });
          }
        } finally {
          session.close();
        }
      });
    },
  )
  .put(
    '/:id',
    signedIn,
    describe('Mark one notification, or all, as read', z.object({ unread_count: z.int() }), 'notifications'),
    valid('param', which),
    valid('json', z.object({ mark_as_read: z.boolean().default(true) })),
    async (c) => c.json(await write(c, (ctx) => markAsRead(ctx, c.req.valid('param').id, c.req.valid('json').mark_as_read))),
  );
export type NotificationRoutes = typeof notificationRoutes;
