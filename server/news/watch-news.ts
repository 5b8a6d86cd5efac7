import { and, sql } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { announcedOrders, orderChannel } from '../db/order-news.ts';
import { orders } from '../db/tables/index.ts';
import { notificationChannel } from '../notifications/channel.ts';
import { unreadCount } from '../notifications/notification-queries.ts';
import { preparedWithin } from '../orders/scope.ts';

/** How often a stream sends a sign of life, in milliseconds. */
const HEARTBEAT = 15_000;
/** The shortest time between two messages about orders, in milliseconds: a busy floor changes many orders in a second. */
const ORDERS_EVERY = 1_000;
/** Upper limit of orders in one message; if more have changed, the message names none. */
const MAX_ORDERS = 200;

/** One message to an open screen. */
export interface News {
  /** The number of the person's unread notifications. */
  unread_count?: number;
  /** The ids of changed orders that the person sees; empty if any order may have changed. */
  orders?: number[];
}

/** Of these orders, those that a person sees, or saw before their deletion: an open screen has to remove deleted orders. */
const seenOrders = preparedWithin('orders_in_news', (db, visible) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(and(among(orders.id, sql.placeholder('ids')), visible.orders_ever)),
);

const open = new Set<AbortController>();

/** End every stream of this process because it is stopping. */
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
 * Yields the number of the caller's unread notifications, at once and whenever the number may have changed, and the changed orders that
 * the caller sees. In between it yields null, so that the stream is known to be alive. Ends when `streamEnded` is aborted or the process stops.
 */
export async function* watchNews(ctx: Ctx, streamEnded: AbortSignal): AsyncGenerator<News | null> {
  const { database } = ctx.services;
  const stopping = new AbortController();
  open.add(stopping);
  const endSignal = AbortSignal.any([streamEnded, stopping.signal]);
  let isUnread = true;
  let isAnyOrder = false;
  let sentOrders = 0;
  const changed = new Set<number>();
  let wake = (): void => {};
  endSignal.addEventListener('abort', () => wake());
  const markUnread = (): void => {
    isUnread = true;
    wake();
  };
  const ordersDue = (): boolean => (isAnyOrder || changed.size > 0) && performance.now() - sentOrders >= ORDERS_EVERY;
  const ordersChanged = (ids: readonly number[] | null): void => {
    if (ids?.length === 0) return;
    for (const id of ids ?? []) changed.add(id);
    if (!ids || changed.size > MAX_ORDERS) isAnyOrder = true;
    wake();
  };
  const takeOrders = async (): Promise<number[] | null> => {
    const isAny = isAnyOrder;
    const orders = [...changed];
    changed.clear();
    isAnyOrder = false;
    sentOrders = performance.now();
    if (isAny || policy.use_office(ctx.actor)) return isAny ? [] : orders;
    const visibleOrders = await seenOrders(ctx.db, ctx.actor, { ids: idList(orders) });
    return visibleOrders.length ? visibleOrders.map(({ id }) => id) : null;
  };
  const stops = [await database.subscribe(notificationChannel, (message) => idsIn(message).includes(ctx.actor.id) && markUnread(), markUnread)];
  if (policy.use_office(ctx.actor) || isClientRole(ctx.actor.role))
    stops.push(
      await database.subscribe(
        orderChannel,
        // A client's stream runs no query for other clients' orders: a busy floor changes orders every second.
        (message) => ordersChanged(announcedOrders(message, ctx.actor.account_id)),
        () => ordersChanged(null),
      ),
    );
  try {
    while (!endSignal.aborted) {
      const news: News = {};
      if (isUnread) {
        isUnread = false;
        news.unread_count = await unreadCount(ctx);
      }
      const orders = ordersDue() ? await takeOrders() : null;
      if (orders) news.orders = orders;
      yield Object.keys(news).length ? news : null;
      if (isUnread || endSignal.aborted) continue;
      await new Promise<void>((resolve) => {
        let timer: NodeJS.Timeout;
        const rest = (): void => {
          clearTimeout(timer);
          const wait = isAnyOrder || changed.size ? Math.max(0, sentOrders + ORDERS_EVERY - performance.now()) : HEARTBEAT;
          timer = setTimeout(resolve, wait);
        };
        wake = () => {
          if (isUnread || endSignal.aborted) {
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
