import { byShelf } from '../../shared/picking/walking-order.ts';
import { receivedItems } from '../../shared/purchasing/received-items.ts';
import { cartonOf, itemCodeOf } from '../../shared/scan/gs1.ts';
import { withCode } from '../../shared/scan/is-code-of.ts';
import type { OverflowBin } from '../../shared/stock/overflow-bin.ts';
import { type Floor, touchKey } from '../../shared/sync/floor.ts';
import type { DemandRow, ReceiptRow } from '../../shared/sync/rows.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { sizePlaces } from '../offline/size-places.ts';
import { isSameCode, type OrderToReceive, ordersHere } from './goods.ts';
import { type LocalReceipt, localReceipts, type Placement } from './local-receipts.ts';

/** Where items of a SKU go: the order line that waits for them, or their bin. */
export interface Place {
  key: string;
  order_line_id: number | null;
  order_number: string | null;
  wearer: string | null;
  tote: string | null;
  /** How many items of this delivery are counted for this place, and out of how many (`of`). */
  qty: number;
  of: number;
}

/** A line of the delivery. */
export interface GoodsLine {
  key: string;
  /** Null if the items are on no purchase order. */
  po_line_id: number | null;
  purchase_order_id: number | null;
  our_reference: string | null;
  product_id: number;
  sku: string;
  name: string;
  colour: string | null;
  colour_hex: string | null;
  size: string;
  /** The SKU's position among the SKUs of its style, if this tablet knows it. */
  place?: number | undefined;
  bin: string | null;
  bins: readonly OverflowBin[] | undefined;
  barcode: string | null;
  picture_url: string | null;
  /** `qty`: items counted in this delivery. `expected`: items still to come when the delivery began. */
  qty: number;
  expected: number;
  qty_ordered: number;
  due_on: string | null;
  /** False if the office has cancelled or closed the order. */
  is_open: boolean;
  is_waiting: boolean;
  /** Where all items of the line's SKU go, the orders that have waited longest first. */
  places: Place[];
}

export interface LineGroups {
  remaining: GoodsLine[];
  counted: GoodsLine[];
  /** Lines without counted items that are due after today, and later than the first open line of their order. */
  later: GoodsLine[];
}

export interface ReceiptScreen {
  uuid: string;
  local: LocalReceipt | undefined;
  row: ReceiptRow | null;
  orders: OrderToReceive[];
  lines: GoodsLine[];
  /** Items without a purchase order that the office took into stock: they were counted already, and wait to be put away. */
  unordered: GoodsLine[];
  groups: LineGroups;
  qty: number;
  expected: number;
  /** True until the tablet knows that every change of the delivery has reached the office. */
  is_waiting: boolean;
}

type Waiting = DemandRow['lines'];

/** Where the `total` items of a SKU go, of which `counted` have been counted. Allocations come first, then the lines that wait. */
export function placesOf(counted: number, total: number, allocations: ReceiptRow['allocations'], waiting: Waiting): Place[] {
  let rest = Math.max(0, total - counted);
  const places: Place[] = allocations.map(({ order_line_id, order_number, wearer, tote, qty }) => {
    const more = Math.min(rest, waiting.find((line) => line.order_line_id === order_line_id)?.qty ?? 0);
    rest -= more;
    return { key: String(order_line_id), order_line_id, order_number, wearer, tote, qty, of: qty + more };
  });
  for (const { order_line_id, order_number, wearer, tote, qty } of waiting) {
    if (rest === 0) break;
    if (places.some((place) => place.order_line_id === order_line_id)) continue;
    const part = Math.min(rest, qty);
    rest -= part;
    places.push({ key: String(order_line_id), order_line_id, order_number, wearer, tote, qty: 0, of: part });
  }
  const toBin = counted - allocations.reduce((sum, { qty }) => sum + qty, 0);
  if (toBin > 0 || rest > 0)
    places.push({
      key: 'bin',
      order_line_id: null,
      order_number: null,
      wearer: null,
      tote: null,
      qty: Math.max(0, toBin),
      of: Math.max(0, toBin) + rest,
    });
  return places;
}

/** The place of the item that was counted last; before any item is counted, the place of the first item. */
export const placeNow = (places: readonly Place[]): Place | undefined => places.findLast(({ qty }) => qty > 0) ?? places[0];

/**
 * The place, among those for orders, that a scanned tote is for. The first of these that exists: the chosen place; a place with items and this tote;
 * the place in view; the last place with items, because the view may have changed since somebody took the items in the hand; the first place.
 */
export function placeForTote(places: readonly Place[], chosen: string | null, tote: string): Place | undefined {
  const ofOrders = places.filter(({ order_line_id }) => order_line_id !== null);
  const inView = places.find(({ key }) => key === chosen) ?? placeNow(places);
  return (
    ofOrders.find(({ key }) => key === chosen) ??
    ofOrders.find((one) => one.qty > 0 && isSameCode(one.tote, tote)) ??
    (inView?.order_line_id == null ? undefined : inView) ??
    ofOrders.findLast(({ qty }) => qty > 0) ??
    ofOrders[0]
  );
}

/**
 * How many items of a line go into a scanned bin: if an order is in view, the order's items that have no place yet; otherwise the items for no order.
 */
export function qtyForBin(row: ReceiptRow, { product_id, places }: GoodsLine, chosen: string | null): number {
  const { orders, qty_to_bin } = receivedItems(row, product_id);
  const inView = places.find(({ key }) => key === chosen) ?? placeNow(places);
  if (inView?.order_line_id == null) return qty_to_bin;
  const items = orders.find(({ allocation }) => allocation.order_line_id === inView.order_line_id);
  return items ? items.qty - items.qty_placed : 0;
}

const oneReceipt = new WeakMap<Floor, Map<string, { local: LocalReceipt | undefined; screen: ReceiptScreen }>>();

/** A delivery as this tablet knows it. The screen and the scan that follows share one computation. */
export function receiptScreen(floor: Floor, uuid: string): ReceiptScreen {
  const local = localReceipts.get().find((one) => one.uuid === uuid);
  const screens = oneReceipt.get(floor) ?? new Map();
  oneReceipt.set(floor, screens);
  const before = screens.get(uuid);
  if (before && before.local === local) return before.screen;
  const screen = receiptScreenOf(floor, uuid, local);
  screens.set(uuid, { local, screen });
  return screen;
}

function receiptScreenOf(floor: Floor, uuid: string, local: LocalReceipt | undefined): ReceiptScreen {
  const { rows, waiting } = floor;
  const row = rows.receipt.get(uuid) ?? null;
  const ofLine = new Map<number, number>();
  const ofSku = new Map<number, number>();
  for (const { purchase_order_line_id, product_id, qty } of row?.lines ?? []) {
    if (purchase_order_line_id !== null) ofLine.set(purchase_order_line_id, qty);
    ofSku.set(product_id, (ofSku.get(product_id) ?? 0) + qty);
  }
  const ids = new Set(local?.orders);
  for (const id of ofLine.keys()) {
    const line = rows.purchase_order_line.get(id);
    if (line) ids.add(line.purchase_order_id);
  }
  const orders = ordersHere(rows).filter(({ id }) => ids.has(id));
  const lines = orders.flatMap((order) =>
    order.lines.map((line): GoodsLine => {
      const qty = ofLine.get(line.id) ?? 0;
      return {
        key: `line:${line.id}`,
        po_line_id: line.id,
        purchase_order_id: order.id,
        our_reference: order.our_reference,
        product_id: line.product_id,
        sku: line.sku,
        name: line.name,
        colour: line.variation_colour,
        colour_hex: line.colour_hex,
        size: line.size ?? '',
        bin: line.bin,
        bins: line.bins,
        barcode: line.barcode,
        picture_url: rows.product.get(line.product_id)?.picture_url ?? null,
        place: sizePlaces(rows).get(line.sku),
        qty,
        // `qty_received` includes this delivery. A line of a cancelled or closed order expects nothing more.
        expected: line.is_open ? Math.max(0, line.qty_ordered - (line.qty_received - qty)) : 0,
        qty_ordered: line.qty_ordered,
        due_on: line.due_on ?? order.due_on,
        is_open: line.is_open,
        is_waiting: waiting.has(touchKey('purchase_order_line', line.id)),
        places: [],
      };
    }),
  );
  const total = new Map<number, number>();
  for (const { product_id, qty, expected } of lines) total.set(product_id, (total.get(product_id) ?? 0) + Math.max(qty, expected));
  for (const line of lines) {
    const { product_id } = line;
    const counted = ofSku.get(product_id) ?? 0;
    const orders = row ? receivedItems(row, product_id).orders : [];
    const forOrders = orders.map(({ allocation, qty }) => ({ ...allocation, qty }));
    line.places = placesOf(counted, Math.max(counted, total.get(product_id) ?? 0), forOrders, rows.demand.get(product_id)?.lines ?? []);
  }
  const unordered = (row?.skus ?? []).map(({ variation_colour, ...sku }): GoodsLine => {
    const qty = ofSku.get(sku.product_id) ?? 0;
    return {
      ...sku,
      key: `sku:${sku.product_id}`,
      po_line_id: null,
      purchase_order_id: null,
      our_reference: null,
      colour: variation_colour,
      size: sku.size ?? '',
      bins: sku.bins,
      picture_url: rows.product.get(sku.product_id)?.picture_url ?? null,
      place: sizePlaces(rows).get(sku.sku),
      qty,
      expected: qty,
      qty_ordered: 0,
      due_on: null,
      is_open: true,
      is_waiting: false,
      places: [],
    };
  });
  const sum = (of: (line: GoodsLine) => number): number => lines.reduce((all, line) => all + of(line), 0);
  return {
    uuid,
    local,
    row,
    orders,
    lines,
    unordered,
    groups: groupsOf(lines),
    qty: sum(({ qty }) => qty),
    expected: sum(({ qty, expected }) => Math.max(qty, expected)),
    is_waiting: waiting.has(touchKey('receipt', uuid)),
  };
}

/** The lines of a delivery in groups, by the work that is still to be done with them. */
export function groupsOf(lines: readonly GoodsLine[], day = ukDate(new Date().toISOString())): LineGroups {
  const firstDue = new Map<number | null, string>();
  for (const { purchase_order_id, due_on, qty, expected } of lines) {
    const first = firstDue.get(purchase_order_id);
    // A line without a date may come with any delivery.
    const due = due_on ?? '';
    if (qty < expected && (first === undefined || due < first)) firstDue.set(purchase_order_id, due);
  }
  const isLater = ({ purchase_order_id, due_on, qty }: GoodsLine): boolean =>
    qty === 0 && due_on !== null && due_on > day && due_on > (firstDue.get(purchase_order_id) ?? due_on);
  const open = lines.filter(({ qty, expected }) => qty < expected);
  return {
    remaining: open.filter((line) => !isLater(line)),
    counted: lines.filter(({ qty, expected }) => qty > 0 && qty >= expected),
    later: open.filter(isLater),
  };
}

/** The line that counts one more item of a SKU: the first line that still expects items, else the first with counted items, else the first. */
export const lineFor = (lines: readonly GoodsLine[]): GoodsLine | undefined =>
  lines.find(({ qty, expected }) => qty < expected) ?? lines.find(({ qty }) => qty > 0) ?? lines[0];

/** The line of a scanned code with its count after the scan: one item more, or as many more as the carton's code says. */
export function scannedLine(lines: readonly GoodsLine[], text: string): { line: GoodsLine; qty: number; carton: number | null } | null {
  const carton = cartonOf(text)?.qty ?? null;
  const line = lineFor(withCode(lines, itemCodeOf(text)));
  return line ? { line, qty: line.qty + (carton ?? 1), carton } : null;
}

/** Items whose place is no longer the one that this tablet showed. */
export interface Moved extends Placement {
  /** Where the items belong now: in the bin, or with the order. */
  to: 'bin' | 'order';
  /** True if the order's tote still holds the items, so that somebody has to take them out of the tote. */
  is_in_tote: boolean;
}

/** The places that this tablet shows for the items of a delivery. */
export const placementsOf = (row: ReceiptRow | null): Placement[] =>
  (row?.allocations ?? []).flatMap(({ product_id, order_line_id, order_number, tote, qty }) =>
    qty > 0 ? [{ product_id, order_line_id, order_number, tote, qty }] : [],
  );

const skusOf = ({ lines }: Pick<ReceiptRow, 'lines'>): number[] => [...new Set(lines.map(({ product_id }) => product_id))];

/** Items that are in an order's tote although the order does not get these items. */
export const strayMoves = (row: ReceiptRow): Moved[] =>
  skusOf(row).flatMap((product_id) =>
    receivedItems(row, product_id).strays.map((stray): Moved => {
      const order_number = row.allocations.find((one) => one.order_line_id === stray.order_line_id)?.order_number ?? '';
      return { ...stray, product_id, order_number, to: 'bin', is_in_tote: true };
    }),
  );

/**
 * The items whose place differs from the place that this tablet showed; items in the wrong tote come first. Items for an order are left out once
 * they have a place, because an order can be picked from a bin.
 */
export function movedItems(placements: readonly Placement[], row: ReceiptRow): Moved[] {
  const same = (one: Placement, other: Placement): boolean => one.order_line_id === other.order_line_id && one.product_id === other.product_id;
  const current = placementsOf(row);
  const strays = strayMoves(row);
  const away = placements.flatMap((one): Moved[] => {
    const qtyNow = current.find((other) => same(one, other))?.qty ?? 0;
    const isStray = strays.some((other) => same(one, other));
    return qtyNow < one.qty && !isStray ? [{ ...one, qty: one.qty - qtyNow, to: 'bin', is_in_tote: false }] : [];
  });
  const added = current.flatMap((one): Moved[] => {
    const before = placements.find((other) => same(one, other))?.qty ?? 0;
    const items = receivedItems(row, one.product_id).orders.find(({ allocation }) => allocation.order_line_id === one.order_line_id);
    const qty = Math.min(one.qty - before, items ? items.qty - items.qty_placed : 0);
    return qty > 0 ? [{ ...one, qty, to: 'order', is_in_tote: false }] : [];
  });
  return [...strays, ...away, ...added];
}

/** Items of a SKU that go to a bin. */
export interface ToPutAway {
  product_id: number;
  line: GoodsLine;
  /** The SKU's pick bin. */
  bin: string | null;
  qty: number;
  /** How many of the `qty` items are in bins. `bins` says in which. */
  qty_placed: number;
  bins: readonly { bin: string; qty: number }[];
  /** How many items without a place are for orders. The person can put these items into a bin instead of a tote. */
  qty_for_orders: number;
}

/** The items of a delivery that are for a waiting order, and the order's tote. */
export interface ToTote {
  order_number: string;
  wearers: string[];
  tote: string | null;
  qty: number;
  qty_placed: number;
  items: { product_id: number; order_line_id: number; line: GoodsLine | undefined; qty: number; qty_placed: number }[];
}

/** How many of the items are still to be put away. */
export const remaining = ({ qty, qty_placed }: Pick<ToPutAway, 'qty' | 'qty_placed'>): number => Math.max(0, qty - qty_placed);

/** What to put away of a delivery: `toBins` in walking order, `toTotes` by order, and all SKUs (`skus`), because any SKU can go to a bin. */
export function putAwayOf({ row, lines, unordered }: Pick<ReceiptScreen, 'row' | 'lines' | 'unordered'>): {
  toBins: ToPutAway[];
  toTotes: ToTote[];
  skus: ToPutAway[];
} {
  if (!row) return { toBins: [], toTotes: [], skus: [] };
  const skus: ToPutAway[] = [];
  const totes = new Map<string, ToTote>();
  for (const product_id of skusOf(row)) {
    const line = [...lines, ...unordered].find((one) => one.product_id === product_id);
    const { bins, orders, qty_to_bin } = receivedItems(row, product_id);
    const qty_placed = bins.reduce((sum, one) => sum + one.qty, 0);
    const qty_for_orders = orders.reduce((sum, one) => sum + one.qty - one.qty_placed, 0);
    if (line) skus.push({ product_id, line, bin: line.bin, qty: qty_placed + qty_to_bin, qty_placed, bins, qty_for_orders });
    for (const { allocation, ...items } of orders) {
      const { order_number, order_line_id, wearer, tote } = allocation;
      const of = totes.get(order_number) ?? { order_number, wearers: [], tote: null, qty: 0, qty_placed: 0, items: [] };
      of.tote ??= tote;
      if (!of.wearers.includes(wearer)) of.wearers.push(wearer);
      of.qty += items.qty;
      of.qty_placed += items.qty_placed;
      of.items.push({ product_id, order_line_id, line, ...items });
      totes.set(order_number, of);
    }
  }
  skus.sort((a, b) => byShelf(a.line, b.line) || a.line.sku.localeCompare(b.line.sku));
  return { toBins: skus.filter(({ qty }) => qty > 0), toTotes: [...totes.values()], skus };
}
