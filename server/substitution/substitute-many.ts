import { and, eq, isNull, or } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { ManySubstitution } from '../../shared/substitution/substitute.ts';
import { ukMidnight } from '../../shared/uk-time.ts';
import { changeWithinBudgets, holdBudgets } from '../budgets/change-within-budgets.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid } from '../core/problem.ts';
import { accounts, products } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { carryOut } from './carry-out.ts';
import { linesWhere, type StoredLine, waitingFor } from './lines-queries.ts';
import { type PlannedLine, plan, planView, type Substitution, type SubstitutionResult } from './plan.ts';
import { newProducts } from './terms-queries.ts';

/** The ids of the SKUs of the style; 422 on the field if the account or the style does not exist. */
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

async function substitutionsOf(ctx: Ctx, input: ManySubstitution) {
  const sizes = await enforceScope(ctx, input);
  const bySku = new Map<number, Substitution>();
  for (const [n, { from_product_id, product_id, new_price }] of input.substitutions.entries()) {
    if (!sizes.has(from_product_id)) throw invalid({ [`substitutions.${n}.from_product_id`]: messages.not_of_parent });
    if (bySku.has(from_product_id)) throw invalid({ [`substitutions.${n}.from_product_id`]: messages.substitute_twice });
    bySku.set(from_product_id, { product_id, new_price });
  }
  const requested = input.substitutions.map(({ product_id }, n) => ({ id: product_id, field: `substitutions.${n}.product_id` }));
  return { bySku, newProductsById: await newProducts(ctx, input.account_id, requested) };
}

const affected = async (ctx: Ctx, { account_id, from_date }: ManySubstitution, skus: readonly number[]): Promise<StoredLine[]> => {
  const lines = await linesWhere(ctx, waitingFor(account_id, ukMidnight(from_date), skus));
  if (lines.length > limits.substituted_lines) throw invalid({ from_date: messages.too_many_substituted(limits.substituted_lines) });
  return lines;
};

type Substitutions = Awaited<ReturnType<typeof substitutionsOf>>;

const planLines = (
  ctx: Ctx,
  lines: readonly StoredLine[],
  { mode }: ManySubstitution,
  { bySku, newProductsById }: Substitutions,
): Promise<PlannedLine[]> => plan(ctx, lines, mode, ({ sku_id }) => bySku.get(sku_id) as Substitution, newProductsById);

/** The changes of stock, allocation and the open picks that a substitution in all open orders of an account would cause. Changes nothing. */
export async function previewSubstitution(ctx: Ctx, input: ManySubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const substitutions = await substitutionsOf(ctx, input);
  return planView(ctx, input.mode, await planLines(ctx, await affected(ctx, input, [...substitutions.bySku.keys()]), input, substitutions));
}

/** Put other products on an account's open lines, all at once. Lines for which it is too late are left out and reported. */
export async function substituteMany(ctx: Ctx, input: ManySubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const substitutions = await substitutionsOf(ctx, input);
  const skus = [...substitutions.bySku.keys()];
  const affectedLines = await affected(ctx, input, skus);
  const order_ids = [...new Set(affectedLines.map(({ order_id }) => order_id))];
  const lockedBudgets = input.mode === 'replace' ? await holdBudgets(ctx, order_ids) : null;
  await lockLevels(ctx, [...skus, ...substitutions.newProductsById.keys()]);
  await lockOrders(ctx, order_ids);
  // Orders that were submitted meanwhile are not locked, so they are left out.
  const orders = new Set(order_ids);
  const lines = (await affected(ctx, input, skus)).filter(({ order_id }) => orders.has(order_id));
  const steps = await planLines(ctx, lines, input, substitutions);
  const change = () => carryOut(ctx, input.mode, steps);
  await (lockedBudgets ? changeWithinBudgets(ctx, lockedBudgets, input.force_over_budget_order === true, change) : change());
  return planView(ctx, input.mode, steps, { isDone: true });
}
