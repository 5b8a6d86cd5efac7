import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import type { CountedBin } from '../../shared/stock/count-bins.ts';
import { audit } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { type Db, prepared } from '../db/db.ts';
import { countRequests } from '../db/tables/index.ts';
import { offShelf } from './off-shelf.ts';
import { stockOfProducts } from './stock-queries.ts';

export const countRequest = z.object({ id: z.int(), m: z.string(), product_id: z.int(), qty: z.int().nullable(), created_at: z.string() });
export type CountRequest = z.infer<typeof countRequest>;

interface CountRequestInput {
  product_id: number;
  pick_line_id: number | null;
  /** The number on the shelf; null if nobody has counted. */
  qty: number | null;
  /** The bins that were counted. */
  bins?: readonly CountedBin[] | null;
  /** When the shelf was counted; null if nobody has counted, or if the tablet's clock was wrong. */
  counted_at?: string | null;
  /** The name of the mutation by which the tablet `device` requests the count. A request without a tablet gets a generated name. */
  m?: string;
  device?: string | null;
}

const insertRequest = prepared('insert_count_request', (db: Db) =>
  db
    .insert(countRequests)
    .values({
      m: sql.placeholder('m'),
      product_id: sql.placeholder('product_id'),
      pick_line_id: sql.placeholder('pick_line_id'),
      qty: sql.placeholder('qty'),
      difference: sql.placeholder('difference'),
      bins: sql.placeholder('bins'),
      counted_at: sql.placeholder('counted_at'),
      device: sql.placeholder('device'),
      requested_by: sql.placeholder('requested_by'),
      created_at: sql.placeholder('now'),
    })
    .returning({
      id: countRequests.id,
      m: countRequests.m,
      product_id: countRequests.product_id,
      qty: countRequests.qty,
      created_at: countRequests.created_at,
    }),
);

/** Request a super's approval of the number on the shelf. Nothing changes until then. */
export async function requestCount(
  ctx: Ctx,
  { product_id, pick_line_id, qty, bins = null, counted_at = null, m = randomUUID(), device = null }: CountRequestInput,
): Promise<CountRequest> {
  authorize(policy.count_stock(ctx.actor));
  const difference = qty === null ? null : await differenceOf(ctx, product_id, qty);
  const newRequest = { m, product_id, pick_line_id, qty, difference, bins, counted_at, device, requested_by: ctx.actor.id, now: ctx.now };
  const [request] = await insertRequest(ctx.db, newRequest);
  await audit(ctx, 'stock.count_requested', { type: 'product', id: product_id }, null, {
    qty,
    ...(bins && { bins: bins.map(({ bin, qty }) => ({ bin, qty })) }),
  });
  return requireFound(request);
}

/** How many more items are on hand than recorded if `on_shelf` items are on the shelf; negative if there are fewer. */
async function differenceOf({ db }: Ctx, product_id: number, on_shelf: number): Promise<number> {
  const [stock] = await stockOfProducts({ db }, [product_id]);
  const off = (await offShelf(db, [product_id])).get(product_id) ?? 0;
  return on_shelf + off - (stock?.qty_available ?? 0);
}
