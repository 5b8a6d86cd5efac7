import { count, eq } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { Ctx } from '../core/context.ts';
import { conflict } from '../core/problem.ts';
import { orderEmployees, orderLines } from '../db/tables/index.ts';

/** Refuse more lines than an order may have. */
export function enforceFits(lines: number): void {
  if (lines > limits.lines_per_order) throw conflict('order_full', messages.order_full(limits.lines_per_order));
}

/** Refuse to add this many lines (`more`) to a locked order if it would have more lines than an order may have. */
export async function enforceRoom(ctx: Pick<Ctx, 'db'>, order_id: number, more: number): Promise<void> {
  const [lineCount] = await ctx.db.select({ lines: count() }).from(orderLines).where(eq(orderLines.order_id, order_id));
  enforceFits((lineCount?.lines ?? 0) + more);
}

/** Refuse a locked order that has more wearers than an order may have lines. */
export async function enforceRoomForWearers(ctx: Pick<Ctx, 'db'>, order_id: number): Promise<void> {
  const [lineCount] = await ctx.db.select({ people: count() }).from(orderEmployees).where(eq(orderEmployees.order_id, order_id));
  if ((lineCount?.people ?? 0) > limits.lines_per_order) throw conflict('order_full', messages.order_full_of_people(limits.lines_per_order));
}
