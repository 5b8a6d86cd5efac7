import { allowanceArithmetic, judgeAllowances } from '../../shared/allowances/judge-allowances.ts';
import { messages } from '../../shared/messages.ts';
import { ukDate } from '../../shared/uk-time.ts';
import type { Ctx } from '../core/context.ts';
import { invalid } from '../core/problem.ts';
import { staleVersion } from '../core/stale-version.ts';
import { findOrder, type Order } from '../orders/find-order.ts';
import { chargesOfOrder, type OrderCharge } from './charges-of-order.ts';
import { enforceExcessConfirmed, grantExcess, mayGrant } from './enforce-allowances.ts';

const keyOf = ({ allowance_id, employee_id }: OrderCharge): string => `${allowance_id}/${employee_id}`;

/**
 * Change a submitted order, which the caller has locked after the allowances of `wearers`. The change is refused on `field` if an allowance is charged more than
 * before and goes over its amount; what only needs an approval is granted if whoever may grant it confirms the change. Drafts are judged when they
 * are submitted.
 */
export async function changeWithinAllowances<Done>(
  ctx: Ctx,
  order: Order,
  { wearers, field, force }: { wearers: readonly number[]; field: 'qty_requested' | 'quantity'; force: boolean },
  change: () => Promise<Done>,
): Promise<Done> {
  if (!order.submitted_at || order.cancelled_at) return change();
  const before = new Map((await chargesOfOrder(ctx, order)).map((charge) => [keyOf(charge), charge.this_order]));
  const result = await change();
  const changedOrder = await findOrder(ctx, order.uuid);
  const raised = (await chargesOfOrder(ctx, changedOrder)).filter((charge) => charge.this_order > (before.get(keyOf(charge)) ?? 0));
  if (!raised.every(({ employee_id }) => wearers.includes(employee_id))) throw staleVersion();
  const { refused, approve } = judgeAllowances(raised);
  const impossible = mayGrant(ctx.actor, order, approve) ? refused : [...refused, ...approve];
  if (impossible.length) throw invalid({ [field]: impossible.map(allowanceArithmetic) });
  enforceExcessConfirmed(approve, force);
  await grantExcess(ctx, order, approve, { reason: messages.allowances.changed_later, granted_on: ukDate(order.submitted_at) });
  return result;
}
