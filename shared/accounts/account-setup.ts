import { z } from 'zod';

/** The facts that decide how complete the set-up of an account is. */
const setupFacts = z.object({
  has_ordered: z.boolean().describe('An order of theirs has been submitted'),
  open_orders: z.int().describe('Submitted, neither shipped nor cancelled'),
  has_invoice_address: z.boolean(),
  is_invoiced: z.boolean(),
  binds_self_orders: z.boolean().describe('Budgets also bind people who order for themselves'),
  sites: z.int(),
  sites_without_people: z.int(),
  employee_roles: z.int(),
  budgeted_roles: z.int(),
  roles_without_value: z.int().describe('Budgeted, but without a value'),
  clothing_sets: z.int(),
  products: z.int().describe('Styles in all sets'),
  unpriced_products: z.int().describe('Styles that a set has no price for and that have a SKU at £0.00'),
  empty_sets: z.int().describe('Sets without a product'),
  unworn_sets: z.int().describe('Sets that nobody of the company has'),
  decorated_sets: z.int().describe('Sets that decorate a product in them'),
  unstitched_sets: z.int().describe('Decorated, but no embroiderer is assigned to them'),
  people: z.int(),
  people_without_site: z.int(),
  people_without_set: z.int(),
  incomplete_people: z.int().describe('Without a site, without a clothing set, or without both'),
  people_with_email: z.int(),
  signed_in_people: z.int(),
  uninvited_people: z.int().describe('With an address, but without an invitation or a password'),
});
export type SetupFacts = z.infer<typeof setupFacts>;

const setupSteps = ['sites', 'employee_roles', 'clothing_sets', 'prices', 'embroiderer', 'people', 'sign_ins', 'invoice_address'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `todo`: the account cannot order until the step is done. `part`: it can order, but the step is incomplete. */
export type StepState = 'done' | 'part' | 'todo';

const stateOf: Record<SetupStep, (facts: SetupFacts) => StepState> = {
  sites: ({ sites, sites_without_people, people }) => {
    if (sites === 0) return 'todo';
    return people > 0 && sites_without_people > 0 ? 'part' : 'done';
  },
  // If an account has no roles and has ordered anyway, it needs no roles.
  employee_roles: ({ employee_roles, budgeted_roles, roles_without_value, binds_self_orders, has_ordered }) => {
    const isWithoutBudget = binds_self_orders && budgeted_roles === 0;
    return roles_without_value > 0 || isWithoutBudget || (employee_roles === 0 && !has_ordered) ? 'part' : 'done';
  },
  clothing_sets: ({ products, empty_sets, unworn_sets, people }) => {
    if (products === 0) return 'todo';
    return empty_sets > 0 || (people > 0 && unworn_sets > 0) ? 'part' : 'done';
  },
  prices: ({ products, unpriced_products }) => (products === 0 || unpriced_products > 0 ? 'part' : 'done'),
  // While the sets have no products, nobody knows whether any will be decorated.
  embroiderer: ({ products, unstitched_sets }) => (products === 0 || unstitched_sets > 0 ? 'part' : 'done'),
  people: ({ people, incomplete_people }) => (people === 0 || incomplete_people > 0 ? 'todo' : 'done'),
  sign_ins: ({ signed_in_people, people_with_email, has_ordered }) => {
    if (signed_in_people === 0 && !has_ordered) return 'todo';
    return signed_in_people < people_with_email ? 'part' : 'done';
  },
  invoice_address: ({ has_invoice_address, is_invoiced }) => (has_invoice_address || !is_invoiced ? 'done' : 'part'),
};

/** The steps of setting up an account, first to last, with the state of each. */
export const judgeSetup = (facts: SetupFacts): { key: SetupStep; state: StepState }[] =>
  setupSteps.map((key) => ({ key, state: stateOf[key](facts) }));

const named = z.object({ id: z.int(), name: z.string() });

/** The set-up of one account, with the names of the first records that are missing something. */
export const accountSetup = z.object({
  facts: setupFacts,
  created_at: z.string(),
  sites_without_people: z.array(named),
  sites_without_manager: z.object({ count: z.int(), first: named.nullable() }),
  roles_without_value: z.array(named),
  empty_sets: z.array(named),
  unworn_sets: z.array(named),
  unpriced_products: z.array(named.extend({ clothing_set_id: z.int() })),
  unstitched_sets: z.array(named),
  embroiderers: z.array(named).describe('Those who can sign in; the first ones'),
  managers: z.array(
    named.extend({
      label: z.string().describe('The role, and where it is'),
      contact_phone: z.string().nullable(),
      email: z.string().nullable(),
      signed_in_at: z.string().nullable(),
    }),
  ),
  site_rules: z.array(named.extend({ require_po: z.boolean(), require_cc: z.boolean(), inverse_po: z.boolean(), inverse_cc: z.boolean() })),
});
export type AccountSetup = z.infer<typeof accountSetup>;
