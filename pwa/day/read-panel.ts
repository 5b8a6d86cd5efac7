import { ageText, daysLateText } from '../../shared/day/age-text.ts';
import { type DayRowName, dayRows } from '../../shared/day/day-rows.ts';
import { tabletName } from '../../shared/sync/tablet-name.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { countText } from '../ui/count-text.ts';
import {
  type ListedOrder,
  listAttention,
  listDispatches,
  listMail,
  listOrders,
  listPurchaseOrders,
  listReturns,
  listSkus,
  listTablets,
} from './client.ts';

/** How many items of a row are shown beside the board. */
const SHOWN = 8;

/** One item of a row that is not an order. */
export interface PanelItem {
  id: string;
  /** The screen of the item. */
  to: string;
  /** Its code or name, which is the link. */
  name: string;
  isCode: boolean;
  about: string;
  /** How long it has waited, or how much of it there is. */
  end: string;
}

/** The first items of a row, the oldest first: orders, or items of another kind. `ids` has the ids of emails. */
export interface Panel {
  total: number;
  orders?: readonly ListedOrder[];
  items?: readonly PanelItem[];
  ids?: readonly number[];
}

type Reader = (query: Record<string, string | number>, signal: AbortSignal) => Promise<Panel>;

const oldestFirst = { sortedBy: 'asc', per_page: SHOWN };
const now = (): string => new Date().toISOString();

const readOrders =
  (orderBy: 'submitted_at' | 'created_at'): Reader =>
  async (query, signal) => {
    const { items, total } = await listOrders({ ...query, ...oldestFirst, orderBy }, signal);
    return { total, orders: items };
  };

const readReturns: Reader = async (query, signal) => {
  const { items, total } = await listReturns({ ...query, ...oldestFirst, orderBy: 'id' }, signal);
  const entries = items.map(({ id, return_number, order, creator, created_at }) => ({
    id: String(id),
    to: `/admin/returns/${id}/edit`,
    name: return_number,
    isCode: true,
    about: `${order.account.name}, ${creator.name}`,
    end: ageText(created_at, now()),
  }));
  return { total, items: entries };
};

const readCounts: Reader = async (query, signal) => {
  const { items, total } = await listAttention({ ...query, ...oldestFirst, orderBy: 'at' }, signal);
  const entries = items.map(({ m, sku, garment, qty, person, at }) => ({
    id: m,
    to: `/admin/attention#${new URLSearchParams({ ...dayRows.counts.filter, item: m })}`,
    name: sku ?? '',
    isCode: true,
    about: [garment, qty === null ? 'to be counted' : `counted ${qty}`, person?.name].filter(Boolean).join(', '),
    end: ageText(at, now()),
  }));
  return { total, items: entries };
};

const readSkus: Reader = async (query, signal) => {
  const { items, total } = await listSkus({ ...query, ...oldestFirst, orderBy: 'bin' }, signal);
  const entries = items.map(({ id, sku, name, bin, qty_in_question }) => ({
    id: String(id),
    to: `/admin/stock/${id}`,
    name: sku,
    isCode: true,
    about: [bin, name].filter(Boolean).join(', '),
    end: `${qty_in_question} not found`,
  }));
  return { total, items: entries };
};

const readPurchaseOrders: Reader = async (query, signal) => {
  const { items, total } = await listPurchaseOrders({ ...query, ...oldestFirst, orderBy: 'due_on' }, signal);
  const today = ukDate(now());
  const entries = items.map(({ id, our_reference, supplier, qty_pending, next_due_on, is_late }) => ({
    id: String(id),
    to: `/admin/purchase-orders/${id}/edit`,
    name: our_reference,
    isCode: true,
    about: [supplier?.name, countText(qty_pending, 'item')].filter(Boolean).join(', '),
    end: next_due_on === null ? '' : is_late ? `${daysLateText(next_due_on, today)} late` : 'today',
  }));
  return { total, items: entries };
};

const readDispatches: Reader = async (query, signal) => {
  const { items, total } = await listDispatches({ ...query, ...oldestFirst, orderBy: 'dispatched_at' }, signal);
  const entries = items.map(({ id, dispatch_number, account, site, consignment, not_arrived_at }) => ({
    id: String(id),
    to: `/admin/shipping/dispatches#${new URLSearchParams({ search: dispatch_number })}`,
    name: dispatch_number,
    isCode: true,
    about: [account.name, site?.name, consignment?.tracking_number].filter(Boolean).join(', '),
    end: ageText(not_arrived_at ?? now(), now()),
  }));
  return { total, items: entries };
};

const readTablets: Reader = async (query, signal) => {
  const { items, total } = await listTablets({ ...query, ...oldestFirst, orderBy: 'last_seen_at' }, signal);
  const entries = items.map((tablet) => ({
    id: tablet.device,
    to: `/admin/tablets#${new URLSearchParams(dayRows.tablets.filter)}`,
    name: tabletName(tablet),
    isCode: false,
    about: [tablet.people.join(', '), tablet.qty_unsent > 0 && countText(tablet.qty_unsent, 'unsent change')].filter(Boolean).join('. '),
    end: ageText(tablet.last_seen_at, now()),
  }));
  return { total, items: entries };
};

const readMail: Reader = async (query, signal) => {
  const { items, total } = await listMail({ ...query, ...oldestFirst, orderBy: 'created_at' }, signal);
  const entries = items.map(({ id, to, subject, error, state, failed_at, created_at }) => ({
    id: String(id),
    to: `/admin/mail#${new URLSearchParams({ ...dayRows.mail.filter, mail: String(id) })}`,
    name: subject,
    isCode: false,
    about: [to, error ?? (state === 'expired' ? 'expired before it was sent' : null)].filter(Boolean).join(': '),
    end: ageText(failed_at ?? created_at, now()),
  }));
  return { total, items: entries, ids: items.map(({ id }) => id) };
};

const readers: Record<DayRowName, Reader> = {
  ready: readOrders('submitted_at'),
  late: readOrders('submitted_at'),
  short: readOrders('submitted_at'),
  courier: readOrders('submitted_at'),
  stuck: readOrders('submitted_at'),
  missing: readDispatches,
  drafts: readOrders('created_at'),
  returns: readReturns,
  counts: readCounts,
  checks: readSkus,
  arriving: readPurchaseOrders,
  tablets: readTablets,
  mail: readMail,
};

/** Reads the first items of a row from the list that the row counts. */
export const readPanel = (name: DayRowName, signal: AbortSignal): Promise<Panel> => readers[name](dayRows[name].filter, signal);
