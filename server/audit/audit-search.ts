import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { eventNamesLike } from '../../shared/audit/events.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { contains, jsonContains } from '../db/contains.ts';
import { personNamed } from '../db/person-search.ts';
import { accounts, auditRows, dispatchOrders, orderLines, picks, products, returns, sites, users } from '../db/tables/index.ts';

/** Upper limit of the people, clients, sites or products whose events one search includes. */
const MAX_NAMES = 500;
/** A search of all events reads the values of at most this many events, the newest. */
export const MAX_SEARCHED_EVENTS = 100_000;

/** The names of lines in a recorded value, by line id. */
const linesIn = (thing: unknown): [number, string | null][] => {
  if (Array.isArray(thing)) return thing.flatMap(linesIn);
  if (!thing || typeof thing !== 'object') return [];
  const { id, product_name, lines } = thing as { id?: unknown; product_name?: unknown; lines?: unknown };
  return [
    ...(typeof id === 'number' ? [[id, typeof product_name === 'string' ? product_name : null] as [number, string | null]] : []),
    ...linesIn(lines),
  ];
};

/** The names of lines that were removed from an order, by line id, from the events that record the removal. */
export async function removedLines({ db }: Pick<Ctx, 'db'>, order_id: number): Promise<Map<number, string | null>> {
  const removals = await db
    .select({ before: auditRows.before })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.on_type, 'order'),
        eq(auditRows.on_id, order_id),
        inArray(auditRows.what, ['order_line.deleted', 'order.lines_deleted', 'order.product_removed', 'order.employee_removed']),
      ),
    );
  return new Map(removals.flatMap(({ before }) => linesIn(before)));
}

/** The condition that selects the events of an order and of its lines (removed ones too), picks, dispatches, returns and emails. */
export function ofOrder(order_id: number, removed: ReadonlyMap<number, string | null>): SQL {
  const of = (type: string, ids: SQL): SQL => sql`(${auditRows.on_type} = ${type} and ${auditRows.on_id} in (${ids}))`;
  const events = or(
    and(inArray(auditRows.on_type, ['order', 'order_mail']), eq(auditRows.on_id, order_id)),
    of('order_line', sql`select ${orderLines.id} from ${orderLines} where ${orderLines.order_id} = ${order_id}`),
    and(eq(auditRows.on_type, 'order_line'), among(auditRows.on_id, idList([...removed.keys()]))),
    of('pick', sql`select ${picks.id} from ${picks} where ${picks.order_id} = ${order_id}`),
    of('dispatch', sql`select ${dispatchOrders.dispatch_id} from ${dispatchOrders} where ${dispatchOrders.order_id} = ${order_id}`),
    of('return', sql`select ${returns.id} from ${returns} where ${returns.order_id} = ${order_id}`),
  );
  return sql`(${events})`;
}

/**
 * The condition under which an event contains a text: in the name of the actor, the act, the client, site, person or product that it is about, in an
 * order number, or in the values before and after. If no other filter narrows the list, only the values of the newest events are read, because
 * reading all would take too long.
 */
export async function hasAuditText({ db }: Pick<Ctx, 'db'>, text: string, { isNarrow }: { isNarrow: boolean }): Promise<SQL> {
  const named = async (type: readonly string[], ids: PromiseLike<{ id: number }[]>): Promise<SQL | undefined> => {
    const matchingIds = (await ids).map(({ id }) => id);
    return matchingIds.length ? and(inArray(auditRows.on_type, [...type]), among(auditRows.on_id, idList(matchingIds))) : undefined;
  };
  const people = (await db.select({ id: users.id }).from(users).where(personNamed(text)).limit(MAX_NAMES)).map(({ id }) => id);
  const number = /^#?0*(\d{1,9})$/.exec(text)?.[1];
  const events = eventNamesLike(text);
  const newest = sql`${auditRows.id} > (select coalesce(max(newest.id), 0) - ${MAX_SEARCHED_EVENTS} from audit as newest)`;
  const values = or(jsonContains(auditRows.before, text), jsonContains(auditRows.after, text));
  const matches = or(
    people.length
      ? or(among(auditRows.who_id, idList(people)), and(eq(auditRows.on_type, 'user'), among(auditRows.on_id, idList(people))))
      : undefined,
    events.length ? inArray(auditRows.what, events) : undefined,
    number ? and(inArray(auditRows.on_type, ['order', 'order_mail']), eq(auditRows.on_id, Number(number))) : undefined,
    await named(['account'], db.select({ id: accounts.id }).from(accounts).where(contains(accounts.name, text)).limit(MAX_NAMES)),
    await named(['site'], db.select({ id: sites.id }).from(sites).where(contains(sites.name, text)).limit(MAX_NAMES)),
    await named(
      ['product', 'stock'],
      db
        .select({ id: products.id })
        .from(products)
        .where(or(contains(products.name, text), contains(products.sku, text)))
        .limit(MAX_NAMES),
    ),
    isNarrow ? values : and(newest, values),
  );
  return sql`(${matches})`;
}
