import { afterPaint } from '../ui/after-paint.ts';
import { createStore } from '../ui/store.ts';

const KEY = 'kitroom.receipts';
/** How long a tablet keeps its own notes about a delivery: a day longer than the office sends the delivery's rows. */
const KEEP_MS = 72 * 3_600_000;

/** Items that this tablet has sent to an order that waited for them. */
export interface Placement {
  product_id: number;
  order_line_id: number;
  order_number: string;
  tote: string | null;
  qty: number;
}

/** What only this tablet knows about a delivery: the places that were shown for its items and, until an item is counted, its purchase orders. */
export interface LocalReceipt {
  uuid: string;
  /** The purchase orders of the delivery. */
  orders: readonly number[];
  begun_at: string;
  finished_at: string | null;
  placements: readonly Placement[];
}

const isLocalReceipt = (value: unknown): value is LocalReceipt => {
  const { uuid, orders, begun_at, placements } = (value ?? {}) as Partial<Record<keyof LocalReceipt, unknown>>;
  return typeof uuid === 'string' && typeof begun_at === 'string' && Array.isArray(orders) && Array.isArray(placements);
};

/** The deliveries in the browser's storage, which another tab may have changed; null if the storage cannot be read. */
function readStored(): LocalReceipt[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isLocalReceipt) : [];
  } catch {
    return null;
  }
}

/** The deliveries that this tablet receives, oldest first. */
export const localReceipts = createStore<readonly LocalReceipt[]>(readStored() ?? []);

/** This tablet's notes about one delivery. */
export const localReceipt = (uuid: string): LocalReceipt | undefined => localReceipts.get().find((one) => one.uuid === uuid);

type Change = (local: LocalReceipt) => LocalReceipt;

/** The deliveries after a change of one of them. A delivery is added by its first change; deliveries that are too old are left out. */
function changed(deliveries: readonly LocalReceipt[], uuid: string, change: Change): LocalReceipt[] {
  const now = Date.now();
  const recent = deliveries.filter(({ begun_at }) => now - Date.parse(begun_at) < KEEP_MS);
  const begun = { uuid, orders: [], begun_at: new Date(now).toISOString(), finished_at: null, placements: [] };
  if (!recent.some((one) => one.uuid === uuid)) recent.push(begun);
  return recent.map((one) => (one.uuid === uuid ? change(one) : one));
}

function store(deliveries: readonly LocalReceipt[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(deliveries));
  } catch {
    // If the browser stores nothing, the counted quantities are not lost: the tablet's rows contain them.
  }
}

function change(uuid: string, to: Change): void {
  const deliveries = changed(readStored() ?? localReceipts.get(), uuid, to);
  localReceipts.set(deliveries);
  store(deliveries);
}

/** Adds a purchase order to a delivery. The first purchase order begins the delivery. */
export function addOrder(uuid: string, purchase_order_id: number): void {
  if (localReceipt(uuid)?.orders.includes(purchase_order_id)) return;
  change(uuid, (local) => ({ ...local, orders: [...local.orders, purchase_order_id] }));
}

/**
 * Stores the places that this tablet has shown for items: in the browser's storage at once, and for the screen after the next paint. The
 * places are needed only when the office's answer arrives, so a scan does not wait for a second rendering.
 */
export function keepPlacements(uuid: string, placements: readonly Placement[]): void {
  const withPlacements: Change = (local) => ({ ...local, placements });
  store(changed(readStored() ?? localReceipts.get(), uuid, withPlacements));
  afterPaint(() => {
    if (JSON.stringify(localReceipt(uuid)?.placements) !== JSON.stringify(placements))
      localReceipts.set(changed(localReceipts.get(), uuid, withPlacements));
  });
}

/** Records that everything in the delivery is counted. */
export const finishReceipt = (uuid: string): void => change(uuid, (local) => ({ ...local, finished_at: new Date().toISOString() }));

/** Records that counting goes on. */
export const reopenReceipt = (uuid: string): void => change(uuid, (local) => ({ ...local, finished_at: null }));
