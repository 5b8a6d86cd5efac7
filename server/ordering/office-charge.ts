import { eq } from 'drizzle-orm';
import type { OfficeLine } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { holdBudgets, withinBudgets } from '../budgets/within-budgets.ts';
import { orderLines } from '../db/tables/index.ts';
import type { Ctx } from '../http/context.ts';
import { findOrder } from './find-order.ts';

const charging = ['product_id', 'variation_colour', 'employee_id', 'qty_requested', 'budget', 'unit_price'] as const;

/** Whether a change of a line may change what it charges, or to which budget. */
export const isCharging = (change: Pick<OfficeLine, (typeof charging)[number]>): boolean => charging.some((field) => change[field] !== undefined);

interface Charged {
  /** The line that is changed: it may go to any budget of its wearer. */
  line_id?: number;
  /** The person whom it is for from now on. */
  employee_id?: number | undefined;
  force: boolean | undefined;
}

/**
 * What the office changes on an order that is submitted is judged by its budgets again, which are held before the order is. Clients change only
 * drafts, which are judged when they are submitted.
 */
export async function officeCharge<Done>(ctx: Ctx, uuid: string, charged: Charged, change: () => Promise<Done>): Promise<Done> {
  if (!policy.use_office(ctx.actor)) return change();
  const { id } = await findOrder(ctx, uuid);
  const lines =
    charged.line_id === undefined
      ? []
      : await ctx.db.select({ employee_id: orderLines.employee_id }).from(orderLines).where(eq(orderLines.id, charged.line_id));
  const wearers = [...lines.map(({ employee_id }) => employee_id), ...(charged.employee_id === undefined ? [] : [charged.employee_id])];
  const lockedBudgets = await holdBudgets(ctx, [id], wearers);
  await findOrder(ctx, uuid, { lock: true });
  return withinBudgets(ctx, lockedBudgets, charged.force === true, change);
}
