import { and, eq, gt } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { orderChannel } from '../db/order-news.ts';
import { sessions } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { notificationChannel } from './channel.ts';
import { unreadCount } from './notification-queries.ts';

/** How often a stream says that it is there, in milliseconds. */
const HEARTBEAT = 15_000;
/** The shortest time between two words about orders, in milliseconds: a busy floor changes many in a second. */
const ORDERS_EVERY = 1_000;
/** Orders that are named; of more it is only said that there are some. */
const MOST_ORDERS = 200;

/** What one open screen is told. */
export interface News {
  /** How many notifications its person has not read. */
  unread_count?: number;
  /** The ids of orders that have changed; empty where it may be any. Told to the office. */
  orders?: number[];
}

const open = new Set<AbortController>();

/** End every stream of this process: it is stopping. */
export function endNewsStreams(): void {
  for (const stream of open) stream.abort();
}

const idsIn = (message: string): number[] => {
  try {
    const ids: unknown = JSON.parse(message);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
};

/**
 * How many notifications the caller has not read, now and whenever that may have changed, and for the office which orders have changed;
 * null as a sign of life between. Ends with `left`, with the process, and with the session.
 */
export async function* watchNews(ctx: Ctx, session_id: number, left: AbortSignal): AsyncGenerator<News | null> {
  const { database, clock } = ctx.services;
  const stopping = new AbortController();
  open.add(stopping);
  const ended = AbortSignal.any([left, stopping.signal]);
  let isUnread = true;
  let isAnyOrder = false;
  let toldOrders = 0;
  const changed = new Set<number>();
  let wake = (): void => {};
  ended.addEventListener('abort', () => wake());
  const unread = (): void => {
    isUnread = true;
    wake();
  };
  const ordersDue = (): boolean => (isAnyOrder || changed.size > 0) && performance.now() - toldOrders >= ORDERS_EVERY;
  const ordersChanged = (ids: readonly number[] | null): void => {
    for (const id of ids ?? []) changed.add(id);
    if (!ids || changed.size > MOST_ORDERS) isAnyOrder = true;
    wake();
  };
  const takeOrders = (): number[] => {
    const orders = isAnyOrder ? [] : [...changed];
    changed.clear();
    isAnyOrder = false;
    toldOrders = performance.now();
    return orders;
  };
  const stops = [await database.hear(notificationChannel, (message) => idsIn(message).includes(ctx.actor.id) && unread(), unread)];
  if (policy.use_office(ctx.actor))
    stops.push(
      await database.hear(
        orderChannel,
        (message) => ordersChanged(idsIn(message)),
        () => ordersChanged(null),
      ),
    );
  try {
    while (!ended.aborted) {
      const [session] = await ctx.db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, session_id), gt(sessions.expires_at, clock().toISOString())));
      if (!session) return;
      const news: News = {};
      if (isUnread) {
        isUnread = false;
        news.unread_count = await unreadCount(ctx);
      }
      if (ordersDue()) news.orders = takeOrders();
      yield Object.keys(news).length ? news : null;
      if (isUnread || ended.aborted) continue;
      await new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout;
        const rest = (): void => {
          clearTimeout(timer);
          const wait = isAnyOrder || changed.size ? Math.max(0, toldOrders + ORDERS_EVERY - performance.now()) : HEARTBEAT;
          timer = setTimeout(resolve, wait);
        };
        wake = () => {
          if (isUnread || ended.aborted) {
            clearTimeout(timer);
            resolve();
          } else rest();
        };
        rest();
      });
    }
  } finally {
    for (const stop of stops) stop();
    open.delete(stopping);
  }
}
