import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { setPinInput } from '../../shared/sync/set-pin-input.ts';
import { envelopeVersion, type Poke, syncAnswer } from '../../shared/sync/wire.ts';
import { pageSchema } from '../core/paging.ts';
import { clientAddress } from '../http/client-address.ts';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { openStream } from '../http/session-streams.ts';
import { describe, valid } from '../http/valid.ts';
import { answerTablet, pokesFor } from './answer-tablet.ts';
import { retiredTablet, retireTablet } from './retire-tablet.ts';
import { preparePin, setPin } from './set-pin.ts';
import { listedTablet, listTablets, tabletQuery } from './tablet-queries.ts';

const HEARTBEAT = 15_000;

/** The routes by which tablets and the server keep each other up to date. */
export const syncRoutes = new Hono<Env>()
  .use(signedIn)
  .post(
    '/',
    describe('Send a tablet’s mutations and fetch the changes since its last sync', syncAnswer, 'sync'),
    valid('json', envelopeVersion, { takesAnyText: true }),
    async (c) => c.json(await answerTablet(reading(c), c.req.valid('json'))),
  )
  .put(
    '/pin',
    describe('Set or remove the caller’s PIN for shared tablets', z.object({ has_pin: z.boolean() }), 'sync', { refusals: [429] }),
    valid('json', setPinInput),
    async (c) => {
      const pin_hash = await preparePin(reading(c), c.req.valid('json'), clientAddress(c));
      return c.json(await runCommand(c, (ctx) => setPin(ctx, pin_hash)));
    },
  )
  .get(
    '/poke',
    describe('A stream of server-sent events that says when there are changes to fetch', undefined, 'sync', { refusals: [429] }),
    valid('query', z.object({ device: z.uuid() })),
    async (c) => {
      const pokes = pokesFor(reading(c));
      const { device } = c.req.valid('query');
      const session = await openStream(c);
      c.header('X-Accel-Buffering', 'no');
      return streamSSE(c, async (stream) => {
        const streamEnd = new AbortController();
        const end = (): void => streamEnd.abort();
        stream.onAbort(end);
        session.ended.addEventListener('abort', end, { once: true });
        if (session.ended.aborted) end();
        const send = (poke: Poke): void => void stream.writeSSE({ data: JSON.stringify(poke) }).catch(end);
        const stop = pokes.listen({ device, send, end });
        const beat = setInterval(() => void stream.write(': here\n\n').catch(end), HEARTBEAT);
        try {
          send(await pokes.current());
          if (!streamEnd.signal.aborted) await new Promise((resolve) => streamEnd.signal.addEventListener('abort', resolve, { once: true }));
        } finally {
          clearInterval(beat);
          stop();
          session.close();
        }
      });
    },
  );

const deviceParam = z.object({ device: z.uuid() });

export const tabletRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('The tablets that sync', pageSchema(listedTablet), 'sync'), valid('query', tabletQuery), async (c) =>
    c.json(await listTablets(reading(c), c.req.valid('query'))),
  )
  .post('/:device/retire', describe('Take a tablet out of use until it syncs again', retiredTablet, 'sync'), valid('param', deviceParam), async (c) =>
    c.json(await runCommand(c, (ctx) => retireTablet(ctx, c.req.valid('param').device))),
  );
export type TabletRoutes = typeof tabletRoutes;
