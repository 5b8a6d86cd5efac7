import { z } from 'zod';
import { calendarDate } from '../calendar-date.ts';
import { optionalText, requiredText } from '../fields.ts';
import { choicesOf, kitLine, productsOfLine } from '../kits/kit.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { peopleFilterInput } from '../people/bulk-input.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';

const id = z.int().positive();

/** A draft can be changed; it is open from the first question or order on. */
export const rolloutStates = ['draft', 'open', 'closed'] as const;
export type RolloutState = (typeof rolloutStates)[number];

/** How far a person is: without sizes and not asked, asked, with sizes on file, with sizes of their own or of a manager, ordered, or refused. */
export const rolloutStatuses = ['unasked', 'asked', 'ready', 'answered', 'filled', 'ordered', 'failed'] as const;
export type RolloutStatus = (typeof rolloutStatuses)[number];
/** The statuses as screens and documents show them. */
export const rolloutStatusWords: Record<RolloutStatus, string> = {
  unasked: 'Not asked',
  asked: 'Asked',
  ready: 'Ready',
  answered: 'Answered',
  filled: 'Filled in',
  ordered: 'Ordered',
  failed: 'Failed',
};

/** One line of a roll-out: that of a kit, and the employee role to which it belongs if each role has its own. */
export const rolloutLine = kitLine.extend({ employee_role_id: z.int().nullable().default(null) });
export type RolloutLine = z.infer<typeof rolloutLine>;

const people = z
  .object({
    ids: z
      .array(id)
      .min(1, messages.choose_people)
      .max(limits.rollout_people, messages.too_many_chosen(limits.rollout_people))
      .overwrite((chosen) => [...new Set(chosen)]),
    filter: peopleFilterInput.describe('The query parameters of the list of people: everybody who matches'),
    employee_numbers: z
      .array(z.string().trim().min(1).max(limits.employee_number))
      .min(1, messages.choose_people)
      .max(limits.rollout_people, messages.too_many_chosen(limits.rollout_people))
      .describe('Employee numbers of a file or a pasted list'),
  })
  .partial()
  .refine((value) => Object.values(value).filter((given) => given !== undefined).length === 1, { message: messages.choose_people });

/** What is rolled out to whom, and by when sizes are needed. */
export const rolloutInput = z.object({
  name: requiredText(limits.name, messages.rollouts.name),
  deadline: calendarDate(messages.rollouts.deadline).describe('The last day on which people can choose their sizes'),
  people,
  kit: z
    .union([z.literal('role'), z.object({ lines: z.array(kitLine).min(1, messages.rollouts.kit).max(limits.kit_lines) })], messages.rollouts.kit)
    .describe('The kit of each person’s employee roles, or the same lines for everybody'),
  order_per: z.enum(['wearer', 'site'], messages.rollouts.order_per),
  client_po_reference: optionalText(limits.client_po_reference).default(null),
  cost_code: optionalText(limits.cost_code).default(null),
});
export type RolloutInput = z.infer<typeof rolloutInput>;
export const rolloutChange = rolloutInput.partial({ people: true }).extend({ version: z.int().positive().optional() });
export type RolloutChange = z.infer<typeof rolloutChange>;

/** The sizes that a manager chooses for somebody; `line` is the place of the line in the roll-out’s kit. */
export const fillInput = z.object({
  lines: z
    .array(z.object({ line: z.int().min(0), product_id: id }))
    .min(1, messages.rollouts.fill)
    .max(limits.rollout_lines),
});
export type FillInput = z.infer<typeof fillInput>;

export const previewInput = z.object({ include_unanswered: z.boolean().default(false) });
export const submitInput = previewInput.extend({ confirm: z.int().min(0).describe('The number of orders of the preview') });
export type SubmitRollout = z.infer<typeof submitInput>;

const count = z.int().min(0);
export const rolloutCounts = z.object({
  people: count,
  ready: count.describe('Sizes are on file'),
  asked: count.describe('Without an answer yet'),
  answered: count,
  filled: count,
  ordered: count,
  failed: count,
});
export type RolloutCounts = z.infer<typeof rolloutCounts>;

export const rolloutProgress = z.object({ done: count, total: count, failed: count });
export type RolloutProgress = z.infer<typeof rolloutProgress>;

/** A product that a line of a roll-out names. */
export const rolloutProduct = z.object({ id: z.int(), name: z.string(), sku: z.string() });

export const listedRollout = z.object({
  id: z.int(),
  account_id: z.int(),
  name: z.string(),
  deadline: z.string(),
  order_per: z.enum(['wearer', 'site']),
  state: z.enum(rolloutStates),
  counts: rolloutCounts,
  created_at: z.string(),
});
export type ListedRollout = z.infer<typeof listedRollout>;

export const rollout = listedRollout.extend({
  kit: z.union([z.literal('role'), z.object({ lines: z.array(kitLine) })]),
  lines: z.array(rolloutLine).describe('The lines of all kits; `line` names one by its place'),
  products: z.array(rolloutProduct),
  client_po_reference: z.string().nullable(),
  cost_code: z.string().nullable(),
  asked_at: z.string().nullable(),
  submitted_at: z.string().nullable().describe('When orders were last sent'),
  is_preparing: z.boolean().describe('Sizes on file are still being read'),
  is_running: z.boolean(),
  run: rolloutProgress.nullable().describe('The last run that sent orders'),
  run_error: z.string().nullable(),
  sites: z.array(z.object({ id: z.int().nullable(), name: z.string() }).extend(rolloutCounts.shape)).describe('The counts by site'),
  mailings: z.array(z.object({ kind: z.enum(['ask', 'first', 'last']), at: z.string(), people: z.int() })),
  version: z.int(),
});
export type Rollout = z.infer<typeof rollout>;

export const rolloutPerson = z.object({
  id: z.int(),
  name: z.string(),
  employee_number: z.string().nullable(),
  has_email: z.boolean(),
  site: z.object({ id: z.int(), name: z.string() }).nullable(),
  status: z.enum(rolloutStatuses),
  asked_at: z.string().nullable(),
  reason: z.string().nullable().describe('Why nothing could be ordered'),
  order: z.object({ uuid: z.string(), order_number: z.string() }).nullable(),
  lines: z.array(
    z.object({
      line: z.int(),
      product_id: z.int().nullable().describe('The SKU; null while no size is known'),
      size: z.string().nullable(),
      name: z.string(),
      quantity: z.int(),
    }),
  ),
});
export type RolloutPerson = z.infer<typeof rolloutPerson>;

/** The sizes of the products of a line, from which a manager chooses. */
export const lineSizes = z.object({
  items: z.array(
    z.object({
      line: z.int(),
      sizes: z.array(z.object({ id: z.int(), name: z.string(), variation_colour: z.string().nullable(), size: z.string() })),
    }),
  ),
});

export const rolloutPreview = z.object({
  orders: count,
  pieces: count,
  total: count.describe('Pence, ex VAT'),
  over_allowance: z.array(z.object({ id: z.int(), name: z.string(), arithmetic: z.string(), when_exceeded: z.string() })).describe('The first 100'),
  over_allowance_total: count,
  unanswered: count,
  refused: z.array(z.object({ id: z.int(), name: z.string(), reason: z.string() })).describe('People for whom nothing can be ordered, the first 100'),
  refused_total: count,
  short: z
    .array(
      z.object({
        product_id: z.int(),
        sku: z.string(),
        name: z.string(),
        size: z.string().nullable(),
        needed: count,
        free: z.int(),
        due: z.string().nullable(),
      }),
    )
    .describe('SKUs of which less is free than needed, the first 100'),
});
export type RolloutPreview = z.infer<typeof rolloutPreview>;

/** What decides whether a roll-out can be changed, asked for or sent. */
export interface RolloutFacts {
  asked_at: string | null;
  submitted_at: string | null;
  closed_at: string | null;
  is_running: boolean;
}

export const rolloutState = ({ asked_at, submitted_at, closed_at }: RolloutFacts): RolloutState =>
  closed_at ? 'closed' : asked_at || submitted_at ? 'open' : 'draft';

/** Nothing happens to a closed roll-out any more. */
export const checkRolloutOpen = ({ closed_at }: RolloutFacts): Verdict => (closed_at ? refuse('rollout_closed', messages.rollouts.closed) : allow);

/** The styles or the SKU of which a person gets one with this line. */
export const stylesOfLine = (line: Pick<RolloutLine, 'product_id' | 'choose_from'>): number[] => {
  const choices = choicesOf(line);
  return choices.length ? choices : productsOfLine(line);
};

/** The places of the lines that belong to somebody with these employee roles. */
export const linesOfPerson = (lines: readonly RolloutLine[], role_ids: readonly number[]): number[] =>
  lines.flatMap(({ employee_role_id }, line) => (employee_role_id === null || role_ids.includes(employee_role_id) ? [line] : []));
