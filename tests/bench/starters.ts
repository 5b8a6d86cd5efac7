import BetterSqlite from 'better-sqlite3';
import { addDays } from '../../shared/add-days.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Request } from './load.ts';
import { addWave } from './rollouts.ts';

/** People who start in the next weeks; half of them have an order. */
export const STARTERS = 500;
/** Milliseconds within which 95 of 100 pages of the list are answered. */
export const MAX_STARTERS_MS = 50;

/** Gives the first client 500 people with a kit who start in the next five weeks; half of them have a submitted order with two lines. */
export function addStarters(file: string): void {
  const { ids, styles } = addWave(file, STARTERS);
  const connection = new BetterSqlite(file);
  const now = new Date().toISOString();
  const today = ukDate(now);
  connection.transaction(() => {
    const role = connection.prepare(`insert into employee_roles (account_id, name, created_at) values (1, 'Starter', ?)`).run(now).lastInsertRowid;
    const line = connection.prepare(`insert into kit_lines (employee_role_id, line, product_id, quantity, choose_from) values (?, ?, ?, 2, '[]')`);
    for (const [n, style] of styles.entries()) line.run(role, n, style);
    const begin = connection.prepare('update users set started_on = ? where id = ?');
    const hold = connection.prepare('insert into user_employee_roles (user_id, employee_role_id) values (?, ?)');
    const start = connection.prepare(
      `insert into starters (user_id, employee_role_id, is_ordered, order_id, outcome, created_at) values (?, ?, 1, ?, ?, ?)`,
    );
    const orderIds = connection
      .prepare(
        `select o.id from orders o where o.account_id = 1 and o.submitted_at is not null and o.cancelled_at is null and o.deleted_at is null
           and (select count(*) from order_lines l where l.order_id = o.id) > 1 order by o.id desc limit ?`,
      )
      .pluck()
      .all(STARTERS / 2) as number[];
    const wear = connection.prepare(
      'update order_lines set employee_id = ? where id in (select id from order_lines where order_id = ? order by id limit 2)',
    );
    for (const [n, id] of ids.entries()) {
      const order = orderIds[n] ?? null;
      begin.run(addDays(today, 1 + (n % 35)), id);
      hold.run(id, role);
      start.run(id, role, order, order === null ? null : 'submitted', now);
      if (order !== null) wear.run(id, order);
    }
  })();
  connection.close();
}

/** The pages of the list of starters that have a limit in milliseconds. */
export function starterRequests(headers: Record<string, string>): Record<string, Request> {
  const get = (query: string): Request => ({ method: 'GET', path: `/api/accounts/1/starters${query}`, headers });
  return { 'starters, first page': get(''), 'starters who are late': get('?is_late=true'), 'a search for a starter': get('?search=wave') };
}
