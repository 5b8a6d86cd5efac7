import { randomUUID } from 'node:crypto';
import type BetterSqlite from 'better-sqlite3';
import type { Request } from './load.ts';

/**
 * The cost limit of a list: three times the cost of its SQL in a bare handler, plus the cost of a list that finds nothing (route, session, checks,
 * the text of the query and the head of the response). The statements and rows of a list have limits of their own, because slow SQL makes the bare
 * handler just as slow.
 */
export const LIST_TIMES_SLOWER = 3;
export const MAX_LIST_STATEMENTS = 8;
export const MAX_LIST_ROWS = 1_000;

/** One measured scenario. */
export interface Scenario {
  name: string;
  /** The requests that are sent in turn; a read has one. */
  requests: Request[];
  /** Requests of the same kind on other rows. The statements of the ceiling are recorded from them; if they are left out, from `requests`. */
  recorded?: Request[];
  writes?: boolean;
  /**
   * How many times slower than the ceiling the product may be. Reads are compared by processor time. Writes are compared by requests a second,
   * because writes wait for the disk.
   */
  most_times_slower: number;
  /** `fixed_cost` measures the fixed cost, which is added to the limit of a `list`. */
  kind?: 'fixed_cost' | 'list';
  /** Milliseconds within which 95 of 100 requests have to be answered, if there is a target besides the ratio. */
  most_p95?: number;
  /** Rows that the list may read, if it may read more than other lists. */
  most_rows?: number;
}

const deepPage = 1000;

/** The office's lists except the list of orders, each with its default query. The list of SKUs is also measured sorted and filtered. */
const officeLists: [name: string, path: string][] = [
  ['SKUs', '/api/admin/stock/skus'],
  ['SKUs by what is free', '/api/admin/stock/skus?orderBy=qty_free'],
  ['SKUs in stock', '/api/admin/stock/skus?show=in_stock'],
  ['SKUs found by name', '/api/admin/stock/skus?search=polo'],
  ['SKUs to count', '/api/admin/stock/to-count'],
  ['picking anomalies', '/api/admin/stock/checks'],
  ['to pick', '/api/admin/picking/orders'],
  ['to prepare', '/api/admin/prep/orders'],
  ['ready for dispatch', '/api/admin/shipping/orders'],
  ['dispatches', '/api/admin/shipping/orders/dispatches'],
  ['returns', '/api/admin/returns'],
  ['returns to suppliers', '/api/admin/supplier-returns'],
  ['allocation runs', '/api/admin/allocation-runs'],
  ['attention', '/api/admin/attention'],
  ['clients', '/api/admin/accounts'],
  ['people of a client', '/api/admin/accounts/1/employees'],
  ['employee roles of a client', '/api/admin/accounts/1/employee-roles'],
  ['clothing sets of a client', '/api/accounts/1/clothing-sets'],
  ['people', '/api/employees'],
  ['sites', '/api/sites'],
  ['suppliers', '/api/admin/suppliers'],
  ['error codes', '/api/admin/error-codes'],
  ['notices', '/api/notices'],
  ['notifications', '/api/notifications'],
  ['mail', '/api/admin/mail'],
  ['audit', '/api/admin/audit'],
];
const places = 40;

/** The bearer headers of the callers: a super, a tablet's user, and the Client Manager and a wearer of the client with the most orders. */
export interface Askers {
  super: Record<string, string>;
  floor: Record<string, string>;
  client: Record<string, string>;
  wearer: Record<string, string>;
}

/** Measures the fixed cost of a list by a list that finds nothing. */
export const emptyList = ({ super: headers }: Askers): Scenario => ({
  name: 'a list that finds nothing',
  requests: [{ method: 'GET', path: '/api/admin/suppliers?search=no+such+supplier', headers }],
  most_times_slower: 6,
  kind: 'fixed_cost',
});

const json = { 'Content-Type': 'application/json' };

/**
 * The scenarios on `large` data. The rows that they read, and the drafts and waiting orders that they write, are looked up in the database. `wide` is
 * the uuid of the order with 20 lines, `shared` that of a draft for 20 people.
 */
export function scenarios(connection: BetterSqlite.Database, askers: Askers, { wide, shared }: { wide: string; shared: string }): Scenario[] {
  const get = (path: string, headers = askers.super): Request[] => [{ method: 'GET', path, headers }];
  const one = <Row>(sql: string, ...values: unknown[]): Row => {
    const row = connection.prepare(sql).get(...values);
    if (!row) throw new Error(`The data has no row for: ${sql}`);
    return row as Row;
  };
  const all = <Row>(sql: string, ...values: unknown[]): Row[] => connection.prepare(sql).all(...values) as Row[];

  const middle = one<{ id: number; client: string }>(
    `select o.id, a.name client from orders o join accounts a on a.id = o.account_id where o.submitted_at is not null and o.deleted_at is null and o.id > (select max(id) / 2 from orders) limit 1`,
  );
  const skus = all<{ sku: string }>(`select p.sku from stock_levels s join products p on p.id = s.product_id limit 100`).map(({ sku }) => sku);

  const drafts = all<{ uuid: string; employee_id: number; product_id: number; decoration: string | null }>(
    `select o.uuid, l.employee_id, min(l.product_id) product_id, l.decoration from orders o join order_lines l on l.order_id = o.id
     where o.status = 'draft' and o.deleted_at is null and l.is_size_selected group by o.id order by o.id limit ?`,
    places * 2,
  );
  const addLine = ({ uuid, employee_id, product_id, decoration }: (typeof drafts)[number]): Request => ({
    method: 'POST',
    path: `/api/orders/${uuid}/employees/${employee_id}/lines`,
    headers: { ...askers.super, ...json },
    body: JSON.stringify({ lines: [{ product_id, quantity: 1, is_size_selected: true, decoration: decoration ?? 'Company logo, left chest' }] }),
  });

  const waiting = all<{ uuid: string; line_id: number }>(
    `select o.uuid, l.id line_id from orders o join order_lines l on l.order_id = o.id join stock_levels s on s.product_id = coalesce(l.picked_product_id, l.product_id)
     where o.status = 'submitted' and not o.is_frozen and o.deleted_at is null and l.is_size_selected and l.qty_allocated = 0 and l.qty_requested > l.qty_shipped + l.qty_cancelled
       and s.qty_available - s.qty_allocated > 50
     group by o.id order by o.id limit ?`,
    places * 2,
  );
  const allocate = (rows: typeof waiting): Request[] =>
    [1, 0].flatMap((qty_allocated) =>
      rows.map(({ uuid, line_id }) => ({
        method: 'PUT' as const,
        path: `/api/admin/orders/${uuid}/lines/${line_id}/allocation`,
        headers: { ...askers.super, ...json },
        body: JSON.stringify({ qty_allocated }),
      })),
    );

  const tablet = { device: randomUUID(), secret: 'b'.repeat(64) };
  const pull = (cursor: unknown): Request[] => [
    {
      method: 'POST',
      path: '/api/sync',
      headers: { ...askers.floor, ...json },
      body: JSON.stringify({ pv: 1, ...tablet, pending: 0, push: [], pull: { cursor, lm: {} } }),
    },
  ];

  const ordersOfClient = one<{ n: number }>(`select count(*) n from orders where account_id = 1 and deleted_at is null`).n;
  const dashboard = (name: string, path: string, headers = askers.client): Scenario => ({
    name,
    requests: get(`/api/dashboards/homepage/${path}`, headers),
    most_times_slower: 3,
    most_p95: 50,
  });

  return [
    { name: 'order list, first page of 100', requests: get('/api/admin/orders?per_page=100'), most_times_slower: 3 },
    { name: `order list, page ${deepPage}`, requests: get(`/api/admin/orders?per_page=100&page=${deepPage}`), most_times_slower: 3 },
    {
      name: 'search by order number',
      requests: get(`/api/admin/orders?per_page=100&search=${String(middle.id).padStart(5, '0')}`),
      most_times_slower: 3,
    },
    {
      name: 'search by client name',
      requests: get(`/api/admin/orders?per_page=100&search=${encodeURIComponent(middle.client)}`),
      most_times_slower: 3,
    },
    { name: 'stage: requires allocation', requests: get('/api/admin/orders?per_page=100&stage=requires_allocation'), most_times_slower: 3 },
    {
      name: 'one order with 20 lines',
      requests: get(`/api/orders/${wide}?include=lines,lines.product,lines.product.parent,employees,dispatches,delivery_address`),
      most_times_slower: 3,
    },
    {
      name: 'the usual of 20 wearers',
      requests: get(`/api/orders/${shared}/usual`, askers.client),
      most_times_slower: 3,
      most_p95: 50,
    },
    { name: 'stock levels of 100 SKUs', requests: get(`/api/admin/stock?sku=${encodeURIComponent(skus.join(','))}`), most_times_slower: 3 },
    { name: 'sync, full pull', requests: pull(null), most_times_slower: 3 },
    { name: 'sync, delta with nothing new', requests: pull('last'), most_times_slower: 3 },
    {
      name: 'add a line',
      requests: drafts.slice(0, places).map(addLine),
      recorded: drafts.slice(places).map(addLine),
      writes: true,
      most_times_slower: 2,
    },
    {
      name: 'allocate a line',
      requests: allocate(waiting.slice(0, places)),
      recorded: allocate(waiting.slice(places)),
      writes: true,
      most_times_slower: 2,
    },
    {
      name: `orders of a client with ${ordersOfClient.toLocaleString('en-GB')}`,
      requests: get('/api/orders?per_page=25', askers.client),
      most_times_slower: 3,
      most_p95: 50,
    },
    { name: 'the day board', requests: get('/api/admin/day'), most_times_slower: 3, most_p95: 50 },
    { name: 'what waits for a client', requests: get('/api/orders/waiting', askers.client), most_times_slower: 3, most_p95: 50 },
    dashboard('its shortfall', 'shortfall'),
    dashboard('its spend by site, 12 months', 'graphs/sbs?timeframe=12m'),
    dashboard('its spend by product, 12 months', 'graphs/sbp?timeframe=12m'),
    dashboard('its budgets by role, 12 months', 'graphs/uas?timeframe=12m'),
    dashboard('a wearer’s budget, 12 months', 'graphs/uss?timeframe=12m', askers.wearer),
    dashboard('spend by client, 12 months', 'graphs/sbc?timeframe=12m', askers.super),
    dashboard('all spend by product, 12 months', 'graphs/sbp?timeframe=12m', askers.super),
    emptyList(askers),
    ...officeLists.map(
      ([name, path]): Scenario => ({
        name: `list: ${name}`,
        requests: get(`${path}${path.includes('?') ? '&' : '?'}per_page=100`),
        most_times_slower: LIST_TIMES_SLOWER,
        kind: 'list',
      }),
    ),
  ];
}
