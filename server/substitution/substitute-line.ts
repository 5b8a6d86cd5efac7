import { and, eq, isNull, or } from 'drizzle-orm';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import type { LineSubstitution } from '../../shared/substitution/substitute.ts';
import { lockOrders } from '../allocation/order-moment.ts';
import { holdBudgets, withinBudgets } from '../budgets/within-budgets.ts';
import { orderLines, orders } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { authorize, conflict, enforce, found } from '../http/problem.ts';
import { enforceSeen } from '../ordering/hand.ts';
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
  const { order_id, product_id } = found(line);
  const own = eq(orderLines.id, line_id);
  return linesWhere(ctx, copy ? or(own, sameInOrder(order_id, product_id)) : own);
}

async function planned(ctx: Ctx, line_id: number, lines: readonly StoredLine[], asked: LineSubstitution): Promise<PlannedLine[]> {
  const known = await newProducts(ctx, [{ id: asked.product_id, field: 'product_id' }]);
  const result = await plan(ctx, lines, asked.mode, () => asked, known);
  const named = found(result.find(({ line }) => line.id === line_id));
  // Copies that cannot be made are left out and told; what was asked for has to be possible.
  if (named.refused) enforce(named.refused);
  return result;
}

/** What putting another product on a line would do to stock, allocation and the pick that is open. Changes nothing. */
export async function previewLineSubstitution(ctx: Ctx, line_id: number, asked: LineSubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const lines = await affected(ctx, line_id, asked.copy_to_order === true);
  return planView(ctx, asked.mode, await planned(ctx, line_id, lines, asked));
}

/** Put another product on a line, and where it is asked for on the order's other lines of the same product. */
export async function substituteLine(ctx: Ctx, line_id: number, asked: LineSubstitution): Promise<SubstitutionResult> {
  authorize(policy.substitute(ctx.actor));
  const seen = await affected(ctx, line_id, asked.copy_to_order === true);
  const order_ids = [...new Set(seen.map(({ order_id }) => order_id))];
  const held = asked.mode === 'replace' ? await holdBudgets(ctx, order_ids) : null;
  await lockLevels(ctx, [asked.product_id, ...seen.map(({ sku_id }) => sku_id)]);
  await lockOrders(ctx, order_ids);
  const lines = await affected(ctx, line_id, asked.copy_to_order === true);
  const line = found(lines.find(({ id }) => id === line_id));
  const { version, product_id, sku_id: picked_product_id } = line;
  await enforceSeen(ctx, asked.version, line, async () => ({ id: line_id, version, product_id, picked_product_id }));
  const wasSeen = new Set(seen.map(({ id, sku_id }) => `${id}/${sku_id}`));
  if (lines.some(({ id, sku_id }) => !wasSeen.has(`${id}/${sku_id}`))) throw conflict('stale_version', messages.stale_version);

  const steps = await planned(ctx, line_id, lines, asked);
  const change = () => carryOut(ctx, asked.mode, steps);
  await (held ? withinBudgets(ctx, held, asked.force_over_budget_order === true, change) : change());
  return planView(ctx, asked.mode, steps, { isDone: true });
}
