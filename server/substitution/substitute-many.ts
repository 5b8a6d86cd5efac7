import { and, eq, isNull, or } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ManySubstitution } from '../../shared/substitution/substitute.ts';
import { ukMidnight } from '../../shared/uk-time.ts';
import { lockOrders } from '../allocation/order-moment.ts';
import { holdBudgets, withinBudgets } from '../budgets/within-budgets.ts';
import { accounts, products } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, invalid } from '../http/problem.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { carryOut } from './carry-out.ts';
import { linesWhere, type StoredLine, waitingFor } from './lines-queries.ts';
import { type PlannedLine, plan, planView, type Substitution, type SubstitutionResult } from './plan.ts';
import { newProducts } from './terms-queries.ts';

/** The account and the SKUs of the style, or 422 on the field that names nothing. */
export async function enforceScope(
  ctx: Pick<Ctx, 'db'>,
  { account_id, parent_sku_id }: Pick<ManySubstitution, 'account_id' | 'parent_sku_id'>,
): Promise<Set<number>> {
  const [account] = await ctx.db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account_id));
  if (!account) throw invalid({ account_id: messages.unknown_account });
  const sizes = await ctx.db
    .select({ id: products.id })
    .from(products)
    .where(or(eq(products.parent_id, parent_sku_id), and(eq(products.id, parent_sku_id), isNull(products.parent_id))));
  if (!sizes.length) throw invalid({ parent_sku_id: messages.choose_parent });
  return new Set(sizes.map(({ id }) => id));
}

async function substitutionsOf(ctx: Ctx, asked: ManySubstitution) {
  const sizes = await enforceScope(ctx, asked);
  const bySku = new Map<number, Substitution>();
  for (const [n, { from_product_id, product_id, new_price }] of asked.substitutions.entries()) {
    if (!sizes.has(from_product_id)) throw invalid({ [`substitutions.${n}.from_product_id`]: messages.not_of_parent });
    if (bySku.has(from_product_id)) throw invalid({ [`substitutions.${n}.from_product_id`]: messages.substitute_twice });
    bySku.set(from_product_id, { product_id, new_price });
  }
  const wanted = asked.substitutions.map(({ product_id }, n) => ({ id: product_id, field: `substitutions.${n}.product_id` }));
  return { bySku, known: await newProducts(ctx, wanted) };
}

const affected = async (ctx: Ctx, { account_id, from_date }: ManySubstitution, skus: readonly number[]): Promise<StoredLine[]> => {
  const lines = await linesWhere(ctx, waitingFor(account_id, ukMidnight(from_date), skus));
  if (lines.length > limits.substituted_lines) throw invalid({ from_date: messages.too_many_substituted(limits.substituted_lines) });
  return lines;
};

type Found = Awaited<ReturnType<typeof substitutionsOf>>;

const planned = (ctx: Ctx, lines: readonly StoredLine[], { mode }: ManySubstitution, { bySku, known }: Found): Promise<PlannedLine[]> =>
  plan(ctx, lines, mode, ({ sku_id }) => bySku.get(sku_id) as Substitution, known);

/** What a substitution over an account's open orders would do to stock, allocation and the picks that are open. Changes nothing. */
export async function previewSubstitution(ctx: Ctx, asked: ManySubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const found = await substitutionsOf(ctx, asked);
  return planView(ctx, asked.mode, await planned(ctx, await affected(ctx, asked, [...found.bySku.keys()]), asked, found));
}

/** Put other products on an account's open lines, all at once. Lines for which it is too late are left out and told. */
export async function substituteMany(ctx: Ctx, asked: ManySubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const found = await substitutionsOf(ctx, asked);
  const skus = [...found.bySku.keys()];
  const seen = await affected(ctx, asked, skus);
  const order_ids = [...new Set(seen.map(({ order_id }) => order_id))];
  const held = asked.mode === 'replace' ? await holdBudgets(ctx, order_ids) : null;
  await lockLevels(ctx, [...skus, ...found.known.keys()]);
  await lockOrders(ctx, order_ids);
  // Orders that came meanwhile are not held: they are for the next time.
  const orders = new Set(order_ids);
  const lines = (await affected(ctx, asked, skus)).filter(({ order_id }) => orders.has(order_id));
  const steps = await planned(ctx, lines, asked, found);
  const change = () => carryOut(ctx, asked.mode, steps);
  await (held ? withinBudgets(ctx, held, asked.force_over_budget_order === true, change) : change());
  return planView(ctx, asked.mode, steps, { isDone: true });
}
