import { and, gte, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DaysBetween } from '../../shared/days-between.ts';
import { type StatusName, statusNames } from '../../shared/ordering/order-status.ts';
import { among, idList } from '../db/among.ts';
import { type Db, prepared } from '../db/db.ts';
import { inOrder } from '../db/in-order.ts';
import { orders, orderTally } from '../db/tables/index.ts';

const tallied = prepared('order_tally_by_status', (db) =>
  db
    .select({ status: orderTally.status, n: sql<number>`sum(${orderTally.n})`.mapWith(Number).as('n') })
    .from(orderTally)
    .groupBy(orderTally.status),
);
const talliedFor = prepared('order_tally_of_accounts', (db) =>
  db
    .select({ status: orderTally.status, n: sql<number>`sum(${orderTally.n})`.mapWith(Number).as('n') })
    .from(orderTally)
    .where(among(orderTally.account_id, sql.placeholder('account_ids')))
    .groupBy(orderTally.status),
);

/** The number of orders of some clients or of all, by status. The database keeps it up to date as orders change. */
export async function countedByStatus(db: Db, account_ids: readonly number[] | null): Promise<Map<string, number>> {
  const rows = account_ids ? await talliedFor(db, { account_ids: idList(account_ids) }) : await tallied(db);
  return new Map(rows.map(({ status, n }) => [status, n]));
}

/** The sum of these counts over these statuses. */
export const total = (counts: ReadonlyMap<string, number>, statuses: readonly StatusName[] = statusNames): number =>
  statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);

const live = and(isNull(orders.deleted_at), isNotNull(orders.submitted_at));
const firstSubmitted = prepared('first_submitted', (db) =>
  db
    .select({ at: orders.submitted_at })
    .from(orders)
    .where(live)
    .orderBy(...inOrder('asc', orders.submitted_at))
    .limit(1),
);
const lastSubmitted = prepared('last_submitted', (db) =>
  db
    .select({ at: orders.submitted_at })
    .from(orders)
    .where(live)
    .orderBy(...inOrder('desc', orders.submitted_at))
    .limit(1),
);

/**
 * The number of orders submitted on these days. The database stores the total, so only the group that is probably smaller is counted: the orders of
 * these days, or those of all other days.
 */
export async function countSubmitted(db: Db, { from, to }: DaysBetween): Promise<number> {
  const [first] = await firstSubmitted(db);
  const [last] = await lastSubmitted(db);
  if (!first?.at || !last?.at) return 0;
  const [firstTime, lastTime] = [Date.parse(first.at), Date.parse(last.at)];
  const duration = Math.min(lastTime, to ? Date.parse(to) : lastTime) - Math.max(firstTime, from ? Date.parse(from) : firstTime);
  const since = from ? gte(orders.submitted_at, from) : undefined;
  const until = to ? lt(orders.submitted_at, to) : undefined;
  const countWhere = (which: SQL | undefined): Promise<number> => db.$count(orders, and(live, which));
  if (duration * 2 < lastTime - firstTime) return countWhere(and(since, until));
  const counts = await countedByStatus(db, null);
  const earlier = from ? await countWhere(lt(orders.submitted_at, from)) : 0;
  const later = to ? await countWhere(gte(orders.submitted_at, to)) : 0;
  return total(counts) - total(counts, ['draft', 'requested']) - earlier - later;
}
