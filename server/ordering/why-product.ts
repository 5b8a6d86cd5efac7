import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { budgetArithmetic, judgeBudgets } from '../../shared/budgets/spend.ts';
import { listText } from '../../shared/list-text.ts';
import { messages } from '../../shared/messages.ts';
import { pounds } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import { formatDate } from '../../shared/uk-time.ts';
import { whyAllowances } from '../allowances/why-allowances.ts';
import { budgetsOfPerson, type OrderBudget } from '../budgets/budgets-of-order.ts';
import { type JudgedProduct, judgeProduct } from '../catalogue/judge-product.ts';
import { discontinuedWords } from '../catalogue/orderable.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, notFound, requireFound } from '../core/problem.ts';
import { accounts } from '../db/tables/index.ts';
import { type Person, person } from '../people/person-queries.ts';
import { chargedRole, rolesOf } from './charged-role.ts';
import { productAtCompany } from './product-search.ts';

const whyCodes = ['set', 'site', 'restriction', 'publication', 'discontinuation', 'allowance', 'budget'] as const;

export const whySchema = z.object({
  product: z.object({ id: z.int(), sku: z.string(), name: z.string() }),
  orderable: z.boolean().describe('Whether the caller can order one for this person now'),
  reasons: z
    .array(
      z.object({
        code: z.enum(whyCodes),
        ok: z.boolean(),
        message: z.string(),
        link: z.string().nullable().describe('The page where the caller can change it'),
      }),
    )
    .describe('Always all of them, in this order'),
});
export type Why = z.infer<typeof whySchema>;
type Reason = Why['reasons'][number];

/** The addresses of the pages on which the caller can change what a reason states; null for a page that the caller may not open. */
function linksFor({ actor }: Ctx, { id, account_id }: Pick<Person, 'id' | 'account_id'>) {
  const office = policy.use_office(actor);
  const account = `/admin/accounts/${account_id}`;
  return {
    person: office ? `${account}/employees/${id}/edit` : `/employees/${id}/edit`,
    catalogue: office ? `${account}/catalogue` : null,
    set: (id: number | undefined) => (office && id !== undefined ? `${account}/catalogue#clothing_set_id=${id}` : null),
    role: (id: number) => (office ? `${account}/employee-roles#role=${id}` : null),
    account: office ? `${account}/edit` : null,
  };
}
type Links = ReturnType<typeof linksFor>;

interface Client {
  name: string;
  deleted_at: string | null;
}

const namesOf = (sets: JudgedProduct['sets']): string => listText(sets.map(({ name }) => name));

function setReason(wearer: Person, client: Client, { holds, sets }: JudgedProduct, links: Links): Reason {
  const code = 'set';
  const ok = holds.set && client.deleted_at === null;
  if (client.deleted_at !== null) return { code, ok, message: messages.why.account_archived(client.name), link: links.account };
  if (holds.set) return { code, ok, message: messages.why.in_sets(namesOf(sets)), link: null };
  if (!sets.length) return { code, ok, message: messages.why.in_no_set(client.name), link: links.catalogue };
  return { code, ok, message: messages.why.not_their_set(namesOf(sets), wearer.name), link: links.person };
}

function siteReason(wearer: Person, { holds, sets }: JudgedProduct, links: Links): Reason {
  const [code, ok] = ['site' as const, holds.site];
  const sites = listText(wearer.sites.map(({ name }) => name));
  if (!ok) return { code, ok, message: messages.why.excluded_at(namesOf(sets), sites), link: links.set(sets[0]?.id) ?? links.person };
  return { code, ok, message: sets.length ? messages.why.offered_at_site : messages.why.no_set_no_site, link: null };
}

function restrictionReason(wearer: Person, { holds, is_restricted }: JudgedProduct, links: Links): Reason {
  const [code, ok] = ['restriction' as const, holds.restriction];
  if (!ok) return { code, ok, message: messages.why.restricted, link: null };
  if (!is_restricted) return { code, ok, message: messages.why.unrestricted, link: null };
  // The product is allowed when the caller orders it; the wearer can order it themself only with the right to restricted products.
  if (wearer.can_view_restricted_products) return { code, ok, message: messages.why.restricted_for_both, link: null };
  return { code, ok, message: messages.why.restricted_for_wearer(wearer.name), link: links.person };
}

async function discontinuationReason(ctx: Ctx, product_id: number, { holds }: JudgedProduct): Promise<Reason> {
  const [code, ok] = ['discontinuation' as const, holds.discontinuation];
  if (ok) return { code, ok, message: messages.why.current, link: null };
  const words = await discontinuedWords(ctx, [product_id]);
  return { code, ok, message: words.get(product_id) ?? messages.why.sizes_discontinued, link: null };
}

const budgetLeft = ({ name, budget_value, spent, period }: OrderBudget): string =>
  budget_value === null
    ? messages.why.budget_unlimited(name)
    : messages.why.budget_left(name, pounds(Math.max(0, budget_value - spent)), pounds(budget_value), period && formatDate(period.ends_on));

/** Whether the budget allows an order of one item. The item is charged to the role to which a line without a chosen role is charged. */
async function budgetReason(ctx: Ctx, wearer: Person, { price }: JudgedProduct, links: Links): Promise<Reason> {
  const code = 'budget';
  const employee_role_id = chargedRole(await rolesOf(ctx, wearer.id), null) ?? null;
  const charged = (await budgetsOfPerson(ctx, wearer.id, { employee_role_id, amount: price })).filter(
    (budget) => budget.employee_role_id === employee_role_id,
  );
  const [budget] = charged;
  if (!budget) return { code, ok: true, message: messages.why.no_budget, link: null };
  const { verdict, over } = judgeBudgets(charged);
  if (verdict === 'within')
    return { code, ok: true, message: budget.is_exempt ? messages.why.budget_not_yet(budget.name) : budgetLeft(budget), link: null };
  const arithmetic = over.map(budgetArithmetic).join(' ');
  const ok = verdict === 'forceable';
  return {
    code,
    ok,
    message: ok ? messages.why.budget_forceable(arithmetic) : messages.why.budget_over(arithmetic),
    link: links.role(budget.employee_role_id) ?? links.person,
  };
}

/**
 * Why a person may or may not have a product: each condition with its answer in words and the page where it can be changed. Only for those who may
 * edit the person. A client can ask about products in their company's sets; other products are treated as unknown.
 */
export async function whyProduct(ctx: Ctx, employee_id: number, product_id: number): Promise<Why> {
  const wearer = await person(ctx, employee_id);
  authorize(wearer.can.edit);
  const { db, actor, now } = ctx;
  const [client] = await db
    .select({ id: accounts.id, name: accounts.name, deleted_at: accounts.deleted_at })
    .from(accounts)
    .where(eq(accounts.id, wearer.account_id ?? 0));
  const { id: account_id, ...company } = requireFound(client);
  const judged = await judgeProduct(ctx, { account_id, employee_id }, product_id, {
    site_id: null,
    restricted: policy.see_restricted_products(actor),
    now,
  });
  if (!judged || (!judged.sets.length && !policy.use_office(actor))) throw notFound();
  const product = await productAtCompany(ctx, account_id, product_id);
  const links = linksFor(ctx, wearer);
  const { publication } = judged.holds;
  const reasons: Reason[] = [
    setReason(wearer, company, judged, links),
    siteReason(wearer, judged, links),
    restrictionReason(wearer, judged, links),
    { code: 'publication', ok: publication, message: publication ? messages.why.published : messages.why.unpublished, link: null },
    await discontinuationReason(ctx, product_id, judged),
    { code: 'allowance', ...(await whyAllowances(ctx, employee_id, product_id, judged.price)), link: null },
    await budgetReason(ctx, wearer, judged, links),
  ];
  return { product, orderable: reasons.every(({ ok }) => ok), reasons };
}
