import { listText } from '../list-text.ts';
import { formatDate } from '../uk-time.ts';
import type { AllowanceExcess, AllowanceTerms, AllowanceUnit } from './allowance.ts';
import { amountText, periodText } from './judge-allowances.ts';

/** What a person has left of an allowance, as the server says it. */
export interface LeftOfAllowance {
  unit: AllowanceUnit;
  amount: number | null;
  left: number | null;
  next: { on: string; amount: number } | null;
  reason: string | null;
}

/** How much is left and when more comes: `2 of 3 left, next on 01/06/2027`; without a limit, why there is none. */
export function leftText(allowance: LeftOfAllowance): string {
  const next = nextText(allowance.amount === null ? null : allowance.next);
  return next ? `${leftAmountText(allowance)}, ${next}` : leftAmountText(allowance);
}

/** How much is left: `2 of 3 left`; without a limit, why there is none. */
export const leftAmountText = ({ unit, amount, left, reason }: Omit<LeftOfAllowance, 'next'>): string =>
  amount === null || left === null ? (reason ?? 'No limit') : `${partText(unit, left, amount)} left`;

/** A part of an amount: `2 of 3`, `26 of 40 points`, `£5.00 of £20.00`. */
const partText = (unit: AllowanceUnit, part: number, amount: number): string =>
  `${unit === 'points' ? part : amountText(unit, part)} of ${amountText(unit, amount)}`;

/** When more comes: `next on 01/06/2027`; null if that is not known. */
export const nextText = (next: { on: string } | null): string | null => next && `next on ${formatDate(next.on)}`;

/** What an order takes of an allowance, as the server says it. */
export interface OrderedOfAllowance {
  name: string;
  unit: AllowanceUnit;
  /** Null if there is no limit yet. */
  amount: number | null;
  /** By other orders. */
  used: number;
  this_order: number;
  over: number;
  next: { on: string } | null;
}

/** What an order leaves of an allowance, or by how much it goes over it: `Shirts: 2 of 3 left after this order`; null if there is no limit yet. */
export function afterOrderText({ name, unit, amount, used, this_order, over, next }: OrderedOfAllowance): string | null {
  if (amount === null) return null;
  if (over > 0) return [`${name}: ${amountText(unit, over)} over`, nextText(next)].filter(Boolean).join(', ');
  return `${name}: ${partText(unit, Math.max(0, amount - used - this_order), amount)} left after this order`;
}

/** What happens with an order that goes over an allowance, as a sentence. */
export const excessText: Record<AllowanceExcess, string> = {
  refuse: 'No more can be ordered.',
  approve: 'The order then needs an approval, with a reason.',
  warn: 'The order is sent, and the manager of the budget is told.',
};

/** What a person has had, what an order takes and what is over: `Priya has had 1 and this order takes 4, so 2 are over. 3 more come on 01/06/2027.` */
export function overSentence({
  who,
  unit,
  used,
  adds,
  over,
  next,
}: {
  /** A first name; null for the reader. */
  who: string | null;
  unit: AllowanceUnit;
  used: number;
  adds: number;
  over: number;
  next: { on: string; amount: number } | null;
}): string {
  const text = (amount: number): string => amountText(unit, amount);
  const isOne = (amount: number): boolean => unit === 'pence' || amount === 1;
  const had = `${who === null ? 'You have' : `${who} has`} had ${used === 0 ? 'none' : text(used)}`;
  const more = unit === 'points' ? `${next?.amount} more ${next?.amount === 1 ? 'point' : 'points'}` : `${text(next?.amount ?? 0)} more`;
  const comes = next ? ` ${more} ${isOne(next.amount) ? 'comes' : 'come'} on ${formatDate(next.on)}.` : '';
  return `${had} and this order takes ${text(adds)}, so ${text(over)} ${isOne(over) ? 'is' : 'are'} over.${comes}`;
}

/** What somebody can do about an order that goes over an allowance. `approvers` may give an extra and approve; `mayGrant`: so may the reader. */
export function excessAdvice(excess: AllowanceExcess, { approvers, mayGrant }: { approvers: readonly string[]; mayGrant: boolean }): string {
  const who = approvers.length > 0 ? listText(approvers, 'or') : 'A manager';
  if (excess === 'warn') return excessText.warn;
  if (mayGrant) return excess === 'refuse' ? 'No more can be ordered without an extra.' : 'You confirm it with a reason when the order is sent.';
  return excess === 'refuse'
    ? `No more can be ordered. ${who} can give an extra.`
    : `The whole order waits for ${who}. The reason is asked when it is sent.`;
}

/** An amount with its unit: `3 items`, `40 points`, `£120.00`. */
export const unitAmountText = (unit: AllowanceUnit, amount: number): string =>
  unit === 'items' ? `${amount} ${amount === 1 ? 'item' : 'items'}` : amountText(unit, amount);

/** What an allowance gives in one period, in short: `3 items a year`. */
export const ruleText = ({ unit, amount, period_months }: Pick<AllowanceTerms, 'unit' | 'amount' | 'period_months'>): string =>
  `${unitAmountText(unit, amount)} ${periodText(period_months)}`;

/** An allowance for its sentence. While somebody fills it in, parts can be missing. */
export interface AllowanceInWords extends Omit<AllowanceTerms, 'amount' | 'covers' | 'effective_from'> {
  amount: number | null;
  /** Whose allowance it is; null while nobody is chosen. */
  whose: { role: string } | { person: string } | null;
  /** The names of what it covers; null for every product. */
  covered: { categories: readonly string[]; styles: readonly string[]; clothing_sets: readonly string[] } | null;
  /** A later day from which the terms apply; null if they apply at once. */
  effective_from: string | null;
}

/** How many names of one kind a sentence lists. */
const MANY = 4;
const MISSING = '…';

const months = (count: number): string => `${count} ${count === 1 ? 'month' : 'months'}`;
const longMonths = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
/** A day of every year, as text: `1 April`. */
const dayOfYear = (day: string): string => `${Number(day.slice(8))} ${longMonths[Number(day.slice(5, 7)) - 1] ?? ''}`;

/** Names of one kind as text; a long list is cut. */
function namesText(names: readonly string[], [one, many]: readonly [string, string]): string[] {
  if (names.length === 0) return [];
  const cut = names.length > MANY ? [...names.slice(0, MANY), `${names.length - MANY} more`] : names;
  return [`the ${names.length === 1 ? one : many} ${listText(cut)}`];
}

function coversText(covered: AllowanceInWords['covered']): string {
  if (covered === null) return 'Every product counts.';
  const parts = [
    ...namesText(covered.categories, ['category', 'categories']),
    ...namesText(covered.clothing_sets, ['clothing set', 'clothing sets']),
    ...namesText(covered.styles, ['style', 'styles']),
  ];
  return parts.length === 0 ? `What counts: ${MISSING}` : `What counts: ${parts.join('; ')}.`;
}

function periodsText({ anchor, starts_on, period_months }: AllowanceInWords): string {
  if (anchor === 'rolling') return `What somebody orders comes back ${period_months === null ? MISSING : months(period_months)} later.`;
  if (anchor === 'start_date') {
    if (period_months === null) return 'It counts from each person’s first day at work on, and is never renewed.';
    return `It is renewed every ${period_months === 12 ? 'year' : months(period_months)}, counted from each person’s first day at work.`;
  }
  const begin = starts_on === null ? MISSING : formatDate(starts_on);
  if (period_months === null) return `It counts from ${begin} on, and is never renewed.`;
  if (period_months === 12 && starts_on !== null) return `It is renewed for everybody on ${dayOfYear(starts_on)} of each year, first on ${begin}.`;
  return `It is renewed for everybody on the same day: on ${begin}, and every ${months(period_months)} after it.`;
}

function instalmentsText({ instalments, unit, anchor, first_period_min_months, starts_on }: AllowanceInWords): string[] {
  if (instalments.length === 0) return [];
  const parts = instalments.map(({ after_months, amount }, place) => {
    const more = place === 0 ? unitAmountText(unit, amount) : `${unitAmountText(unit, amount)} more`;
    return after_months === 0 ? `${more} at once` : `${more} after ${months(after_months)}`;
  });
  const until =
    anchor === 'fixed' && first_period_min_months > 0
      ? `, until the first ${starts_on === null ? MISSING : dayOfYear(starts_on)} that is at least ${months(first_period_min_months)} after the first day at work`
      : '';
  return [`In the first period, somebody new may have ${listText(parts)}${until}.`];
}

function hoursText({ bands, amount, instalments, unit }: AllowanceInWords): string {
  if (bands.length === 0) {
    const share = 'Somebody who works part time may have that share of it, rounded up';
    return instalments.length > 0 ? `${share}; what comes in the first period is the same for everybody.` : `${share}.`;
  }
  const sorted = [...bands].sort((a, b) => a.min_percent - b.min_percent);
  const parts = sorted.map((band, place) => {
    const next = sorted[place + 1];
    return `${unitAmountText(unit, band.amount)} at ${band.min_percent}–${next ? next.min_percent - 1 : 100}% of full time`;
  });
  const least = sorted[0]?.min_percent ?? 1;
  const below = least > 1 ? `, and nothing below ${least}%` : '';
  return `The hours decide${amount === null ? '' : ' in place of that amount'}: ${listText(parts)}${below}.`;
}

const excessRules: Record<AllowanceExcess, string> = {
  refuse: 'An order for more is refused.',
  approve: 'An order for more needs a reason and somebody’s approval.',
  warn: 'An order for more is sent, and the manager of the budget is told.',
};

/** Says what an allowance means, in sentences that somebody without training understands. */
export function allowanceSentences(allowance: AllowanceInWords): string[] {
  const { whose, unit, amount, period_months, anchor, min_service_months, carry_over_max, when_exceeded, counts_rollouts, effective_from } =
    allowance;
  const who = whose === null ? MISSING : 'role' in whose ? `Everybody with the role ${whose.role}` : whose.person;
  const much = amount === null ? `${MISSING} ${unit === 'pence' ? 'pounds' : unit}` : unitAmountText(unit, amount);
  const isRenewed = period_months !== null && anchor !== 'rolling';
  return [
    `${who} may have ${much} ${anchor === 'rolling' && period_months !== null ? `within ${months(period_months)}` : periodText(period_months)}.`,
    coversText(allowance.covered),
    periodsText(allowance),
    ...instalmentsText(allowance),
    hoursText(allowance),
    ...(min_service_months > 0 ? [`There is nothing in the first ${min_service_months === 1 ? 'month' : months(min_service_months)} at work.`] : []),
    ...(isRenewed
      ? [
          carry_over_max > 0
            ? `Up to ${unitAmountText(unit, carry_over_max)} not used in a period may be used in the next one.`
            : 'What is not used in a period lapses.',
        ]
      : []),
    excessRules[when_exceeded],
    ...(counts_rollouts ? ['Orders of roll-outs count, too.'] : []),
    ...(effective_from === null ? [] : [`All this applies from ${formatDate(effective_from)} on.`]),
  ];
}

/** Says how much of an allowance somebody has had before it begins: `5 used of 3, 2 over`. */
export const overText = (unit: AllowanceUnit, { used, amount }: { used: number; amount: number }): string =>
  `${amountText(unit, used)} used of ${amountText(unit, amount)}, ${amountText(unit, used - amount)} over`;
