import { addressLines } from '../../shared/address-lines.ts';
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { collate } from '../../shared/collate.ts';
import { groupBy } from '../../shared/group-by.ts';
import { heldTogether } from '../../shared/picking/other-trolleys.ts';
import { isFullyPicked } from '../../shared/picking/pick-facts.ts';
import { toPickStates } from '../../shared/picking/pick-states.ts';
import { byGarment, byShelf, type Shelved } from '../../shared/picking/walking-order.ts';
import { byWearer } from '../../shared/prep/by-wearer.ts';
import { qtyPacked } from '../../shared/prep/check-bag.ts';
import { isDecorated } from '../../shared/prep/complete-prep.ts';
import { setUpOf } from '../../shared/prep/decoration.ts';
import { type Floor, linesOf, touchKey } from '../../shared/sync/floor.ts';
import {
  type BagRow,
  bagId,
  type DispatchRow,
  type ErrorCodeRow,
  type LineHolder,
  type PickLineRow,
  type PickRow,
  type ProductRow,
  type ShippingServiceRow,
  type WearerRow,
} from '../../shared/sync/rows.ts';
import { sizePlaces } from './size-places.ts';

/** A line with everything that a screen shows of it. */
export interface LineView extends PickLineRow {
  product: ProductRow | null;
  wearer: WearerRow | null;
  /** Size as one word: `L`, `34R`, `One size`. */
  size: string;
  is_fully_picked: boolean;
  /** Picked in full, or short with its reason. */
  is_done: boolean;
  /** True while an action on the line was recorded on this tablet and is not known to have reached the office. */
  is_waiting: boolean;
}

/** An order on the floor, with everything that lists show of it. */
export interface PickView extends PickRow {
  qty_allocated: number;
  qty_picked: number;
  line_count: number;
  /** The trolleys on which the order's picked items lie. */
  holders: LineHolder[];
  /** The order's products, each once, for the tiles. */
  products: ProductRow[];
  is_waiting: boolean;
}

export interface PickScreen {
  pick: PickView;
  /** In bin order. */
  lines: LineView[];
  reasons: ErrorCodeRow[];
}

/** Lines with the same decoration: the machine is set up once for all of them. */
export interface DecorationGroup {
  /** The decoration's text, in the spelling of the group's first line. */
  decoration: string;
  /** Sorted by garment. */
  lines: LineView[];
  /** Items, and how many of them are ticked off. */
  qty: number;
  qty_ticked: number;
}

export interface BagView {
  id: string;
  wearer: WearerRow;
  lines: LineView[];
  qty: number;
  /** How many of the wearer's items are in the bag. */
  qty_packed: number;
  label_printed_at: string | null;
  /** The accepted weight with the packaging, in grams; null if the bag was not weighed. */
  weight_g: number | null;
  /** True until all decorated lines of the bag are ticked off. */
  is_waiting_for_prep: boolean;
}

/** An order that waits for prep, with everything that the list shows of it. */
export interface PrepView extends PickView {
  /** Items to decorate, and how many of them are ticked off. */
  qty_decorated: number;
  qty_ticked: number;
  /** The decorations; those that need the same machine set-up are named once. */
  decorations: string[];
  wearers: string[];
}

export interface PrepScreen {
  pick: PickView;
  /** The set-up with the most items comes first. */
  groups: DecorationGroup[];
  /** Sorted by the wearers' names. */
  bags: BagView[];
  /** Items to decorate, and how many of them are ticked off. */
  qty_decorated: number;
  qty_ticked: number;
}

/** The lines of one order in a batch. */
export interface BatchOrder {
  pick: PickRow;
  /** Sorted by garment. */
  lines: LineView[];
}

/** Lines of several orders with the same artwork: the machine and its thread are set up once for all of them. */
export interface PrepBatch {
  /** The client and the set-up of the machine. */
  key: string;
  /** The decoration's text, in the spelling of the oldest order. */
  decoration: string;
  account_name: string;
  account_logo_url: string | null;
  /** In the sequence of their submission. */
  orders: BatchOrder[];
  /** Items, and how many of them are ticked off. */
  qty: number;
  qty_ticked: number;
}

export interface ReadyView extends PickView {
  /** `Leeds Depot, LS10 1RT`. */
  delivery_to: string;
}

export interface DispatchView extends DispatchRow {
  is_waiting: boolean;
  /** The earliest day by which any order of the dispatch is required. */
  required_on: string | null;
  /** The notes that clients wrote about the orders of the dispatch. */
  notes: string[];
}

export interface DispatchScreen {
  ready: ReadyView[];
  /** Orders whose dispatch was requested on this tablet. They are not shipped yet, because the request may not have reached the office. */
  requested: ReadyView[];
  awaiting: DispatchView[];
  services: ShippingServiceRow[];
}

const isWaiting = (floor: Floor, key: string): boolean => floor.waiting.has(key);

interface DrawnLine {
  product: ProductRow | null;
  wearer: WearerRow | null;
  is_waiting: boolean;
  view: LineView;
}
const lineCache = new WeakMap<PickLineRow, DrawnLine>();

/** A line with everything that a screen shows of it. An unchanged line gives the same object, so that only changed lines are rendered again. */
function lineView(floor: Floor, line: PickLineRow): LineView {
  const product = floor.rows.product.get(line.product_id) ?? null;
  const wearer = floor.rows.wearer.get(line.employee_id) ?? null;
  const is_waiting = isWaiting(floor, touchKey('pick_line', line.id));
  const before = lineCache.get(line);
  if (before && before.product === product && before.wearer === wearer && before.is_waiting === is_waiting) return before.view;
  const is_fully_picked = isFullyPicked(line);
  const view = {
    ...line,
    product,
    wearer,
    size: (product && sizeOf(product)) ?? '',
    is_fully_picked,
    is_done: is_fully_picked || line.code !== null,
    is_waiting,
  };
  lineCache.set(line, { product, wearer, is_waiting, view });
  return view;
}

function pickView(floor: Floor, pick: PickRow): PickView {
  const lines = linesOf(floor.rows, pick.id);
  const products = new Map<number, ProductRow>();
  let qty_allocated = 0;
  let qty_picked = 0;
  for (const line of lines) {
    const product = floor.rows.product.get(line.product_id);
    if (product) products.set(product.id, product);
    qty_allocated += line.qty_allocated;
    qty_picked += line.qty_picked;
  }
  return {
    ...pick,
    qty_allocated,
    qty_picked,
    line_count: lines.length,
    // Items in a bag are not on a trolley.
    holders: isBagged(pick) ? [] : heldTogether(lines.filter(({ qty_packed = 0, qty_picked }) => qty_packed < qty_picked)),
    products: [...products.values()],
    is_waiting: isWaiting(floor, touchKey('pick', pick.id)),
  };
}

/** Whether the prep of a pick is complete: the pick became ready for dispatch (`booked_at`) later than it was picked. */
const isBagged = ({ picked_at, booked_at }: PickRow): boolean => booked_at !== null && booked_at !== picked_at;

const submittedAt = ({ submitted_at, released_at }: PickRow): string => submitted_at ?? released_at;
// Times in this format can be compared as text.
/** Sorts orders by age: the order that was submitted first comes first. */
export const byAge = (a: PickRow, b: PickRow): number => {
  const [one, other] = [submittedAt(a), submittedAt(b)];
  if (one === other) return a.order_id - b.order_id;
  return one < other ? -1 : 1;
};

const picksIn = (floor: Floor, ...states: PickRow['state'][]): PickView[] =>
  [...floor.rows.pick.values()]
    .filter(({ state }) => states.includes(state))
    .sort(byAge)
    .map((pick) => pickView(floor, pick));

/** The orders to pick, in the sequence of their submission. */
export const pickList = (floor: Floor): PickView[] => picksIn(floor, ...toPickStates);

let shownPick: { floor: Floor; uuid: string; screen: PickScreen | null } | null = null;

/** One order to pick, with its lines in walking order; null if the order is not on the floor. The screen and the next scan share one computation. */
export function pickScreen(floor: Floor, uuid: string): PickScreen | null {
  if (shownPick?.floor !== floor || shownPick.uuid !== uuid) shownPick = { floor, uuid, screen: pickScreenOf(floor, uuid) };
  return shownPick.screen;
}

/** Returns a function that gives the garment and bin of a line, by which lines are sorted. */
export function shelvedIn({ rows }: Floor): (line: LineView) => Shelved {
  const places = sizePlaces(rows);
  return ({ product, size }) => ({
    bin: product?.bin,
    name: product?.name ?? '',
    colour: product?.variation_colour,
    place: product ? places.get(product.sku) : undefined,
    size,
  });
}

/** As `pickScreen`, without keeping the result for the next scan. */
export function pickScreenOf(floor: Floor, uuid: string): PickScreen | null {
  const pick = floor.rows.pick.get(uuid);
  if (!pick) return null;
  const shelvedOf = shelvedIn(floor);
  // The sort is stable, so lines of the same SKU stay in the sequence of the order.
  const lines = linesOf(floor.rows, pick.id)
    .map((line) => lineView(floor, line))
    .sort((a, b) => byShelf(shelvedOf(a), shelvedOf(b)));
  return { pick: pickView(floor, pick), lines, reasons: [...floor.rows.error_code.values()] };
}

/** The orders to prep, in the sequence of their submission. */
export const prepList = (floor: Floor): PrepView[] =>
  picksIn(floor, 'picked').map((pick) => {
    const lines = linesOf(floor.rows, pick.id);
    const decorated = lines.filter(isDecorated);
    const wearerNames = lines.flatMap(({ employee_id, qty_picked }) => (qty_picked > 0 ? [floor.rows.wearer.get(employee_id)?.name ?? ''] : []));
    return {
      ...pick,
      qty_decorated: piecesOf(decorated),
      qty_ticked: piecesOf(decorated.filter(({ prep_ticked_at }) => prep_ticked_at)),
      decorations: [...groupBy(decorated, ({ decoration }) => setUpOf(decoration ?? '')).values()].map(([first]) => first?.decoration?.trim() ?? ''),
      wearers: [...new Set(wearerNames)],
    };
  });

/**
 * The batches of the orders to prep, the one with the most open items first: lines of the same client whose decorations need the same set-up, if several
 * orders have them. A decoration's text names its artwork and its thread, and a logo is the client's own.
 */
export function prepBatches(floor: Floor): PrepBatch[] {
  const decorated = picksIn(floor, 'picked').flatMap((pick) =>
    linesOf(floor.rows, pick.id)
      .filter(isDecorated)
      .map((line) => ({ pick, line: lineView(floor, line) })),
  );
  const setUps = groupBy(decorated, ({ pick, line }) => `${pick.account_id} ${setUpOf(line.decoration ?? '')}`);
  return [...setUps]
    .flatMap(([key, of]) => {
      const [first] = of;
      const orders = [...groupBy(of, ({ pick }) => pick.id).values()];
      if (!first || orders.length < 2) return [];
      const { decoration, qty, qty_ticked } = decorationGroup(
        floor,
        of.map(({ line }) => line),
      );
      const each = orders.flatMap((lines) => {
        const [one] = lines;
        return one
          ? [
              {
                pick: one.pick,
                lines: decorationGroup(
                  floor,
                  lines.map(({ line }) => line),
                ).lines,
              },
            ]
          : [];
      });
      return [
        { key, decoration, account_name: first.pick.account_name, account_logo_url: first.pick.account_logo_url, orders: each, qty, qty_ticked },
      ];
    })
    .sort((a, b) => b.qty - b.qty_ticked - (a.qty - a.qty_ticked) || collate(a.decoration, b.decoration));
}

/** One order to prep: the lines to decorate, and the lines for each wearer's bag. */
export function prepScreen(floor: Floor, uuid: string): PrepScreen | null {
  const pick = floor.rows.pick.get(uuid);
  if (!pick) return null;
  const lines = linesOf(floor.rows, pick.id)
    .filter((line) => line.qty_picked > 0)
    .map((line) => lineView(floor, line));
  const decorated = lines.filter(isDecorated);
  const setUps = groupBy(decorated, ({ decoration }) => setUpOf(decoration ?? ''));
  const wearers = groupBy(lines, ({ employee_id }) => employee_id);
  return {
    pick: pickView(floor, pick),
    groups: [...setUps.values()].map((of) => decorationGroup(floor, of)).sort((a, b) => b.qty - a.qty || collate(a.decoration, b.decoration)),
    bags: [...wearers]
      .map(([employee_id, of]) => bagView(pick, employee_id, of, floor.rows.bag.get(bagId(pick.id, employee_id))))
      .sort((a, b) => byWearer(a.wearer, b.wearer)),
    qty_decorated: piecesOf(decorated),
    qty_ticked: piecesOf(decorated.filter(({ prep_ticked_at }) => prep_ticked_at)),
  };
}

const piecesOf = (lines: readonly PickLineRow[]): number => lines.reduce((sum, { qty_picked }) => sum + qty_picked, 0);

function decorationGroup(floor: Floor, lines: readonly LineView[]): DecorationGroup {
  const shelvedOf = shelvedIn(floor);
  const garmentOf = (line: LineView) => ({ ...shelvedOf(line), name: line.product_name });
  return {
    decoration: lines[0]?.decoration?.trim() ?? '',
    lines: [...lines].sort((a, b) => byGarment(garmentOf(a), garmentOf(b)) || a.product_id - b.product_id),
    qty: piecesOf(lines),
    qty_ticked: piecesOf(lines.filter(({ prep_ticked_at }) => prep_ticked_at)),
  };
}

const bagView = (pick: PickRow, employee_id: number, lines: LineView[], bag: BagRow | undefined): BagView => ({
  id: bagId(pick.id, employee_id),
  wearer: lines[0]?.wearer ?? { id: employee_id, name: `Wearer ${employee_id}`, employee_number: null },
  lines,
  qty: piecesOf(lines),
  qty_packed: qtyPacked(lines),
  label_printed_at: bag?.label_printed_at ?? null,
  weight_g: bag?.weight_g ?? null,
  is_waiting_for_prep: lines.some((line) => isDecorated(line) && !line.prep_ticked_at),
});

const readyView = (pick: PickView): ReadyView => ({
  ...pick,
  delivery_to: [pick.site_name ?? (pick.delivery_address && addressLines(pick.delivery_address)[0]), pick.delivery_address?.postcode]
    .filter(Boolean)
    .join(', '),
});

const dispatchView = (floor: Floor, dispatch: DispatchRow): DispatchView => {
  const picks = dispatch.orders.flatMap(({ uuid }) => floor.rows.pick.get(uuid) ?? []);
  const days = picks.flatMap(({ required_on }) => required_on ?? []);
  return {
    ...dispatch,
    is_waiting: isWaiting(floor, touchKey('dispatch', dispatch.id)),
    required_on: days.sort()[0] ?? null,
    notes: [...new Set(picks.flatMap(({ customer_notes }) => customer_notes ?? []))],
  };
};

/** The orders that are ready or requested, the dispatches that wait for their courier, and the services to choose from. */
export const dispatchScreen = (floor: Floor): DispatchScreen => ({
  ready: picksIn(floor, 'booked').map(readyView),
  requested: picksIn(floor, 'awaiting_courier')
    .filter(({ is_waiting }) => is_waiting)
    .map(readyView),
  awaiting: [...floor.rows.dispatch.values()].sort((a, b) => a.id - b.id).map((dispatch) => dispatchView(floor, dispatch)),
  services: [...floor.rows.shipping_service.values()],
});

/** The most pictures that a tablet loads ahead. The service worker stores 600; the rest is for pictures that people look at. */
const MAX_PICTURES = 400;

/** The URLs of the floor's pictures. The ones that the bench needs come first: clients' logos, then garments to decorate, then all others. */
export function picturesOf({ pick, pick_line, product }: Floor['rows']): string[] {
  const lines = [...pick_line.values()];
  const logos = [...pick.values()].map(({ account_logo_url }) => account_logo_url);
  const decorated = lines.filter(({ decoration }) => decoration);
  const garments = [...decorated, ...lines].map(({ product_id }) => product.get(product_id)?.picture_url ?? null);
  return [...new Set([...logos, ...garments])].filter((url) => url !== null).slice(0, MAX_PICTURES);
}
