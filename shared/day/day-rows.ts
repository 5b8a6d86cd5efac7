/** The lists to which the rows of the day board lead: the address of each in the app, and its API. */
export const dayLists = {
  orders: { screen: '/admin/orders', api: '/api/admin/orders' },
  returns: { screen: '/admin/returns', api: '/api/admin/returns' },
  attention: { screen: '/admin/attention', api: '/api/admin/attention' },
  stock: { screen: '/admin/stock', api: '/api/admin/stock/skus' },
  purchase_orders: { screen: '/admin/purchase-orders', api: '/api/admin/purchase-orders' },
  dispatches: { screen: '/admin/shipping/dispatches', api: '/api/admin/shipping/orders/dispatches' },
  tablets: { screen: '/admin/tablets', api: '/api/admin/tablets' },
  mail: { screen: '/admin/mail', api: '/api/admin/mail' },
} as const;
export type DayList = keyof typeof dayLists;

interface DayRow {
  list: DayList;
  /** The filter with which the total of the list is the number in this row. The list has the filter in its address, and sends it to its API. */
  filter: Record<string, string>;
  /** The key on the keyboard that opens the list. */
  key: string;
}

/** The rows of the day board, in their places. */
export const dayRows = {
  ready: { list: 'orders', filter: { ready: '1' }, key: 'r' },
  late: { list: 'orders', filter: { late: '1' }, key: 'l' },
  short: { list: 'orders', filter: { short: '1' }, key: 's' },
  courier: { list: 'orders', filter: { stage: 'waiting_for_courier' }, key: 'c' },
  stuck: { list: 'orders', filter: { stuck: '1' }, key: 'k' },
  missing: { list: 'dispatches', filter: { delivery: 'not_arrived' }, key: 'p' },
  returns: { list: 'returns', filter: { status: 'new' }, key: 't' },
  drafts: { list: 'orders', filter: { unsubmitted: '1' }, key: 'd' },
  counts: { list: 'attention', filter: { kind: 'count_request' }, key: 'n' },
  checks: { list: 'stock', filter: { show: 'in_question' }, key: 'q' },
  arriving: { list: 'purchase_orders', filter: { arriving: '1' }, key: 'a' },
  tablets: { list: 'tablets', filter: { show: 'missing' }, key: 'b' },
  mail: { list: 'mail', filter: { failed: '1' }, key: 'm' },
} as const satisfies Record<string, DayRow>;
export type DayRowName = keyof typeof dayRows;
export const dayRowNames = Object.keys(dayRows) as DayRowName[];

/** The address of the list that a row counts. */
export function dayRowPath(name: DayRowName): string {
  const { list, filter } = dayRows[name];
  return `${dayLists[list].screen}#${new URLSearchParams(filter)}`;
}
