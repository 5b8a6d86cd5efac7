import type { AllocationRule } from '../../shared/allocation/share-out.ts';
import { formatDate } from '../../shared/uk-time.ts';
import type { Tone } from '../ui/badge.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import type { Run, RunLine, RunOrder } from './client.ts';

/** The name of each rule, and the effect of the rule on the orders. */
export const ruleWords: Record<AllocationRule, { name: string; means: string }> = {
  oldest: { name: 'Oldest first', means: 'Free stock goes to the orders in the sequence in which they were submitted.' },
  required: { name: 'By required date', means: 'Orders with the earliest required date come first. Orders without a date come last.' },
  whole_first: { name: 'Whole orders first', means: 'Orders that can be filled are filled, oldest first. The others share what is left.' },
  whole_only: { name: 'Whole orders only', means: 'Orders that can be filled are filled, oldest first. The others get nothing.' },
};

export const runTitle = (run: Pick<Run, 'id' | 'is_preview'>): string => `${run.is_preview ? 'Preview' : 'Allocation run'} ${run.id}`;

/** Whose orders a run concerns. */
export const ordersOf = (run: Pick<Run, 'account' | 'is_of_chosen_orders'>): string =>
  run.account?.name ?? (run.is_of_chosen_orders ? 'Chosen orders' : 'All clients');

/** The status of a run, as a word and its colour. */
export function stateOf(run: Run): { word: string; tone: Tone } {
  if (run.state === 'done') return { word: 'Done', tone: 'done' };
  if (run.state === 'stopped') return { word: 'Stopped', tone: 'warn' };
  if (run.is_stopping) return { word: 'Stopping', tone: 'warn' };
  return { word: run.state === 'waiting' ? 'Waiting' : 'Running', tone: 'accent' };
}

const gives = (run: Run): string => (run.is_preview ? 'would be allocated' : run.qty_added === 1 ? 'is allocated' : 'are allocated');

/** The result of a run in one sentence. */
export function resultOf(run: Run): string {
  if (run.orders_total === 0 && run.ended_at) return 'No order waits for stock.';
  const short = run.qty_short > 0 ? `, ${formatCount(run.qty_short)} ${run.is_preview ? 'would stay' : 'stay'} short` : '';
  return `${countText(run.qty_added, 'item')} ${gives(run)}${short}`;
}

const outcomes: Record<NonNullable<RunOrder['outcome']>, { word: string; tone: Tone }> = {
  full: { word: 'Full', tone: 'done' },
  part: { word: 'Part', tone: 'part' },
  none: { word: 'None', tone: 'plain' },
  left_out: { word: 'Left out', tone: 'warn' },
  later: { word: 'Later', tone: 'plain' },
};
export const outcomeOf = (order: RunOrder): { word: string; tone: Tone } =>
  order.outcome ? outcomes[order.outcome] : { word: 'Waiting', tone: 'plain' };

const leftOut: Record<string, string> = {
  order_frozen: 'On hold',
  pick_open: 'With the warehouse',
  order_cancelled: 'Cancelled',
  order_shipped: 'Shipped',
  order_deleted: 'Deleted',
  order_not_submitted: 'Not submitted',
};
/** Why an order was left out. */
export const whyLeftOut = (order: RunOrder): string => (order.reason ? (leftOut[order.reason] ?? 'Not waiting any more') : '');

const reasons: Record<NonNullable<RunLine['reason']>, string> = {
  no_stock: 'none free',
  not_enough: 'not enough free',
  in_question: 'left out until they are counted',
  not_whole: 'free, but the order cannot be filled',
  unsized: 'needs a size first',
};

/** How many items were allocated to a line, and what the remaining items wait for: "3 of 5, 2 on PO-00012 due 04/12". */
export function lineOutcome({ qty_added, qty_missing, reason, qty_coming, coming_on, coming_due }: RunLine): string {
  const words = [`${qty_added} of ${qty_missing}`];
  if (reason === null) return words[0] ?? '';
  if (reason === 'unsized' || reason === 'in_question' || reason === 'not_whole') words.push(reasons[reason]);
  if (coming_on && qty_coming > 0) words.push(`${qty_coming} on ${coming_on}${coming_due ? ` due ${formatDate(coming_due).slice(0, 5)}` : ''}`);
  else if (words.length === 1) words.push(`${reasons[reason]}, none on order`);
  return words.join(', ');
}
