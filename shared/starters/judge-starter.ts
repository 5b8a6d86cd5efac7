import { addWorkingDays } from '../add-working-days.ts';
import { expectedOn } from '../dispatch/delivery.ts';
import { listText } from '../list-text.ts';
import { dayText, ukDate } from '../uk-time.ts';
import type { StarterOutcome, StarterState } from './starter.ts';

/** A line of a kit, of its draft or of its order, with what suppliers bring of the items that are not in stock. */
export interface StarterLine {
  name: string;
  quantity: number;
  qty_allocated: number;
  qty_shipped: number;
  incoming: { shares: readonly { due_on: string | null; qty: number }[]; qty_uncovered: number };
}

/** The order of a kit, or an order by hand that has products of the kit. */
export interface StarterOrder {
  number: string;
  submitted_at: string | null;
  requested_at: string | null;
  cancelled_at: string | null;
  declined_reason: string | null;
  frozen_reason: string | null;
  dispatched_at: string | null;
  delivered_on: string | null;
}

/** The facts that decide where the kit of a person who starts is. */
export interface StarterFacts {
  starts_on: string;
  /** The name of the role with the kit, or of any role of the person; null without a role. */
  role: string | null;
  has_kit: boolean;
  has_email: boolean;
  asked_at: string | null;
  outcome: StarterOutcome | null;
  outcome_reason: string | null;
  /** The products of the kit whose size is not known, and those that are not in the person's clothing sets. */
  unsized: readonly string[];
  unavailable: readonly string[];
  order: StarterOrder | null;
  /** The lines of the order, or those that the kit would have. */
  lines: readonly StarterLine[];
}

/** Where a kit is, when it can be there, and why, in words. */
export interface StarterVerdict {
  state: StarterState;
  /** The calendar date on which all items can be there; null if nobody knows it. */
  ready_on: string | null;
  is_late: boolean;
  reason: string;
}

/** The number of names that a sentence has. */
const NAMES = 3;
const namesText = (names: readonly string[]): string => {
  const different = [...new Set(names)];
  const more = different.length - NAMES;
  return listText(more > 0 ? [...different.slice(0, NAMES), `${more} more`] : different);
};

const isMissing = ({ incoming }: StarterLine): boolean => incoming.shares.length > 0 || incoming.qty_uncovered > 0;

/** When the last item of these lines is in stock: `on` is the earliest day that is possible, `isKnown` whether nothing is without a date. */
function inStockOn(lines: readonly StarterLine[], today: string): { on: string; isKnown: boolean } {
  let on = today;
  let isKnown = true;
  for (const { incoming } of lines) {
    if (incoming.qty_uncovered > 0) isKnown = false;
    for (const { due_on } of incoming.shares) {
      // A delivery whose day has passed comes on a day that nobody knows.
      if (due_on === null || due_on < today) isKnown = false;
      else if (due_on > on) on = due_on;
    }
  }
  return { on, isKnown };
}

/** What is missing, product by product: *2 of Polo due on 4 December; 1 of Fleece not on order.* */
function shortText(lines: readonly StarterLine[], today: string): string {
  const parts = lines.filter(isMissing).map(({ name, incoming }) => {
    const dated = incoming.shares.flatMap(({ due_on }) => due_on ?? []).sort();
    const last = dated.at(-1);
    const qty = incoming.shares.reduce((sum, share) => sum + share.qty, incoming.qty_uncovered);
    const what = `${qty} of ${name}`;
    if (incoming.qty_uncovered > 0) return `${what} not on order`;
    if (last === undefined || dated.length < incoming.shares.length) return `${what} without a date from the supplier`;
    return last < today ? `${what} overdue since ${dayText(last, today)}` : `${what} due on ${dayText(last, today)}`;
  });
  const more = parts.length - NAMES;
  return `${[...parts.slice(0, NAMES), ...(more > 0 ? [`${more} more`] : [])].join('; ')}.`;
}

type Judgement = Pick<StarterVerdict, 'state' | 'reason'>;

function beforeOrder(facts: StarterFacts, today: string): Judgement {
  const { role, has_kit, has_email, asked_at, outcome, outcome_reason, unsized, unavailable } = facts;
  if (!has_kit) return { state: 'no_kit', reason: role === null ? 'No employee role.' : `${role} has no kit.` };
  if (outcome === 'blocked') return { state: 'blocked', reason: outcome_reason ?? 'The kit could not be ordered.' };
  if (unsized.length) {
    const asked = asked_at ? `Asked on ${dayText(ukDate(asked_at), today)}.` : has_email ? 'Not asked.' : 'No email address to ask at.';
    return { state: 'no_sizes', reason: `No size for ${namesText(unsized)}. ${asked}` };
  }
  if (unavailable.length) return { state: 'blocked', reason: `Not in their clothing sets: ${namesText(unavailable)}.` };
  return { state: 'sized', reason: 'All sizes are known. Nothing is ordered.' };
}

function ofOrder({ outcome, outcome_reason, lines }: StarterFacts, order: StarterOrder, today: string): Judgement {
  const { number, submitted_at, requested_at, cancelled_at, declined_reason, frozen_reason } = order;
  if (cancelled_at) return { state: 'blocked', reason: `Order ${number} was cancelled.` };
  if (!submitted_at && requested_at) return { state: 'needs_approval', reason: `Order ${number} waits for an approval.` };
  if (!submitted_at) {
    if (declined_reason) return { state: 'blocked', reason: `Order ${number} was declined: ${declined_reason}` };
    return { state: outcome === 'needs_approval' ? 'needs_approval' : 'blocked', reason: outcome_reason ?? `Order ${number} is a draft.` };
  }
  const open = lines.filter(({ quantity, qty_shipped }) => quantity > qty_shipped);
  if (!open.length) {
    const day = order.dispatched_at && dayText(ukDate(order.dispatched_at), today);
    return { state: 'shipped', reason: order.delivered_on ? `Arrived on ${dayText(order.delivered_on, today)}.` : day ? `Left on ${day}.` : 'Sent.' };
  }
  if (frozen_reason) return { state: 'blocked', reason: `Order ${number} is on hold: ${frozen_reason}` };
  if (open.some(isMissing)) return { state: 'short', reason: shortText(open, today) };
  if (open.every(({ quantity, qty_shipped, qty_allocated }) => qty_allocated >= quantity - qty_shipped))
    return { state: 'ready', reason: 'Everything is put aside for them.' };
  return { state: 'ordered', reason: 'Everything is in stock. It is not put aside yet.' };
}

/**
 * Where the kit of a person who starts is on the calendar date `today`. Items in stock are there `dispatch_days` working days later. A kit is late if
 * the earliest day on which all of it can be there is after the first day, even if nobody knows the exact day.
 */
export function judgeStarter(facts: StarterFacts, today: string, dispatch_days: number): StarterVerdict {
  const { order, lines, starts_on } = facts;
  const judgement = order ? ofOrder(facts, order, today) : beforeOrder(facts, today);
  if (judgement.state === 'shipped') {
    const on = order?.delivered_on ?? (order?.dispatched_at ? expectedOn({ dispatched_at: order.dispatched_at, days: null }) : null);
    return { ...judgement, ready_on: on, is_late: on !== null && on > starts_on };
  }
  const open = lines.filter(({ quantity, qty_shipped }) => quantity > qty_shipped);
  const stock = inStockOn(open, today);
  const earliest = addWorkingDays(stock.on, dispatch_days);
  const { state, reason } = judgement;
  // Without a kit or with sizes missing nobody knows what is to be sent; a blocked order comes on a day that nobody knows.
  const isKnown = stock.isKnown && state !== 'no_kit' && state !== 'no_sizes' && state !== 'blocked';
  const missing = state !== 'short' && open.some(isMissing) ? ` ${shortText(open, today)}` : '';
  return { state, reason: `${reason}${missing}`, ready_on: isKnown ? earliest : null, is_late: earliest > starts_on };
}
