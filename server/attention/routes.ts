import { Hono } from 'hono';
import { z } from 'zod';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { choices } from '../../shared/sync/mutations.ts';
import { isRefused } from '../../shared/sync/outcomes.ts';
import { outcomeKinds } from '../../shared/sync/wire.ts';
import { authorize, conflict } from '../core/problem.ts';
import { type Env, reading } from '../http/request.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { write } from '../http/write.ts';
import { carryOut } from '../sync/push.ts';
import { attention, attentionList, attentionQuery } from './attention-queries.ts';
import { resolveItem } from './resolve-item.ts';

/** `qty` is what a super has counted themself, for a request for a count. */
const resolving = z.object({ choice: z.enum(choices), qty: z.int().nonnegative().max(1_000_000).nullish() });
const resolved = z.object({ m: z.string(), outcome: z.enum(outcomeKinds) });

/** Items that the floor leaves to the office. */
export const attentionRoutes = new Hono<Env>()
  .use(signedIn)
  .get('/', describe('Everything that waits for a person', attentionList, 'attention'), valid('query', attentionQuery), async (c) => {
    const ctx = reading(c);
    authorize(policy.use_floor(ctx.actor));
    return c.json(await attention(ctx, c.req.valid('query')));
  })
  .post(
    '/:m/resolve',
    describe('Resolve one thing that waits for a person', resolved, 'attention'),
    valid('param', z.object({ m: z.uuid() })),
    valid('json', resolving),
    async (c) => {
      const { m } = c.req.valid('param');
      const { choice, qty } = c.req.valid('json');
      const answer = await write(c, async (ctx) => {
        const done = await resolveItem(ctx, { m, choice, qty }, null, carryOut);
        if (isRefused(done.outcome)) throw conflict('still_refused', messages.still_refused, { code: done.code, server: done.server ?? null });
        return { m, outcome: done.outcome };
      });
      return c.json(answer);
    },
  );
