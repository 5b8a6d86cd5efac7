import { type OrderFacts, type ProgressSummary, progressSummary } from '../../../shared/ordering/order-status.ts';
import type { ListQuery, PageOf } from '../page-of.ts';

export interface SampleOrder {
  number: string;
  submitted_at: string;
  client: string;
  site: string;
  requester: string;
  po: string | null;
  progress: ProgressSummary;
  allocated: string;
  sub_total: number;
  is_stuck: boolean;
}

const base: OrderFacts = {
  submitted_at: '2026-11-18T09:12:00.000Z',
  requested_at: null,
  cancelled_at: null,
  lines_with_sizes: 6,
  lines_with_no_sizes: 0,
  qty_wanted: 6,
  qty_allocated: 0,
  qty_shipped: 0,
  pick_state: null,
};

/** Every stage an order can show. */
export const stages: ProgressSummary[] = [
  progressSummary({ ...base, submitted_at: null, lines_with_sizes: 0, lines_with_no_sizes: 6 }),
  progressSummary({ ...base, lines_with_sizes: 4, lines_with_no_sizes: 2, qty_allocated: 2 }),
  progressSummary({ ...base, qty_allocated: 6, pick_state: 'picking' }),
  progressSummary({ ...base, qty_allocated: 6, pick_state: 'booked' }),
  progressSummary({ ...base, qty_allocated: 6, pick_state: 'awaiting_courier' }),
  progressSummary({ ...base, qty_shipped: 4, qty_allocated: 0 }),
  progressSummary({ ...base, qty_shipped: 6 }),
  progressSummary({ ...base, cancelled_at: '2026-11-19T10:00:00.000Z' }),
];

const clients = ['Northgate Facilities', 'Harbour Care'];
const sites = [
  'Leeds Depot',
  'Hull Albert Dock Distribution Centre and Training Rooms',
  'Brighton Marina',
  'Portsmouth, Spinnaker House',
  'York Clifton Moor',
];
const people = ['Gemma Holt', 'Konstantinos Papadopoulos-Featherstonehaugh-Montgomery-Smythe', 'Dev Chaudhry', 'Siân Rees-Williams', 'Olu Bankole'];
const pick = <Item>(items: readonly Item[], place: number): Item => items[place % items.length] as Item;

const all: SampleOrder[] = Array.from({ length: 10_000 }, (_, place) => ({
  number: String(10_150 - place).padStart(5, '0'),
  submitted_at: new Date(Date.UTC(2026, 10, 20, 9) - place * 3_600_000).toISOString(),
  client: pick(clients, place),
  site: pick(sites, place * 3 + (place >> 2)),
  requester: pick(people, place * 7 + (place >> 1)),
  po: place % 6 === 3 ? null : `PO ${88_250 - place}`,
  progress: pick(stages, place * 5 + (place >> 3)),
  allocated: `${place % 7} / ${(place % 7) + (place % 3)}`,
  sub_total: 5_000 + ((place * 7919) % 60_000),
  is_stuck: place === 6,
}));

/** Responds as the API would, with a short delay. */
export async function loadOrders(query: ListQuery, rows = all.length): Promise<PageOf<SampleOrder>> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  const search = (query.search ?? '').toLowerCase();
  const matches = all
    .slice(0, rows)
    .filter((order) => `${order.number} ${order.client} ${order.requester} ${order.po ?? ''}`.toLowerCase().includes(search));
  const by = query.orderBy === 'sub_total' ? (order: SampleOrder) => order.sub_total : (order: SampleOrder) => Number(order.number);
  matches.sort((one, other) => (query.sortedBy === 'desc' ? by(other) - by(one) : by(one) - by(other)));
  const start = (query.page - 1) * query.per_page;
  return { items: matches.slice(start, start + query.per_page), current_page: query.page, per_page: query.per_page, total: matches.length };
}
