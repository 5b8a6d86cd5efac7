import { and, asc, eq, gt, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { limits } from '../../shared/limits.ts';
import type { PickState } from '../../shared/picking/pick-states.ts';
import type { SubstitutedLine } from '../../shared/substitution/substitute.ts';
import type { Ctx } from '../core/context.ts';
import { among, idList } from '../db/among.ts';
import { type LastEdit, orderLines, orders, pickLines, picks } from '../db/tables/index.ts';
import { isOpenPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/** A line with the fields that a substitution changes. */
export interface StoredLine extends SubstitutedLine {
  order_id: number;
  account_id: number;
  employee_id: number;
  employee_role_id: number | null;
  /** Items that an exchange sends without a charge. */
  qty_uncharged: number;
  delivery_site_id: number | null;
  pick_line_id: number | null;
  product_name: string;
  unit_price: number;
  is_manually_priced: boolean;
  vat_rate: number;
  version: number;
  last_edit: LastEdit | null;
}

const remains = sql`${orderLines.qty_requested} - ${orderLines.qty_cancelled} - ${orderLines.qty_shipped} > 0`;

/** The condition for lines of an account's open orders that still wait for these SKUs and were submitted at `from` or later. */
export const waitingFor = (account_id: number, from: string, product_ids: readonly number[]): SQL | undefined =>
  and(
    eq(orders.account_id, account_id),
    gte(orders.submitted_at, from),
    isNotNull(orders.submitted_at),
    isNull(orders.cancelled_at),
    isNull(orders.deleted_at),
    among(pickedSku, idList(product_ids)),
    eq(orderLines.is_size_selected, true),
    remains,
  );

/** The lines of an order that still wait for items of this product. */
export const sameInOrder = (order_id: number, product_id: number): SQL | undefined =>
  and(eq(orderLines.order_id, order_id), eq(orderLines.product_id, product_id), isNull(orders.deleted_at), remains);

/**
 * Lines with all the facts from which a substitution is decided, oldest first. Reads at most one line more than a request may have, so that the
 * caller notices an excess.
 */
export async function linesWhere(ctx: Pick<Ctx, 'db'>, which: SQL | undefined): Promise<StoredLine[]> {
  return ctx.db
    .select({
      id: orderLines.id,
      order_id: orderLines.order_id,
      account_id: orders.account_id,
      employee_id: orderLines.employee_id,
      employee_role_id: orderLines.employee_role_id,
      qty_uncharged: orderLines.qty_uncharged,
      delivery_site_id: orders.delivery_site_id,
      product_id: orderLines.product_id,
      sku_id: pickedSku,
      product_name: orderLines.product_name,
      is_size_selected: orderLines.is_size_selected,
      qty_requested: orderLines.qty_requested,
      qty_cancelled: orderLines.qty_cancelled,
      qty_allocated: orderLines.qty_allocated,
      qty_shipped: orderLines.qty_shipped,
      unit_price: orderLines.unit_price,
      is_manually_priced: orderLines.is_manually_priced,
      vat_rate: orderLines.vat_rate,
      version: orderLines.version,
      last_edit: orderLines.last_edit,
      qty_picked: sql<number>`coalesce(${pickLines.qty_picked}, 0)`.mapWith(Number),
      pick_line_id: pickLines.id,
      pick_state: sql<PickState | null>`${picks.state}`,
      submitted_at: orders.submitted_at,
      cancelled_at: orders.cancelled_at,
      is_frozen: orders.is_frozen,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.order_id))
    .leftJoin(picks, and(eq(picks.order_id, orders.id), isOpenPick()))
    .leftJoin(pickLines, and(eq(pickLines.pick_id, picks.id), eq(pickLines.order_line_id, orderLines.id)))
    .where(and(which, gt(orderLines.qty_requested, 0)))
    .orderBy(asc(orderLines.id))
    .limit(limits.substituted_lines + 1);
}
