import { type Allowance, allowanceAnchors, allowanceExcesses, allowanceUnits } from '../../shared/allowances/allowance.ts';
import type { AllowanceInWords } from '../../shared/allowances/allowance-words.ts';
import { penceTyped, poundsText } from '../../shared/money.ts';
import { periodChoices } from './allowance-labels.ts';
import type { Named } from './client.ts';

/** An instalment or a band, as typed. */
export interface TypedStep {
  /** The months of an instalment, the percentage of a band. */
  from: string;
  amount: string;
}

/** The fields of the form for an allowance, filled from a stored one. A later first day of the terms stays; a past one is not sent again. */
export function valuesOf(of: Partial<Allowance>, today: string, user: Named | null = of.user ?? null) {
  const unit = of.unit ?? 'items';
  const amountTyped = (amount: number | undefined): string => (amount === undefined ? '' : unit === 'pence' ? poundsText(amount) : String(amount));
  const isUsual = periodChoices.some(({ value }) => value === String(of.period_months ?? 12));
  return {
    version: of.version,
    name: of.name ?? '',
    whose: user === null ? 'role' : 'person',
    employee_role_id: String(of.employee_role_id ?? ''),
    user,
    unit: unit as string,
    amount: amountTyped(of.amount),
    period: of.period_months === null ? 'once' : isUsual ? String(of.period_months ?? 12) : 'other',
    period_months: isUsual ? '' : String(of.period_months),
    anchor: (of.anchor ?? 'fixed') as string,
    starts_on: of.anchor === undefined ? `${today.slice(0, 4)}-01-01` : (of.starts_on ?? ''),
    covers: of.covers?.all === false ? 'some' : of.covers ? 'all' : 'some',
    categories: of.covered?.categories.map(({ id }) => id) ?? [],
    clothing_sets: of.covered?.clothing_sets.map(({ id }) => id) ?? [],
    styles: of.covered?.styles ?? [],
    when_exceeded: (of.when_exceeded ?? 'refuse') as string,
    instalments: (of.instalments ?? []).map(({ after_months, amount }): TypedStep => ({ from: String(after_months), amount: amountTyped(amount) })),
    first_period_min_months: String(of.first_period_min_months || ''),
    bands: (of.bands ?? []).map(({ min_percent, amount }): TypedStep => ({ from: String(min_percent), amount: amountTyped(amount) })),
    min_service_months: String(of.min_service_months || ''),
    carry_over_max: of.carry_over_max ? amountTyped(of.carry_over_max) : '',
    counts_rollouts: of.counts_rollouts ?? false,
    effective_from: of.effective_from !== undefined && of.effective_from > today ? of.effective_from : '',
  };
}
export type AllowanceValues = ReturnType<typeof valuesOf>;

/** A typed whole number; NaN if it is not one. An empty field is `empty`. */
const numberTyped = (text: string, empty: number): number => (text.trim() === '' ? empty : Number(text));
/** A typed amount in the unit of the allowance; NaN if it is not one. */
const amountOf = (values: Pick<AllowanceValues, 'unit'>, text: string, empty: number): number =>
  text.trim() === '' ? empty : values.unit === 'pence' ? (penceTyped(text) ?? Number.NaN) : Number(text);

/** The body of the request: the fields that the choices leave out have their defaults. */
export function inputOf(values: AllowanceValues) {
  const { whose, anchor, period } = values;
  const isAll = values.covers === 'all';
  const firstMonths = numberTyped(values.first_period_min_months, 0);
  return {
    version: values.version,
    name: values.name,
    employee_role_id: whose === 'role' && values.employee_role_id !== '' ? Number(values.employee_role_id) : null,
    user_id: whose === 'person' ? (values.user?.id ?? null) : null,
    unit: values.unit as Allowance['unit'],
    amount: amountOf(values, values.amount, Number.NaN),
    instalments: values.instalments.map((step) => ({
      after_months: numberTyped(step.from, Number.NaN),
      amount: amountOf(values, step.amount, Number.NaN),
    })),
    bands: values.bands.map((step) => ({ min_percent: numberTyped(step.from, Number.NaN), amount: amountOf(values, step.amount, Number.NaN) })),
    first_period_min_months: firstMonths,
    min_service_months: numberTyped(values.min_service_months, 0),
    covers: {
      all: isAll,
      categories: isAll ? [] : values.categories,
      styles: isAll ? [] : values.styles.map(({ id }) => id),
      clothing_sets: isAll ? [] : values.clothing_sets,
    },
    period_months: period === 'once' ? null : numberTyped(period === 'other' ? values.period_months : period, Number.NaN),
    anchor: anchor as Allowance['anchor'],
    starts_on: anchor === 'fixed' ? values.starts_on || null : null,
    carry_over_max: amountOf(values, values.carry_over_max, 0),
    when_exceeded: values.when_exceeded as Allowance['when_exceeded'],
    counts_rollouts: values.counts_rollouts,
    ...(values.effective_from !== '' && { effective_from: values.effective_from }),
  };
}

/** The field of a part of the body. */
export function fieldOfPart(part: string, values: Pick<AllowanceValues, 'whose' | 'period'>): string {
  const [first = '', second] = part.split('.');
  if (first === 'employee_role_id' || first === 'user_id') return values.whose === 'role' ? 'employee_role_id' : 'user';
  if (first === 'covers') return second === undefined || second === 'all' ? 'covers' : second;
  if (first === 'period_months') return values.period === 'other' ? 'period_months' : 'period';
  return first;
}

const whole = (amount: number): amount is number => Number.isInteger(amount);
const nameOf = (list: readonly Named[], id: number): string => list.find((one) => one.id === id)?.name ?? '…';

/** What is typed, for its sentence. Steps and numbers that are not valid yet are left out. */
export function wordsOf(
  values: AllowanceValues,
  names: { employee_roles: readonly Named[]; clothing_sets: readonly Named[]; categories: readonly Named[] },
): AllowanceInWords {
  const input = inputOf(values);
  const valid = (amount: number): number => (whole(amount) ? amount : 0);
  return {
    ...input,
    whose:
      input.employee_role_id !== null
        ? { role: nameOf(names.employee_roles, input.employee_role_id) }
        : values.whose === 'person' && values.user !== null
          ? { person: values.user.name }
          : null,
    amount: whole(input.amount) && input.amount > 0 ? input.amount : null,
    instalments: input.instalments.filter((step) => whole(step.after_months) && whole(step.amount)),
    bands: input.bands.filter((step) => whole(step.min_percent) && whole(step.amount)),
    first_period_min_months: valid(input.first_period_min_months),
    min_service_months: valid(input.min_service_months),
    carry_over_max: valid(input.carry_over_max),
    period_months: input.period_months === null ? null : valid(input.period_months) || 12,
    covered: input.covers.all
      ? null
      : {
          categories: values.categories.map((id) => nameOf(names.categories, id)),
          clothing_sets: values.clothing_sets.map((id) => nameOf(names.clothing_sets, id)),
          styles: values.styles.map(({ name }) => name),
        },
    effective_from: /^\d{4}-\d\d-\d\d$/.test(values.effective_from) ? values.effective_from : null,
    starts_on: /^\d{4}-\d\d-\d\d$/.test(input.starts_on ?? '') ? input.starts_on : null,
  };
}

/** Whether an allowance uses a rule of those that the form folds away. */
export const hasSpecialRules = (values: AllowanceValues): boolean =>
  values.instalments.length > 0 ||
  values.bands.length > 0 ||
  values.counts_rollouts ||
  [values.first_period_min_months, values.min_service_months, values.carry_over_max, values.effective_from].some((text) => text !== '');

/** The fields that the form folds away. */
export const specialFields = [
  'instalments',
  'first_period_min_months',
  'bands',
  'min_service_months',
  'carry_over_max',
  'counts_rollouts',
  'effective_from',
] as const;

export const choices = { units: allowanceUnits, anchors: allowanceAnchors, excesses: allowanceExcesses };
