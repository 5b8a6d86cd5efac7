import { Hono } from 'hono';
import { z } from 'zod';
import { type Env, reading } from '../http/request.ts';
import { runCommand } from '../http/run-command.ts';
import { signedIn } from '../http/session.ts';
import { describe, valid } from '../http/valid.ts';
import { markAsRead } from './mark-as-read.ts';
import { listNotifications, notificationQuery, notificationsSchema } from './notification-queries.ts';

const which = z.object({ id: z.union([z.literal('all'), z.coerce.number().int().positive()]) });

export const notificationRoutes = new Hono<Env>()
  .get('/', signedIn, describe('The caller’s notifications', notificationsSchema, 'notifications'), valid('query', notificationQuery), async (c) =>
    c.json(await listNotifications(reading(c), c.req.valid('query'))),
  )
  .put(
    '/:id',
    signedIn,
    describe('Mark one notification, or all, as read', z.object({ unread_count: z.int() }), 'notifications'),
    valid('param', which),
    valid('json', z.object({ mark_as_read: z.boolean().default(true) })),
    async (c) => c.json(await runCommand(c, (ctx) => markAsRead(ctx, c.req.valid('param').id, c.req.valid('json').mark_as_read))),
  );
export type NotificationRoutes = typeof notificationRoutes;
