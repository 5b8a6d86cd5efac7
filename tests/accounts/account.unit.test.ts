import { expect, test } from 'vitest';
import { accountFields } from '../../shared/accounts/account.ts';
import { judgeSetup, type SetupFacts, type SetupStep, type StepState } from '../../shared/accounts/account-setup.ts';
import { checkCloseDay } from '../../shared/accounts/save-account.ts';

test.each<[keyof typeof accountFields.shape, unknown[], unknown[], string]>([
  ['sku_prefix', ['NG', 'A1B2C3', '', null], ['N', 'ng', 'N-G'], 'Use 2 to 6 capital letters or digits.'],
  [
    'domain',
    ['company.co.uk', 'My-Company.com', '', null],
    ['company', 'company.', '.uk', 'ann@company.co.uk', 'https://company.co.uk', 'company.co.uk/x', 'x company.co.uk'],
    'Enter a domain, such as company.co.uk.',
  ],
  [
    'custom_video_explainer_url',
    ['https://videos.example/1?x=2', 'HTTPS://videos.example', '', null],
    [
      'http://videos.example',
      'videos.example',
      'https://',
      'https:///x',
      'https://videos.example/a b',
      'see https://videos.example',
      'https://[x',
      'javascript:https://videos.example',
    ],
    'Enter a full web address that begins with https://.',
  ],
])('the %s of a client company accepts valid values, and refuses others with a message', (field, good, bad, message) => {
  const schema = accountFields.shape[field];
  for (const value of good) expect(schema.safeParse(value).success, String(value)).toBe(true);
  for (const value of bad) expect(schema.safeParse(value).error?.issues, String(value)).toMatchObject([{ message }]);
});

test('a close day is required for an account with consolidated invoices, and refused for any other account', () => {
  const judge = (is_consolidated_invoicing: boolean, consolidated_invoice_close_day: number | null) =>
    checkCloseDay({ is_consolidated_invoicing, consolidated_invoice_close_day });
  const field = 'consolidated_invoice_close_day';
  expect([judge(true, 1), judge(false, null)]).toEqual([{ ok: true }, { ok: true }]);
  expect(judge(true, null)).toEqual({ ok: false, code: 'close_day_needed', message: 'Enter a day from 1 to 28.', field });
  expect(judge(false, 1)).toEqual({ ok: false, code: 'close_day_not_used', message: 'Only consolidated invoices have a close day.', field });
});

/** An account that is completely set up and has not ordered yet. */
const complete: SetupFacts = {
  has_ordered: false,
  open_orders: 0,
  has_invoice_address: true,
  is_invoiced: true,
  binds_self_orders: true,
  sites: 2,
  sites_without_people: 0,
  employee_roles: 2,
  budgeted_roles: 1,
  roles_without_value: 0,
  clothing_sets: 2,
  products: 9,
  unpriced_products: 0,
  empty_sets: 0,
  unworn_sets: 0,
  decorated_sets: 1,
  unstitched_sets: 0,
  people: 3,
  people_without_site: 0,
  people_without_set: 0,
  incomplete_people: 0,
  people_with_email: 2,
  signed_in_people: 2,
  uninvited_people: 0,
};
const statesOf = (facts: Partial<SetupFacts>) => Object.fromEntries(judgeSetup({ ...complete, ...facts }).map(({ key, state }) => [key, state]));
const allDone = {
  sites: 'done',
  employee_roles: 'done',
  clothing_sets: 'done',
  prices: 'done',
  embroiderer: 'done',
  people: 'done',
  sign_ins: 'done',
  invoice_address: 'done',
};

test('an account is set up in seven steps, and a complete account has done all seven', () => {
  expect(judgeSetup(complete).map(({ key }) => key)).toEqual(Object.keys(allDone));
  expect(statesOf({})).toEqual(allDone);
});

test.each<[string, Partial<SetupFacts>, Partial<Record<SetupStep, StepState>>]>([
  ['without a site', { sites: 0 }, { sites: 'todo' }],
  ['with a site where nobody works', { sites_without_people: 1 }, { sites: 'part' }],
  ['with sites but without people', { people: 0, sites_without_people: 2, unworn_sets: 2 }, { people: 'todo' }],
  ['with a role whose budget has no value', { roles_without_value: 1 }, { employee_roles: 'part' }],
  ['that has no budget although budgets limit self-orders', { budgeted_roles: 0 }, { employee_roles: 'part' }],
  ['that needs no budget and has none', { budgeted_roles: 0, binds_self_orders: false }, {}],
  ['without roles', { employee_roles: 0 }, { employee_roles: 'part' }],
  ['that has ordered without roles', { employee_roles: 0, has_ordered: true }, {}],
  ['without products', { products: 0 }, { clothing_sets: 'todo', prices: 'part', embroiderer: 'part' }],
  ['with an empty set', { empty_sets: 1 }, { clothing_sets: 'part' }],
  ['with a set that nobody wears', { unworn_sets: 1 }, { clothing_sets: 'part' }],
  ['with a decorated set that no embroiderer has', { unstitched_sets: 1 }, { embroiderer: 'part' }],
  ['without decorations', { decorated_sets: 0 }, {}],
  ['with a person who has no site or no set', { incomplete_people: 1 }, { people: 'todo' }],
  ['where nobody has signed in', { signed_in_people: 0 }, { sign_ins: 'todo' }],
  ['where nobody has signed in and the office orders', { signed_in_people: 0, has_ordered: true }, { sign_ins: 'part' }],
  ['where somebody has not signed in', { signed_in_people: 1 }, { sign_ins: 'part' }],
  ['without an invoice address', { has_invoice_address: false }, { invoice_address: 'part' }],
  ['that is not invoiced', { has_invoice_address: false, is_invoiced: false }, {}],
])('the set-up of an account %s shows what is left to do', (_what, facts, states) => {
  expect(statesOf(facts)).toEqual({ ...allDone, ...states });
});
