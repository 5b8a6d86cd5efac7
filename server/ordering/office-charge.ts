import { eq } from 'drizzle-orm';
import type { OfficeLine } from '../../shared/ordering/order-input.ts';
import { policy } from '../../shared/policy.ts';
import { changeWithinAllowances } from '../allowances/change-within-allowances.ts';
import { lockAllowances, wearersOf } from '../allowances/lock-allowances.ts';
import { changeWithinBudgets, holdBudgets } from '../budgets/change-within-budgets.ts';
import type { Ctx } from '../core/context.ts';
import { orderLines } from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';

const charging = ['product_id', 'variation_colour', 'employee_id', 'qty_requested', 'budget', 'unit_price'] as const;

/** Whether a change of a line can change the charged amount or the charged budget. */
export const isCharging = (change: Pick<OfficeLine, (typeof charging)[number]>): boolean => charging.some((field) => change[field] !== undefined);

interface Charged {
  /** The line to change: it may be charged to any budget of its wearer. */
  line_id?: number;
  /** The wearer to whom the line belongs from now on. */
  employee_id?: number | undefined;
  force: boolean | undefined;
  force_allowance?: boolean | undefined;
}

/** As `chargeOrder` for the office. The budgets of drafts, which clients change, are checked on submission. */
export const officeCharge = <Done>(ctx: Ctx, uuid: string, charged: Charged, change: () => Promise<Done>): Promise<Done> =>
  policy.use_office(ctx.actor) ? chargeOrder(ctx, uuid, charged, change) : change();

/** Carry out a change of a submitted order and check its budgets and allowances again. Both are locked before the order. */
export async function chargeOrder<Done>(ctx: Ctx, uuid: string, charged: Charged, change: () => Promise<Done>): Promise<Done> {
  const order = await findOrder(ctx, uuid);
  const lines =
    charged.line_id === undefined
      ? []
      : await ctx.db.select({ employee_id: orderLines.employee_id }).from(orderLines).where(eq(orderLines.id, charged.line_id));
  const wearers = [...lines.map(({ employee_id }) => employee_id), ...(charged.employee_id === undefined ? [] : [charged.employee_id])];
  const lockedBudgets = await holdBudgets(ctx, [order.id], wearers);
  const locked = [...new Set([...(await wearersOf(ctx, order.id)), ...wearers])];
  await lockAllowances(ctx, locked);
  const lockedOrder = await findOrder(ctx, uuid, { lock: true });
  const field = charged.line_id === undefined ? 'quantity' : 'qty_requested';
  return changeWithinBudgets(ctx, lockedBudgets, charged.force === true, () =>
    changeWithinAllowances(ctx, lockedOrder, { wearers: locked, field, force: charged.force_allowance === true }, change),
  );
}
