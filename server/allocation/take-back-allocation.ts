import type { Ctx } from '../core/context.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { takeBackPickLines } from '../picking/take-back-pick-lines.ts';

/** Take missing items back from the lines to which they are allocated, and from the open picks of those lines. The caller changes the stock level. */
export async function takeBackAllocation(
  ctx: Ctx,
  allocations: readonly { order_line_id: number; pick_line_id: number | null; qty: number }[],
): Promise<void> {
  await changeAllocation(
    ctx,
    allocations.map(({ order_line_id, qty }) => ({ order_line_id, by: -qty })),
  );
  await takeBackPickLines(
    ctx,
    allocations.flatMap(({ pick_line_id, qty }) => (pick_line_id === null ? [] : [{ pick_line_id, qty }])),
  );
}
