import { and, eq, isNull, or } from 'drizzle-orm';
import { policy } from '../../shared/policy.ts';
import type { LineSubstitution } from '../../shared/substitution/substitute.ts';
import { changeWithinBudgets, holdBudgets } from '../budgets/change-within-budgets.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, enforce, requireFound } from '../core/problem.ts';
import { enforceVersion, staleVersion } from '../core/stale-version.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { carryOut } from './carry-out.ts';
import { linesWhere, type StoredLine, sameInOrder } from './lines-queries.ts';
import { type PlannedLine, plan, planView, type SubstitutionResult } from './plan.ts';
import { newProducts } from './terms-queries.ts';

async function affected(ctx: Pick<Ctx, 'db'>, line_id: number, copy: boolean): Promise<StoredLine[]> {
  const [line] = await ctx.db
    .select({ order_id: orderLines.order_id, product_id: orderLines.product_id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .where(and(eq(orderLines.id, line_id), isNull(orders.deleted_at)));
  const { order_id, product_id } = requireFound(line);
  const own = eq(orderLines.id, line_id);
  return linesWhere(ctx, copy ? or(own, sameInOrder(order_id, product_id)) : own);
}

async function planLines(ctx: Ctx, line_id: number, lines: readonly StoredLine[], input: LineSubstitution): Promise<PlannedLine[]> {
  const { account_id } = requireFound(lines[0]);
  const newProductsById = await newProducts(ctx, account_id, [{ id: input.product_id, field: 'product_id' }]);
  const result = await plan(ctx, lines, input.mode, () => input, newProductsById);
  const plannedLine = requireFound(result.find(({ line }) => line.id === line_id));
  // Other lines that cannot change are left out and reported; if the requested line cannot change, the whole request is refused.
  if (plannedLine.refused) enforce(plannedLine.refused);
  return result;
}

/** The changes of stock, allocation and the open pick that another product on a line would cause. Changes nothing yet. */
export async function previewLineSubstitution(ctx: Ctx, line_id: number, input: LineSubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const lines = await affected(ctx, line_id, input.copy_to_order === true);
  return planView(ctx, input.mode, await planLines(ctx, line_id, lines, input));
}

/** Put another product on a line and, on request, on the order's other lines of the same product. */
export async function substituteLine(ctx: Ctx, line_id: number, input: LineSubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const affectedLines = await affected(ctx, line_id, input.copy_to_order === true);
  const order_ids = [...new Set(affectedLines.map(({ order_id }) => order_id))];
  const lockedBudgets = input.mode === 'replace' ? await holdBudgets(ctx, order_ids) : null;
  await lockLevels(ctx, [input.product_id, ...affectedLines.map(({ sku_id }) => sku_id)]);
  await lockOrders(ctx, order_ids);
  const lines = await affected(ctx, line_id, input.copy_to_order === true);
  const line = requireFound(lines.find(({ id }) => id === line_id));
  const { version, product_id, sku_id: picked_product_id } = line;
  const current = { id: line_id, version, product_id, picked_product_id };
  await enforceVersion(ctx, input.version, line, () => current);
  const wasSeen = new Set(affectedLines.map(({ id, sku_id }) => `${id}/${sku_id}`));
  if (lines.some(({ id, sku_id }) => !wasSeen.has(`${id}/${sku_id}`))) throw staleVersion({ current });

  const steps = await planLines(ctx, line_id, lines, input);
  const change = () => carryOut(ctx, input.mode, steps);
  await (lockedBudgets ? changeWithinBudgets(ctx, lockedBudgets, input.force_over_budget_order === true, change) : change());
  return planView(ctx, input.mode, steps, { isDone: true });
}
