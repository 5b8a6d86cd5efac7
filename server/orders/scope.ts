import { and, eq, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../shared/policy.ts';
import { isClientRole } from '../../shared/roles.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { orderEmployees, orderLines, orders } from '../db/tables/index.ts';

/**
 * The orders that a person sees: all orders, all orders of their client, the orders of their sites together with their own, only their own, or none.
 */
type Reach = 'all' | 'account' | 'sites' | 'own' | 'nothing';

function reachOf(actor: Actor): Reach {
  if (actor.role === 'super' || actor.role === 'warehouse') return 'all';
  if (!isClientRole(actor.role) || actor.account_id === null) return 'nothing';
  if (actor.role === 'client_admin') return 'account';
  return actor.role === 'site_admin' || actor.role === 'manager' ? 'sites' : 'own';
}

interface Person {
  actor_id: number | Placeholder;
  account_id: number | Placeholder;
  site_ids: string | Placeholder;
}

const person = (actor: Actor) => ({ actor_id: actor.id, account_id: actor.account_id ?? 0, site_ids: idList(actor.site_ids) });
const placeholders: Person = {
  actor_id: sql.placeholder('actor_id'),
  account_id: sql.placeholder('account_id'),
  site_ids: sql.placeholder('site_ids'),
};

const nothing = sql`1 = 0`;
const all = (...conditions: (SQL | undefined)[]): SQL => and(isNull(orders.deleted_at), ...conditions) ?? nothing;
const ownAccount = (who: Person): SQL => eq(orders.account_id, who.account_id);
const isTheirs = (who: Person): SQL | undefined => or(eq(orders.requester_id, who.actor_id), eq(orders.creator_id, who.actor_id));
const atOwnSite = (who: Person): SQL => among(orders.delivery_site_id, who.site_ids);
const isWearer = (who: Person): SQL =>
  sql`exists (select 1 from ${orderEmployees} where ${orderEmployees.order_id} = ${orders.id} and ${orderEmployees.employee_id} = ${who.actor_id})`;

function ordersEver(reach: Reach, who: Person): SQL | undefined {
  if (reach === 'all') return undefined;
  if (reach === 'account') return ownAccount(who);
  if (reach === 'sites') return and(ownAccount(who), or(atOwnSite(who), isTheirs(who), isWearer(who)));
  return reach === 'own' ? and(ownAccount(who), or(isTheirs(who), isWearer(who))) : nothing;
}

const ordersWithin = (reach: Reach, who: Person): SQL => all(ordersEver(reach, who));

function linesWithin(reach: Reach, who: Person): SQL {
  const isOwnLine = eq(orderLines.employee_id, who.actor_id);
  if (reach === 'sites') return all(ownAccount(who), or(atOwnSite(who), isTheirs(who), isOwnLine));
  return reach === 'own' ? all(ownAccount(who), or(isTheirs(who), isOwnLine)) : ordersWithin(reach, who);
}

/** As `visibleOrders`, and deleted orders as well: only for their restoration. */
export const ordersWithDeleted = (actor: Actor): SQL | undefined => ordersEver(reachOf(actor), person(actor));

/** The condition on `orders` under which a person may know that an order exists. Every query of orders uses it. */
export const visibleOrders = (actor: Actor): SQL => ordersWithin(reachOf(actor), person(actor));

/** The condition on `order_lines` joined to `orders`: a wearer who is not the requester sees only their own lines. */
export const visibleLines = (actor: Actor): SQL => linesWithin(reachOf(actor), person(actor));

/**
 * The condition on visible `orders` under which the reader sees the whole order and not only their own lines; undefined for readers
 * who see every order whole.
 */
export function wholeOrders(actor: Actor): SQL | undefined {
  const reach = reachOf(actor);
  const who = person(actor);
  if (reach === 'sites') return or(atOwnSite(who), isTheirs(who));
  return reach === 'own' ? isTheirs(who) : undefined;
}

interface Visible {
  orders: SQL;
  /** The condition for visible orders, including deleted ones. */
  orders_ever: SQL | undefined;
  lines: SQL;
}

/** Prepares a frequent query that is limited to the scope of its reader. The query is built once for each reach. */
export function preparedWithin<Result>(name: string, build: (db: Db, visible: Visible) => PromiseLike<Result> & { prepare(name?: string): unknown }) {
  const byReach = new Map<Reach, (db: Db, values: Record<string, unknown>) => Promise<Result>>();
  return (db: Db, actor: Actor, values: Record<string, unknown>): Promise<Result> => {
    const reach = reachOf(actor);
    let query = byReach.get(reach);
    if (!query) {
      query = prepared(`${name}_${reach}`, (on) =>
        build(on, {
          orders: ordersWithin(reach, placeholders),
          orders_ever: ordersEver(reach, placeholders),
          lines: linesWithin(reach, placeholders),
        }),
      );
      byReach.set(reach, query);
    }
    return query(db, { ...person(actor), ...values });
  };
}
