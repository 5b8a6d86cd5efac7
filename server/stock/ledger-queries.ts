import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { policy } from '../../shared/policy.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { personNameIfAny } from '../db/person-name.ts';
import {
  accounts,
  dispatches,
  products,
  purchaseOrders,
  receipts,
  returns,
  sites,
  stockMovements,
  supplierReturns,
  suppliers,
  users,
} from '../db/tables/index.ts';
import { movementTypes } from '../db/tables/stock.ts';

export const ledgerQuery = z.object({
  type: z.enum(movementTypes).optional(),
  /** The id of the last row that was read; older rows follow. */
  before: z.coerce.number().int().positive().optional(),
  per_page: z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, 100))
    .default(50),
});

const ledgerRow = z.object({
  id: z.int(),
  when: z.string(),
  type: z.enum(movementTypes),
  reference: z.string().nullable(),
  /** The movement in words. */
  what: z.string(),
  who: z.string().nullable(),
  qty: z.int().describe('Positive for stock in, negative for stock out'),
  qty_after: z.int().describe('On hand after this movement'),
  order_uuid: z.string().nullable(),
  return_id: z.int().nullable(),
  supplier_return_id: z.int().nullable(),
  purchase_order_id: z.int().nullable(),
  is_count: z.boolean().describe('Whether a count of the shelf caused it'),
  receipt: z.string().nullable().describe('The goods received note, GRN-00020, by which the items came, or were taken out again'),
});
export type LedgerRow = z.infer<typeof ledgerRow>;
export const ledger = z.object({ items: z.array(ledgerRow), next_before: z.int().nullable(), total: z.int() });
export type Ledger = z.infer<typeof ledger>;

const items = (qty: number): string => `${qty} ${qty === 1 ? 'item' : 'items'}`;

interface LedgerText {
  type: LedgerRow['type'];
  qty: number;
  qty_after: number;
  reason: string | null;
  account: string | null;
  site: string | null;
  supplier: string | null;
  receipt: string | null;
  is_reversal: boolean;
}

/** A movement in words; for a count, with the counted and the expected number. */
function inWords({ type, qty, qty_after, reason, account, site, supplier, receipt, is_reversal }: LedgerText): string {
  const before = qty_after - qty;
  if (type === 'DISPATCH') return `Sent to ${[account, site].filter(Boolean).join(', ') || 'the client'}`;
  if (type === 'PURCHASE_ORDER') {
    if (is_reversal) return [`Reversed ${receipt}`, reason].filter(Boolean).join(': ');
    if (qty < 0) return `Corrected ${receipt ?? 'the receipt'}: ${items(-qty)} fewer`;
    return ['Received', items(qty), supplier && `from ${supplier}`, receipt && `on ${receipt}`].filter(Boolean).join(' ');
  }
  if (type === 'ORDER_RETURN') return `Returned${account ? ` by ${account}` : ' by the client'}`;
  if (type === 'SUPPLIER_RETURN') return ['Sent back to the supplier', reason].filter(Boolean).join(': ');
  if (type === 'IMPORT') return reason ?? 'Imported';
  return reason === 'count' ? `Counted ${qty_after}, expected ${before}` : (reason ?? 'Adjusted');
}

/** A SKU's ledger, newest first, each row with the stock on hand after the movement. */
export async function ledgerOf(ctx: Ctx, product_id: number, { type, before, per_page }: z.infer<typeof ledgerQuery>): Promise<Ledger> {
  authorize(policy.count_stock(ctx.actor));
  const [product] = await ctx.db.select({ id: products.id }).from(products).where(eq(products.id, product_id));
  requireFound(product);
  // The balance adds up all rows of the SKU, including those that the filters hide.
  const running = ctx.db
    .select({
      id: stockMovements.id,
      qty_after: sql<number>`sum(${stockMovements.qty}) over (order by ${stockMovements.id})`.mapWith(Number).as('qty_after'),
    })
    .from(stockMovements)
    .where(eq(stockMovements.product_id, product_id))
    .as('running');
  const where: (SQL | undefined)[] = [eq(stockMovements.product_id, product_id), type ? eq(stockMovements.type, type) : undefined];
  const [total] = await ctx.db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(stockMovements)
    .where(and(...where));
  const rows = await ctx.db
    .select({
      id: stockMovements.id,
      when: stockMovements.created_at,
      type: stockMovements.type,
      reference: stockMovements.reference,
      reason: stockMovements.reason,
      qty: stockMovements.qty,
      qty_after: running.qty_after,
      who: personNameIfAny(users),
      account: accounts.name,
      site: sites.name,
      supplier: suppliers.name,
      order_uuid: sql<
        string | null
      >`case when ${stockMovements.type} = 'DISPATCH' then (select uuid from orders where orders.id = (select min(order_id) from dispatch_lines where dispatch_lines.dispatch_id = ${stockMovements.dispatch_id} and dispatch_lines.product_id = ${stockMovements.product_id})) end`,
      return_id: returns.id,
      supplier_return_id: supplierReturns.id,
      purchase_order_id: purchaseOrders.id,
      receipt_id: stockMovements.receipt_id,
      is_reversal:
        sql<boolean>`${stockMovements.qty} < 0 and ${receipts.reversed_at} is not null and ${stockMovements.created_at} >= ${receipts.reversed_at}`.mapWith(
          Boolean,
        ),
    })
    .from(stockMovements)
    .innerJoin(running, eq(running.id, stockMovements.id))
    .leftJoin(users, eq(users.id, stockMovements.user_id))
    .leftJoin(dispatches, eq(dispatches.id, stockMovements.dispatch_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(
      returns,
      and(
        eq(stockMovements.type, 'ORDER_RETURN'),
        sql`${returns.id} = case when ${stockMovements.type} = 'ORDER_RETURN' then cast(${stockMovements.reference} as bigint) end`,
      ),
    )
    .leftJoin(
      supplierReturns,
      and(
        eq(stockMovements.type, 'SUPPLIER_RETURN'),
        sql`${supplierReturns.id} = case when ${stockMovements.type} = 'SUPPLIER_RETURN' then cast(${stockMovements.reference} as bigint) end`,
      ),
    )
    .leftJoin(
      accounts,
      sql`${accounts.id} = coalesce(${dispatches.account_id}, (select account_id from orders where orders.id = ${returns.order_id}))`,
    )
    .leftJoin(purchaseOrders, and(eq(stockMovements.type, 'PURCHASE_ORDER'), eq(purchaseOrders.our_reference, stockMovements.reference)))
    .leftJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .leftJoin(receipts, eq(receipts.id, stockMovements.receipt_id))
    .where(and(...where, before ? lt(stockMovements.id, before) : undefined))
    .orderBy(desc(stockMovements.id))
    .limit(per_page + 1);
  const items = rows.slice(0, per_page).map(({ account, site, supplier, reason, receipt_id, is_reversal, ...row }) => {
    const receipt = receipt_id === null ? null : receiptReference(receipt_id);
    return {
      ...row,
      is_count: row.type === 'ADJUSTMENT' && reason === 'count',
      receipt,
      what: inWords({ ...row, account, site, supplier, reason, receipt, is_reversal }),
    };
  });
  return { items, next_before: rows.length > per_page ? (items.at(-1)?.id ?? null) : null, total: total?.n ?? 0 };
}
