import BetterSqlite from 'better-sqlite3';
import { type Askers, emptyList, LIST_TIMES_SLOWER, type Scenario } from './scenarios.ts';

/** The least number of lines that have to be open and short before the shortfall is measured. */
const SHORT_LINES = 200_000;
/** Orders that are reopened; they have at least `SHORT_LINES` lines. */
const SHORT_ORDERS = 50_000;
/** Milliseconds within which the shortfall of all clients is answered. */
const MAX_P95 = 300;
/** Milliseconds within which the list of SKUs that will run out is answered: it also adds up 13 weeks of dispatches. */
const MAX_REORDER_P95 = 500;

/** Reopens the orders that were shipped last, so that lines are short again. Returns their number; throws if it is below `SHORT_LINES`. */
export function reopenOrders(file: string): number {
  const connection = new BetterSqlite(file);
  connection.exec(`
    create temporary table reopened as
      select id from orders where status = 'shipped' and deleted_at is null order by id desc limit ${SHORT_ORDERS};
    update order_lines set qty_shipped = 0, qty_allocated = 0 where is_size_selected and order_id in (select id from reopened);
    update orders set status = 'submitted' where id in (select id from reopened);
    analyze;
  `);
  const count = connection
    .prepare(
      `select count(*) from orders join order_lines on order_id = orders.id where status = 'submitted' and orders.deleted_at is null
        and is_size_selected and qty_requested > qty_cancelled + qty_allocated + qty_shipped`,
    )
    .pluck()
    .get() as number;
  connection.close();
  if (count < SHORT_LINES) throw new Error(`Only ${count} lines are short`);
  return count;
}

/** The list of clients with a shortfall, opened and filtered; the SKUs of the client that orders most; and the SKUs that will run out. */
export function shortfallScenarios(askers: Askers): Scenario[] {
  const path = '/api/admin/reports/shortfall';
  const list = (name: string, url: string, most_p95 = MAX_P95): Scenario => ({
    name,
    requests: [{ method: 'GET', path: url, headers: askers.super }],
    most_times_slower: LIST_TIMES_SLOWER,
    most_p95,
    kind: 'list',
  });
  return [
    emptyList(askers),
    list('shortfall by client', path),
    list('shortfall, largest first', `${path}?orderBy=current_shortfall_qty&sortedBy=desc`),
    list('shortfall of a client', `${path}/1`),
    list('reorder list', '/api/admin/reports/reorder', MAX_REORDER_P95),
    list('purchase orders', '/api/admin/purchase-orders'),
  ];
}
