import { sql } from 'drizzle-orm';
import { allowanceArithmetic, judgeAllowances, overAllowance } from '../../shared/allowances/judge-allowances.ts';
import { messages } from '../../shared/messages.ts';
import { policy } from '../../shared/policy.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { run } from '../db/db.ts';
import { allowanceGrants } from '../db/tables/index.ts';
import type { Order } from '../orders/find-order.ts';
import type { OrderCharge } from './charges-of-order.ts';

/** 422 on the lines with which an order goes over an allowance that refuses this, with the calculations. */
export function refuseExcess(charges: readonly OrderCharge[]): void {
  const faults: Record<string, string[]> = {};
  for (const charge of judgeAllowances(charges).refused) {
    const field = `lines.${charge.line}.quantity`;
    faults[field] = [...(faults[field] ?? []), allowanceArithmetic(charge)];
  }
  if (Object.keys(faults).length) throw invalid(faults);
}

/** Whether a person may grant what an order takes beyond the allowances of others; nobody grants something to themself. */
export const mayGrant = (actor: Ctx['actor'], order: Order, excess: readonly OrderCharge[]): boolean =>
  !actor.is_supervised_orderer &&
  policy.order_for_others(actor) &&
  policy.edit_draft(actor, order) &&
  excess.every(({ employee_id }) => employee_id !== actor.id);

/** What somebody who sends a draft with these charges has to do about its excess; null if nothing. */
export function excessStep(actor: Ctx['actor'], order: Order, charges: readonly OrderCharge[]): 'request' | 'confirm' | null {
  const { approve } = judgeAllowances(charges);
  if (!approve.length || order.submitted_at || order.requested_at || !policy.edit_draft(actor, order)) return null;
  return !policy.sends_requests(actor) && mayGrant(actor, order, approve) ? 'confirm' : 'request';
}

/** 422 unless an order that goes over allowances says why. */
export function enforceExcessReason(excess: readonly OrderCharge[], reason: string | null): void {
  if (excess.length && !reason) throw invalid({ excess_reason: [messages.allowances.reason_needed, ...excess.map(allowanceArithmetic)] });
}

/** 422 unless whoever grants what an order takes beyond allowances confirms it. */
export function enforceExcessConfirmed(excess: readonly OrderCharge[], isConfirmed: boolean): void {
  if (excess.length && !isConfirmed) throw invalid({ force_over_allowance: [messages.allowances.over, ...excess.map(allowanceArithmetic)] });
}

/** Grant what an order takes beyond allowances: from then on it is a part of what the person may have in the period. */
export async function grantExcess(
  ctx: Ctx,
  order: Order,
  excess: readonly OrderCharge[],
  { reason, granted_on }: { reason: string; granted_on: string },
): Promise<void> {
  if (!excess.length) return;
  const grants = ctx.db.insert(allowanceGrants).values(
    excess.map((charge) => ({
      allowance_id: charge.allowance_id,
      user_id: charge.employee_id,
      granted_on,
      amount: overAllowance(charge),
      reason,
      granted_by: ctx.actor.id,
      order_id: order.id,
      created_at: ctx.now,
    })),
  );
  await grants.onConflictDoUpdate({
    target: [allowanceGrants.order_id, allowanceGrants.allowance_id, allowanceGrants.user_id],
    targetWhere: sql`${allowanceGrants.order_id} is not null`,
    set: { amount: sql`${allowanceGrants.amount} + excluded.amount` },
  });
  await audit(ctx, 'allowance.exceeded', { type: 'order', id: order.id }, null, {
    excess: excess.map((charge) => ({ allowance_id: charge.allowance_id, employee_id: charge.employee_id, over: overAllowance(charge) })),
    reason,
  });
}

/** Store what one item of each line takes of an allowance that counts points, so that a later change of the style changes nothing that was counted. */
export async function freezePoints(ctx: Ctx, order: Pick<Order, 'id'>): Promise<void> {
  await run(
    ctx.db,
    sql`update order_lines set unit_points = coalesce(
        (select style.points from products sku join products style on style.id = coalesce(sku.parent_id, sku.id) where sku.id = order_lines.product_id),
        case when unit_price <= 100 then 1 else (unit_price + 99) / 100 end)
      where order_id = ${order.id}`,
  );
}
