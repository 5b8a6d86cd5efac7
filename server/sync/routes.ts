import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { deviceSecret, envelopeVersion, type Poke, PROTOCOL_VERSION, syncAnswer, syncRequest } from '../../shared/sync/wire.ts';
import { fieldErrors } from '../core/field-errors.ts';
import { authorize, invalid } from '../core/problem.ts';
import { unkept } from '../core/storable-text.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { openStream } from '../http/session-streams.ts';
import { addressOf } from '../http/source.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { deviceRefused } from './device.ts';
import { preparePin, setPin, setPinBody } from './set-pin.ts';
import { nothing, sync } from './sync.ts';

const HEARTBEAT = 15_000;

/** How tablets and the server keep each other up to date. */
export const syncRoutes = new Hono<Env>()
  .use(signedIn)
  .post(
    '/',
    describe('Send what a tablet has done, and fetch what it has not seen', syncAnswer, 'sync'),
    valid('json', envelopeVersion, { takesAnyText: true }),
    async (c) => {
      const ctx = reading(c);
      authorize(policy.use_floor(ctx.actor));
      // A tablet with another version of the protocol is asked to update, whatever else it sent.
      const envelope = c.req.valid('json');
      if (envelope.pv !== PROTOCOL_VERSION) return c.json(nothing(ctx, 'upgrade'));
      if (!deviceSecret.safeParse(envelope.secret).success) throw deviceRefused();
      const request = syncRequest.safeParse(envelope);
      if (!request.success) throw invalid(fieldErrors(request.error.issues));
      // A mutation that cannot be stored gets an outcome of its own; anything else that is invalid refuses the whole request.
      const { push: _, ...around } = request.data;
      const field = unkept(around);
      if (field) throw invalid({ [field]: messages.unkept_character });
      return c.json(await sync(ctx, request.data));
    },
  )
  .put(
    '/pin',
    describe('Set or remove the PIN by which one chooses oneself on a shared tablet', z.object({ has_pin: z.boolean() }), 'sync'),
    valid('json', setPinBody),
    async (c) => {
      const pin_hash = await preparePin(reading(c), c.req.valid('json'), addressOf(c));
      return c.json(await write(c, (ctx) => setPin(ctx, pin_hash)));
    },
  )
  .get(
    '/poke',
    describe('Hear when there is something to fetch: a stream of server-sent events', undefined, 'sync'),
    valid('query', z.object({ device: z.uuid() })),
    async (c) => {
      const ctx = reading(c);
      authorize(policy.use_floor(ctx.actor));
      const { pokes } = ctx.services;
      const { device } = c.req.valid('query');
      const session = await openStream(c);
      c.header('X-Accel-Buffering', 'no');
      return streamSSE(c, async (stream) => {
        const ended = new AbortController();
        const end = (): void => ended.abort();
        stream.onAbort(end);
        session.ended.addEventListener('abort', end, { once: true });
        if (session.ended.aborted) end();
        const send = (poke: Poke): void => void stream.writeSSE({ data: JSON.stringify(poke) }).catch(end);
        const stop = pokes.listen({ device, send, end });
        const beat = setInterval(() => void stream.write(': here\n\n').catch(end), HEARTBEAT);
        try {
          send(await pokes.current());
          if (!ended.signal.aborted) await new Promise((resolve) => ended.signal.addEventListener('abort', resolve, { once: true }));
        } finally {
          clearInterval(beat);
          stop();
          session.close();
        }
      });
    },
  );
