import BetterSqlite from 'better-sqlite3';
import { stages } from '../../shared/ordering/stages.ts';
import { latency, type Request } from './load.ts';

/**
 * How many times longer a first page, a stage or a search by number or PO may take on the larger data than on the smaller. Such a
 * request takes 2 to 4 milliseconds, and other work on the machine can double a median. Other work only adds time, and lasts a while: so
 * both servers run at once and get requests in turn, many times, and the lower quartiles are compared. Work that grows with the data
 * makes every request slower, even the quickest.
 */
export const MAX_LIST_GROWTH = 1.5;
/** How often a query is sent to each server: more often if its growth is measured. */
export const TIMES = { growth: 600, time: 200 } as const;
/** Milliseconds within which 95 of 100 deep pages and searches by client name are answered, on the smaller and on the larger data. */
export const MAX_DEEP_MS = [30, 100] as const;
/** Lines of the order that is opened at the office's desk, and the milliseconds that the server may take for all requests of its screen. */
export const EDIT_LINES = 1500;
export const MAX_EDIT_MS = 300;

/** One query of the list. Its limit is the growth between the two sizes, or the time on each size. */
export interface ListMeasure {
  name: string;
  path: string;
  limit: 'growth' | 'time';
}

const benchedStages = ['requires_allocation', 'requires_picking', 'requires_prep'] as const;

/** The number of rows of the smallest measured stage, at most 100. Pages of this length are compared, because every stage can fill them. */
export function fullPage(file: string): number {
  const connection = new BetterSqlite(file, { readonly: true });
  const counts = benchedStages.map((stage) => {
    const names = stages[stage].map((status) => `'${status}'`).join(', ');
    return (connection.prepare(`select count(*) n from orders where status in (${names}) and deleted_at is null`).get() as { n: number }).n;
  });
  connection.close();
  return Math.min(100, ...counts);
}

/** The office's queries of the list of orders, with a number, a PO and a client from the data. The page of a stage has `stage_rows` rows. */
export function listMeasures(file: string, stage_rows: number): ListMeasure[] {
  const connection = new BetterSqlite(file, { readonly: true });
  const { id, client } = connection
    .prepare(
      `select o.id, a.name client from orders o join accounts a on a.id = o.account_id
       where o.submitted_at is not null and o.deleted_at is null and o.id > (select max(id) / 2 from orders) limit 1`,
    )
    .get() as { id: number; client: string };
  const { middle } = connection
    .prepare(`select datetime((julianday(min(submitted_at)) + julianday(max(submitted_at))) / 2) middle from orders`)
    .get() as { middle: string };
  const po = connection
    .prepare(`select client_po_reference po from orders where client_po_reference is not null and deleted_at is null limit 1`)
    .get() as { po: string } | undefined;
  const { sku } = connection
    .prepare(
      `select p.sku from order_lines l join products p on p.id = l.product_id
       where p.parent_id is not null and l.id > (select max(id) / 2 from order_lines) limit 1`,
    )
    .get() as { sku: string };
  const address = connection.prepare(`select json_extract(delivery_address, '$.postcode') postcode from orders where id = ?`).get(id) as {
    postcode: string | null;
  };
  connection.close();
  const list = (query: string): string => `/api/admin/orders?per_page=100${query}`;
  return [
    { name: 'order list, first page', path: list(''), limit: 'growth' },
    ...benchedStages.map(
      (stage): ListMeasure => ({
        name: `stage: ${stage.replace('_', ' ')}`,
        path: `/api/admin/orders?per_page=${stage_rows}&stage=${stage}`,
        limit: 'growth',
      }),
    ),
    { name: 'required by, earliest first', path: list('&orderBy=required_on&sortedBy=asc'), limit: 'growth' },
    { name: 'required by, latest first', path: list('&orderBy=required_on&sortedBy=desc'), limit: 'growth' },
    { name: 'search by order number', path: list(`&search=${String(id).padStart(5, '0')}`), limit: 'growth' },
    ...(po ? [{ name: 'search by PO', path: list(`&search=${encodeURIComponent(po.po)}`), limit: 'growth' } satisfies ListMeasure] : []),
    ...(po
      ? [{ name: 'search by part of a PO', path: list(`&search=${encodeURIComponent(po.po.slice(1, -1))}`), limit: 'time' } satisfies ListMeasure]
      : []),
    { name: 'search by SKU', path: list(`&search=${encodeURIComponent(sku)}`), limit: 'time' },
    ...(address.postcode
      ? [{ name: 'search by postcode', path: list(`&search=${encodeURIComponent(address.postcode)}`), limit: 'time' } satisfies ListMeasure]
      : []),
    { name: 'order list, page 1,000', path: list('&page=1000'), limit: 'time' },
    { name: 'search by client name', path: list(`&search=${encodeURIComponent(client)}`), limit: 'time' },
    { name: 'submitted since ever', path: list('&start=2000-01-01'), limit: 'time' },
    { name: 'submitted in half of the days', path: list(`&start=${middle.slice(0, 10)}`), limit: 'time' },
    { name: 'which orders a view holds', path: '/api/admin/orders/matching', limit: 'time' },
  ];
}

/** Has every third submitted order required two weeks after its submission, as clients require some orders by a day. */
export function setRequiredDays(file: string): void {
  const connection = new BetterSqlite(file);
  connection.prepare(`update orders set required_on = date(submitted_at, '+14 days') where submitted_at is not null and id % 3 = 0`).run();
  connection.close();
}

/** Gives a draft copies of its first line until it has `EDIT_LINES`; returns its uuid. */
export function widenDraft(file: string): string {
  const connection = new BetterSqlite(file);
  const draft = connection
    .prepare(
      `select o.uuid, count(*) n, min(l.id) line from orders o join order_lines l on l.order_id = o.id
       where o.status = 'draft' and o.deleted_at is null group by o.id order by o.id limit 1`,
    )
    .get() as { uuid: string; n: number; line: number } | undefined;
  if (!draft) throw new Error('The data has no draft with a line; at least 2,000 orders have one.');
  const columns = (connection.pragma('table_info(order_lines)') as { name: string }[])
    .flatMap(({ name }) => (name === 'id' ? [] : [name]))
    .join(', ');
  connection
    .prepare(
      `with recursive times (n) as (select 1 union all select n + 1 from times where n < ?)
       insert into order_lines (${columns}) select ${columns} from order_lines cross join times where order_lines.id = ?`,
    )
    .run(EDIT_LINES - draft.n, draft.line);
  connection.close();
  return draft.uuid;
}

/** Milliseconds within which 95 of 100 openings of an order are complete. An opening reads the order and then its budgets. */
export async function openingTime(origin: string, headers: Record<string, string>, uuid: string): Promise<number> {
  const get = (path: string): Request => ({ method: 'GET', path, headers });
  const order = await latency(origin, get(`/api/orders/${uuid}`), 40);
  const budgets = await latency(origin, get(`/api/orders/${uuid}/budgets`), 40);
  return order.p95 + budgets.p95;
}
