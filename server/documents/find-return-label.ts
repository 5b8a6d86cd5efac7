import { asc, eq } from 'drizzle-orm';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { returnNumber } from '../../shared/returns/return-number.ts';
import { returnCode } from '../../shared/returns/send-back.ts';
import { requireFound } from '../core/problem.ts';
import { alias, type Db } from '../db/db.ts';
import { personNameToClients } from '../db/person-name.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { accounts, orderLines, orders, products, returnLines, returnReasons, returns, users } from '../db/tables/index.ts';
import type { ReturnSlip } from './return-slip.ts';

const creator = alias(users, 'creator');
const wearer = alias(users, 'wearer');

/** The slip of a return for the email to its wearer, who wears all of its items; `until` is the last day for sending them. */
export async function findReturnLabel(db: Db, id: number, until: string): Promise<ReturnSlip> {
  const [row] = await db
    .select({
      created_at: returns.created_at,
      comments: returns.customer_comments,
      order_id: returns.order_id,
      account: accounts.name,
      creator: personNameToClients(creator).as('creator_name'),
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.order_id))
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .innerJoin(creator, eq(creator.id, returns.creator_id))
    .where(eq(returns.id, id));
  const { order_id, ...head } = requireFound(row);
  const lines = await db
    .select({
      sku: products.sku,
      product: orderLines.product_name,
      colour: products.variation_colour,
      ...sizeColumns,
      decoration: orderLines.decoration,
      wearer: personNameToClients(wearer).as('wearer_name'),
      reason: returnReasons.description,
      quantity: returnLines.qty_requested,
    })
    .from(returnLines)
    .innerJoin(orderLines, eq(orderLines.id, returnLines.order_line_id))
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .innerJoin(wearer, eq(wearer.id, orderLines.employee_id))
    .innerJoin(returnReasons, eq(returnReasons.id, returnLines.reason_id))
    .where(eq(returnLines.return_id, id))
    .orderBy(asc(returnLines.id));
  return {
    ...head,
    code: returnCode(returnNumber(id)),
    provider,
    until,
    order_number: orderNumber(order_id),
    lines: lines.map(({ variation_size_1, variation_size_2, variation_all_size, ...line }) => ({
      ...line,
      size: sizeOf({ variation_size_1, variation_size_2, variation_all_size }),
    })),
  };
}
