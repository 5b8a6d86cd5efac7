import type { Ctx } from '../core/context.ts';
import { changeLevels, type Level } from './change-levels.ts';

/** Items of a SKU that are allocated to order lines, or returned to free stock. */
export interface Reservation {
  product_id: number;
  qty: number;
}

/** Allocate items to order lines. The caller checks that the items are free, and a constraint of the database ensures that they are. */
export const reserve = (ctx: Pick<Ctx, 'db'>, reservations: readonly Reservation[]): Promise<Level[]> =>
  changeLevels(
    ctx,
    reservations.map(({ product_id, qty }) => ({ product_id, qty_available: 0, qty_allocated: qty })),
  );

/** Return allocated items to free stock. */
export const unreserve = (ctx: Pick<Ctx, 'db'>, reservations: readonly Reservation[]): Promise<Level[]> =>
  reserve(
    ctx,
    reservations.map(({ product_id, qty }) => ({ product_id, qty: -qty })),
  );
