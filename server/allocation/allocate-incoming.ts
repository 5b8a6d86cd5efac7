import type { AllocationRule } from '../../shared/allocation/share-out.ts';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { allocationRuns } from '../db/tables/index.ts';
import type { MovementType } from '../db/tables/stock.ts';
import { promiseRun } from './begin-run.ts';

/** Items of a SKU that entered stock; negative if they left it. */
interface Moved {
  product_id: number;
  type: MovementType;
  qty: number;
  /** The receipt with which the items came. `allocateReceived` allocates such items together with the receipt. */
  receipt_id?: number | null;
}

/** A count, a correction or an import only states what is in stock: no items were received. */
const isReceived = ({ type, qty }: Moved): boolean => qty > 0 && (type === 'PURCHASE_ORDER' || type === 'ORDER_RETURN');

/** Start a run that allocates the newly received stock of these SKUs to the orders that wait for it. */
export async function startIncomingRun(ctx: Ctx, rule: AllocationRule, product_ids: readonly number[]): Promise<void> {
  const [run] = await ctx.db
    .insert(allocationRuns)
    .values({ rule, product_ids: [...product_ids].sort((a, b) => a - b), created_by: ctx.actor.id, created_at: ctx.now })
    .returning({ id: allocationRuns.id });
  await promiseRun(ctx, requireFound(run).id);
}

/**
 * Unless `ALLOCATE_INCOMING` is off, start a run that allocates the received SKUs to the orders that wait for them, by the rule in the settings.
 * Items that leave stock again in the same unit of work do not count as received.
 */
export async function allocateIncoming(ctx: Ctx, movements: readonly Moved[]): Promise<void> {
  const rule = ctx.services.settings.ALLOCATE_INCOMING;
  const moved = movements.filter(({ receipt_id }) => !receipt_id);
  if (rule === 'off' || !moved.some(isReceived)) return;
  const more = new Map<number, number>();
  for (const { product_id, qty } of moved) more.set(product_id, (more.get(product_id) ?? 0) + qty);
  const received = new Set(moved.filter(isReceived).map(({ product_id }) => product_id));
  const product_ids = [...received].filter((product_id) => (more.get(product_id) ?? 0) > 0);
  if (product_ids.length) await startIncomingRun(ctx, rule, product_ids);
}
