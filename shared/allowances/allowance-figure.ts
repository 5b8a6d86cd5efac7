import { addDays } from '../add-days.ts';
import { addMonths } from '../add-months.ts';
import type { AllowanceTerms } from './allowance.ts';
import { type AllowancePeriod, type AllowancePerson, allowancePeriod, countsIn } from './allowance-period.ts';

/** An amount that was ordered or granted on a UK calendar date, in the unit of the allowance. */
export interface DatedAmount {
  on: string;
  amount: number;
}

/** The history of one person's allowance: what their orders took, less what returns gave back, and what was granted in addition. */
export interface AllowanceHistory {
  charges: readonly DatedAmount[];
  grants: readonly DatedAmount[];
}

/** An allowance with all its versions, from the oldest to the newest. */
export interface VersionedAllowance {
  versions: readonly AllowanceTerms[];
  /** The day from which the allowance is not in force any more. */
  ended_on: string | null;
}

/** Why a person may have nothing, or has no limit, on a day. */
export type AllowanceReason = { code: 'no_first_day' } | { code: 'service' | 'not_begun'; on: string };

/** How much a person may have of an allowance on a day. */
export interface AllowanceFigure {
  /** What the person may have in the period; null if there is no limit yet. */
  amount: number | null;
  used: number;
  /** What is left of `amount`, at least 0; null if there is no limit yet. */
  left: number | null;
  from: string | null;
  /** The first day outside the period. */
  until: string | null;
  /** Whether the person is in their own first period, in which instalments apply. */
  is_first: boolean;
  /** The next day on which the person gets more, and how much. */
  next: DatedAmount | null;
  reason: AllowanceReason | null;
  parts: { base: number; carried: number; extra: number };
}

/** The terms in force on a day; before the first version these are the terms of the first version. A newer version replaces what was planned before. */
export function termsOn(versions: readonly AllowanceTerms[], day: string): AllowanceTerms {
  const terms = versions.findLast(({ effective_from }) => effective_from <= day) ?? versions[0];
  if (!terms) throw new Error('An allowance has at least one version.');
  return terms;
}

/** The first day on which an allowance is in force. */
const beginOf = (versions: readonly AllowanceTerms[]): string =>
  versions.reduce((first, { effective_from }) => (effective_from < first ? effective_from : first), versions[0]?.effective_from ?? '');

const sumIn = (terms: AllowanceTerms, period: AllowancePeriod, amounts: readonly DatedAmount[], today: string): number =>
  amounts.reduce((sum, { on, amount }) => (countsIn(terms, period, on, today) ? sum + amount : sum), 0);

/** The first day after the person's minimum service; null if the terms demand none or the first day at work is not known. */
const servedFrom = ({ min_service_months }: AllowanceTerms, { started_on }: AllowancePerson): string | null =>
  min_service_months > 0 && started_on !== null ? addMonths(started_on, min_service_months) : null;

/** Why nothing may be had, or nothing is limited, on a day; null if neither is so. */
function reasonOn(terms: AllowanceTerms, person: AllowancePerson, day: string): AllowanceReason | null {
  if (day < terms.effective_from) return { code: 'not_begun', on: terms.effective_from };
  if (person.started_on === null && (terms.anchor === 'start_date' || terms.min_service_months > 0)) return { code: 'no_first_day' };
  if (terms.anchor === 'fixed' && terms.starts_on !== null && day < terms.starts_on) return { code: 'not_begun', on: terms.starts_on };
  const served = servedFrom(terms, person);
  return served !== null && day < served ? { code: 'service', on: served } : null;
}

/** What a person may have in a period without what was carried over or granted. */
function baseIn(terms: AllowanceTerms, person: AllowancePerson, period: AllowancePeriod, day: string): number {
  const served = servedFrom(terms, person);
  if (served !== null && day < served) return 0;
  if (period.is_first && terms.instalments.length > 0 && period.from !== null) {
    const begin = period.from;
    const reached = day < begin ? begin : day;
    return terms.instalments.reduce((sum, { after_months, amount }) => (addMonths(begin, after_months) <= reached ? sum + amount : sum), 0);
  }
  if (terms.bands.length > 0) {
    const reached = terms.bands.filter(({ min_percent }) => min_percent <= person.allowance_percent);
    return reached.reduce((highest, band) => (band.min_percent > highest.min_percent ? band : highest), { min_percent: 0, amount: 0 }).amount;
  }
  return Math.ceil((terms.amount * person.allowance_percent) / 100);
}

/** What was left of the period before, at most as much as the terms carry over. Nothing is carried further, or from before the allowance was in force. */
function carriedInto(
  allowance: VersionedAllowance,
  terms: AllowanceTerms,
  person: AllowancePerson,
  period: AllowancePeriod,
  history: AllowanceHistory,
): number {
  if (terms.carry_over_max === 0 || terms.anchor === 'rolling' || period.is_first || period.from === null) return 0;
  const lastDay = addDays(period.from, -1);
  if (lastDay < beginOf(allowance.versions) || (person.started_on !== null && person.started_on > lastDay)) return 0;
  const before = termsOn(allowance.versions, lastDay);
  const previous = allowancePeriod(before, person, lastDay);
  if (previous === null || before.unit !== terms.unit || reasonOn(before, person, lastDay) !== null) return 0;
  const had = baseIn(before, person, previous, lastDay) + sumIn(before, previous, history.grants, lastDay);
  return Math.min(terms.carry_over_max, Math.max(0, had - sumIn(before, previous, history.charges, lastDay)));
}

/** The days after `day` on which a person may get more: the begin of a period, of terms, of service, of an instalment, or what comes back. */
function daysOfMore(
  allowance: VersionedAllowance,
  terms: AllowanceTerms,
  person: AllowancePerson,
  period: AllowancePeriod | null,
  day: string,
): string[] {
  const begin = period?.from ?? null;
  const days = [
    ...allowance.versions.map(({ effective_from }) => effective_from),
    terms.starts_on,
    servedFrom(terms, person),
    terms.anchor === 'rolling' ? null : (period?.until ?? null),
    ...(period?.is_first && begin !== null ? terms.instalments.map(({ after_months }) => addMonths(begin, after_months)) : []),
  ];
  return [...new Set(days.filter((on) => on !== null))].filter((on) => on > day).sort();
}

/** What comes back first of what a person used, if the allowance is rolling. */
function nextToComeBack(terms: AllowanceTerms, period: AllowancePeriod, charges: readonly DatedAmount[], day: string): DatedAmount | null {
  const months = terms.period_months;
  if (terms.anchor !== 'rolling' || months === null) return null;
  const counted = charges
    .filter(({ on, amount }) => amount > 0 && countsIn(terms, period, on, day))
    .map(({ on, amount }) => ({ on: addMonths(on, months), amount }));
  const first = counted.reduce<string | null>((least, { on }) => (least === null || on < least ? on : least), null);
  return first === null ? null : { on: first, amount: counted.reduce((sum, { on, amount }) => (on === first ? sum + amount : sum), 0) };
}

const baseOn = (allowance: VersionedAllowance, person: AllowancePerson, day: string): { base: number; period: AllowancePeriod | null } => {
  const terms = termsOn(allowance.versions, day);
  const period = allowancePeriod(terms, person, day);
  const reason = reasonOn(terms, person, day);
  return { base: period === null || (reason && reason.code !== 'service') ? 0 : baseIn(terms, person, period, day), period };
};

/** The next day on which a person gets more, with the amount; null if no such day is known. */
function nextOf(
  allowance: VersionedAllowance,
  terms: AllowanceTerms,
  person: AllowancePerson,
  history: AllowanceHistory,
  day: string,
): DatedAmount | null {
  const { base, period } = baseOn(allowance, person, day);
  const isUnlimited = reasonOn(terms, person, day)?.code === 'not_begun';
  const back = period && nextToComeBack(terms, period, history.charges, day);
  for (const on of daysOfMore(allowance, terms, person, period, day)) {
    if (back && back.on <= on) return back;
    if (allowance.ended_on !== null && on >= allowance.ended_on) break;
    const then = baseOn(allowance, person, on);
    const isSamePeriod = !isUnlimited && (terms.anchor === 'rolling' || then.period?.from === period?.from);
    const amount = then.base - (isSamePeriod ? base : 0);
    if (amount > 0) return { on, amount };
  }
  return back;
}

/** How much a person may have of an allowance on a day, and how much of that their orders have taken. */
export function allowanceFigure(allowance: VersionedAllowance, person: AllowancePerson, history: AllowanceHistory, day: string): AllowanceFigure {
  const terms = termsOn(allowance.versions, day);
  const reason = reasonOn(terms, person, day);
  const period = allowancePeriod(terms, person, day);
  const next = nextOf(allowance, terms, person, history, day);
  const used = period ? sumIn(terms, period, history.charges, day) : 0;
  const extra = period ? sumIn(terms, period, history.grants, day) : 0;
  const dates = { from: period?.from ?? null, until: period?.until ?? null, is_first: period?.is_first ?? false };
  if (reason?.code === 'not_begun') return { amount: null, used, left: null, ...dates, next, reason, parts: { base: 0, carried: 0, extra } };
  const base = period && reason?.code !== 'no_first_day' ? baseIn(terms, person, period, day) : 0;
  const carried = period && reason === null ? carriedInto(allowance, terms, person, period, history) : 0;
  const amount = base + carried + extra;
  return { amount, used, left: Math.max(0, amount - used), ...dates, next, reason, parts: { base, carried, extra } };
}
