import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { openStream } from '../http/session-streams.ts';
import { describe } from '../http/valid.ts';
import { watchNews } from './watch-news.ts';

export const newsRoutes = new Hono<Env>().get(
  '/stream',
  signedIn,
  describe(
    'Hear how many are unread as it changes, and which of the orders that one sees change: a stream of server-sent events',
    undefined,
    'notifications',
    { refusals: [429] },
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
          // If the session has ended, its end was announced before this news.
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
);
