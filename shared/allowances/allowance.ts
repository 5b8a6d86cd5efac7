import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { requiredText } from '../fields.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';

/** What an allowance counts: items, points of the styles, or pence. */
export const allowanceUnits = ['items', 'points', 'pence'] as const;
export type AllowanceUnit = (typeof allowanceUnits)[number];

/** Where the periods of an allowance begin: on the same day for everybody, on a person's first day, or with each order. */
export const allowanceAnchors = ['fixed', 'start_date', 'rolling'] as const;

/** What happens to an order that goes over an allowance: it is refused, it becomes a request, or it passes with a warning. */
export const allowanceExcesses = ['refuse', 'approve', 'warn'] as const;
export type AllowanceExcess = (typeof allowanceExcesses)[number];

const wholeFrom = (least: number, message: string) => z.int(message).min(least, message);
const amount = wholeFrom(1, messages.allowances.amount).max(limits.allowance, messages.allowances.amount);
const ids = z.array(z.int().positive()).max(limits.allowance_covers).default([]);

/** The products that an allowance covers: all, or those of these categories, styles and clothing sets. */
const covers = z.object({ all: z.boolean().default(false), categories: ids, styles: ids, clothing_sets: ids });
export type AllowanceCovers = z.infer<typeof covers>;

const instalment = z.object({
  after_months: wholeFrom(0, messages.allowances.months).max(limits.allowance_months, messages.allowances.months),
  amount: wholeFrom(0, messages.allowances.amount).max(limits.allowance, messages.allowances.amount),
});
const band = z.object({
  min_percent: wholeFrom(1, messages.allowances.percent).max(100, messages.allowances.percent),
  amount,
});
const months = wholeFrom(0, messages.allowances.months).max(limits.allowance_months, messages.allowances.months);

/** The fields of an allowance that people fill in. */
export const allowanceFields = z.object({
  name: requiredText(limits.name, messages.name_needed),
  employee_role_id: z
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('The allowance of everybody with this role; exactly one of the role and the person'),
  user_id: z.int().positive().nullable().default(null).describe('The allowance of one person'),
  unit: z.enum(allowanceUnits),
  amount: amount.describe('For each period'),
  instalments: z
    .array(instalment)
    .max(limits.allowance_steps)
    .default([])
    .describe('What a person has in their first period, and how many months after its begin'),
  bands: z.array(band).max(limits.allowance_steps).default([]).describe('The amount from a percentage of full time on, in place of `amount`'),
  first_period_min_months: months.default(0).describe('With `fixed`: a person’s first period lasts at least so long'),
  min_service_months: months.default(0).describe('Nothing before the first day plus these months'),
  covers,
  period_months: wholeFrom(1, messages.allowances.period).max(limits.allowance_period, messages.allowances.period).nullable().describe('Null: once'),
  anchor: z.enum(allowanceAnchors),
  starts_on: calendarDate(messages.day_invalid).nullable().default(null).describe('With `fixed`: the day on which the periods begin'),
  carry_over_max: wholeFrom(0, messages.allowances.amount).max(limits.allowance, messages.allowances.amount).default(0),
  when_exceeded: z.enum(allowanceExcesses),
  counts_rollouts: z.boolean().default(false).describe('Whether orders of roll-outs are counted'),
  effective_from: calendarDate(messages.day_invalid).optional().describe('The day from which these terms apply; today by default'),
});
export type AllowanceInput = z.infer<typeof allowanceFields>;

export const newAllowance = allowanceFields;
export const allowanceChange = allowanceFields.extend({ version: z.int().optional() });
export type AllowanceChange = z.infer<typeof allowanceChange>;

const named = z.object({ id: z.int(), name: z.string() });

/** An allowance with its newest terms. */
export const allowance = allowanceFields.extend({
  id: z.int(),
  account_id: z.int(),
  version: z.int(),
  effective_from: z.string(),
  ended_on: z.string().nullable().describe('The day from which the allowance is not in force any more'),
  employee_role: named.nullable(),
  user: named.nullable(),
  covered: z
    .object({ categories: z.array(named), styles: z.array(named), clothing_sets: z.array(named) })
    .describe('The names of what `covers` lists; deleted records are left out'),
});
export type Allowance = z.infer<typeof allowance>;

/** The body of a preview. */
export const allowancePreview = allowanceFields.extend({
  id: z.int().positive().optional().describe('The stored allowance that these terms would change; what was granted of it counts'),
});
export type AllowancePreview = z.infer<typeof allowancePreview>;

/** The roles that get a copy of an allowance. */
export const allowanceCopies = z.object({
  employee_role_ids: z.array(z.int().positive()).min(1, messages.allowances.copy_roles).max(limits.allowance_covers),
});
export type AllowanceCopies = z.infer<typeof allowanceCopies>;

/** More of an allowance for one person, in the present period. */
export const extraInput = z.object({
  amount,
  reason: requiredText(limits.excess_reason, messages.allowances.reason_needed),
});
export type ExtraInput = z.infer<typeof extraInput>;

/** The terms of one version of an allowance, which decide how much a person may have. */
export type AllowanceTerms = Pick<
  Allowance,
  | 'unit'
  | 'amount'
  | 'instalments'
  | 'bands'
  | 'first_period_min_months'
  | 'min_service_months'
  | 'covers'
  | 'period_months'
  | 'anchor'
  | 'starts_on'
  | 'carry_over_max'
  | 'when_exceeded'
  | 'counts_rollouts'
  | 'effective_from'
>;

/** The messages for the rules between the fields of an allowance that `input` breaks, by field. */
export function allowanceFaults(input: AllowanceInput, today: string): Record<string, string> {
  const words = messages.allowances;
  const { instalments, bands, anchor, covers } = input;
  const isRolling = anchor === 'rolling';
  const rises = instalments.every(({ after_months }, place) => place === 0 || after_months > (instalments[place - 1]?.after_months ?? 0));
  const percents = bands.map(({ min_percent }) => min_percent);
  return {
    ...((input.employee_role_id === null) === (input.user_id === null) && { employee_role_id: words.whose }),
    ...(!covers.all && [covers.categories, covers.styles, covers.clothing_sets].every((list) => list.length === 0) && { covers: words.covers }),
    ...(anchor === 'fixed' && input.starts_on === null && { starts_on: words.starts_on }),
    ...(isRolling && input.period_months === null && { period_months: words.rolling_once }),
    ...(isRolling && instalments.length > 0 && { instalments: words.rolling_instalments }),
    ...(isRolling && input.carry_over_max > 0 && { carry_over_max: words.rolling_carry }),
    ...(instalments.length > 0 && bands.length > 0 && { bands: words.bands_and_instalments }),
    ...(!isRolling && !rises && { instalments: words.instalments_rise }),
    ...(new Set(percents).size < percents.length && { bands: words.bands_twice }),
    ...(input.first_period_min_months > 0 && (anchor !== 'fixed' || instalments.length === 0) && { first_period_min_months: words.first_period }),
    ...(input.effective_from !== undefined && input.effective_from < today && { effective_from: words.effective_past }),
  };
}
