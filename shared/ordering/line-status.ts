import { isCollection } from '../dispatch/collection.ts';
import { DAYS_TO_CONFIRM } from '../dispatch/delivery.ts';
import { isPicked, isReady, type PickState } from '../picking/pick-states.ts';
import { ukDate } from '../uk-time.ts';

/** The states that a client reads on a line. */
export const lineStates = [
  'needs_size',
  'needs_approval',
  'in_stock',
  'expected',
  'overdue',
  'no_date',
  'being_packed',
  'packed',
  'to_collect',
  'on_its_way',
  'sent',
  'delivered',
  'cancelled',
] as const;
export type LineState = (typeof lineStates)[number];

/** Why nobody knows a date: the product is discontinued, the supplier has not given a date, or no purchase order has the items. */
export const noDateReasons = ['discontinued', 'supplier', 'not_ordered'] as const;
export type NoDateReason = (typeof noDateReasons)[number];

/** The items of a line that are in one state. A line has one part for each state, date and parcel. */
export interface LineStatusPart {
  state: LineState;
  quantity: number;
  /**
   * The calendar date in the UK on which the items are expected (`expected`, `overdue`), were made ready (`to_collect`), were dispatched
   * (`on_its_way`, `sent`) or arrived (`delivered`); otherwise null.
   */
  on: string | null;
  /** Only for `no_date`. */
  reason: NoDateReason | null;
  /** The dispatch that carries the items; null before they leave. */
  dispatch_id: number | null;
}

/** The facts on which the status of a line depends. Quantities are items of this line. */
export interface LineStatusFacts {
  submitted_at: string | null;
  requested_at: string | null;
  cancelled_at: string | null;
  is_size_selected: boolean;
  is_discontinued: boolean;
  qty_requested: number;
  qty_cancelled: number;
  qty_allocated: number;
  qty_shipped: number;
  /** The state of the order's open pick, with the items of the line that it has to pick and has picked; null if the order has no open pick. */
  pick: { state: PickState; qty_allocated: number; qty_picked: number } | null;
  /** What each dispatch that has left carries of the line. `delivered_on` is the calendar date on which it arrived; null until somebody says so. */
  shipments: readonly { dispatch_id: number; service_key: string; dispatched_at: string; delivered_on: string | null; quantity: number }[];
  /** What suppliers bring of the items that are neither allocated nor in stock. `qty_uncovered` items are in no delivery. */
  incoming: { shares: readonly { due_on: string | null; qty: number }[]; qty_uncovered: number };
}

/** For how many days after its dispatch a parcel is called *on its way* if nobody says that it has arrived. Carriers deliver within a week or report a fault. */
export const DAYS_ON_THE_WAY = 7;
const DAY = 24 * 3_600_000;

const isPart = ({ quantity }: LineStatusPart): boolean => quantity > 0;

/**
 * Where each item of a line is at the time `now`, as its client reads it: first what has left, then what is being packed, in stock and still to come,
 * the earliest first. The quantities add up to the requested quantity.
 */
export function lineStatus(line: LineStatusFacts, now: string): LineStatusPart[] {
  const part = (state: LineState, quantity: number, more: Partial<LineStatusPart> = {}): LineStatusPart => ({
    state,
    quantity,
    on: null,
    reason: null,
    dispatch_id: null,
    ...more,
  });
  const cancelled = line.cancelled_at ? line.qty_requested - line.qty_shipped : line.qty_cancelled;
  const parts = line.shipments.map(({ dispatch_id, service_key, dispatched_at, delivered_on, quantity }) => {
    if (delivered_on) return part('delivered', quantity, { on: delivered_on, dispatch_id });
    // Goods wait for whoever collects them: no carrier brings them within a week.
    const [state, days] = isCollection({ service_key }) ? (['to_collect', DAYS_TO_CONFIRM] as const) : (['on_its_way', DAYS_ON_THE_WAY] as const);
    const isRecent = Date.parse(now) - Date.parse(dispatched_at) < days * DAY;
    return part(isRecent ? state : 'sent', quantity, {
      on: ukDate(dispatched_at),
      dispatch_id,
    });
  });
  // Imported orders have shipped items without a dispatch.
  const unlisted = line.qty_shipped - parts.reduce((sum, { quantity }) => sum + quantity, 0);
  parts.push(part('sent', unlisted));
  const open = line.qty_requested - cancelled - line.qty_shipped;
  if (!line.is_size_selected) parts.push(part('needs_size', open));
  else if (line.requested_at && !line.submitted_at) parts.push(part('needs_approval', open));
  else parts.push(...openParts(line, open, ukDate(now), part));
  parts.push(part('cancelled', cancelled));
  return parts.filter(isPart);
}

function openParts(
  { pick, qty_allocated, incoming, is_discontinued }: LineStatusFacts,
  open: number,
  today: string,
  part: (state: LineState, quantity: number, more?: Partial<LineStatusPart>) => LineStatusPart,
): LineStatusPart[] {
  // After a short pick the missing items are allocated again or not at all: only what was picked is packed.
  const inPick = pick ? Math.min(open, qty_allocated, isPicked(pick.state) ? pick.qty_picked : pick.qty_allocated) : 0;
  const undated = new Map<NoDateReason, number>();
  const dated = new Map<string, number>();
  for (const { due_on, qty } of incoming.shares) {
    if (due_on === null) undated.set('supplier', (undated.get('supplier') ?? 0) + qty);
    else dated.set(due_on, (dated.get(due_on) ?? 0) + qty);
  }
  if (incoming.qty_uncovered > 0) undated.set(is_discontinued ? 'discontinued' : 'not_ordered', incoming.qty_uncovered);
  const waiting = [
    ...[...dated].map(([on, quantity]) => part(on < today ? 'overdue' : 'expected', quantity, { on })),
    ...[...undated].map(([reason, quantity]) => part('no_date', quantity, { reason })),
  ];
  const in_stock = open - inPick - waiting.reduce((sum, { quantity }) => sum + quantity, 0);
  return [part(pick && isReady(pick.state) ? 'packed' : 'being_packed', inPick), part('in_stock', in_stock), ...waiting];
}
