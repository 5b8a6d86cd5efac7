import { hc } from 'hono/client';
import type { NotificationRoutes } from '../../server/notifications/routes.ts';
import { limits } from '../../shared/limits.ts';
import { answer } from '../api/answer.ts';
import { overTheWire } from '../api/transport.ts';

export const notifications = hc<NotificationRoutes>('/api/notifications', overTheWire);

/** A page of the person's notifications, newest first. */
export const readNotifications = (page: number, signal: AbortSignal) =>
  answer(notifications.index.$get({ query: { page: String(page), per_page: String(limits.notifications_page) } }, { init: { signal } }));

export type Notification = Awaited<ReturnType<typeof readNotifications>>['items'][number];
