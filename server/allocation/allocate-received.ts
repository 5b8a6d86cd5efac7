import { type SQL, sql } from 'drizzle-orm';
import { type SharedOrder, shareOut } from '../../shared/allocation/share-out.ts';
import { receiptReference } from '../../shared/purchasing/receipt.ts';
import { auditEach } from '../audit/audit.ts';
import type { Ctx } from '../core/context.ts';
import { type Db, rows, run } from '../db/db.ts';
import { jsonRows } from '../db/json-rows.ts';
import { isShortLine, isWaitingOrder, isWaitingOrderWithId, orderLines, orders } from '../db/tables/index.ts';
import { changeAllocation } from '../orders/change-allocation.ts';
import { lockOrders } from '../orders/lock-order.ts';
import { pickedSku } from '../orders/picked-sku.ts';
import { freeStockOf } from '../stock/on-order.ts';
import { reserve } from '../stock/reserve.ts';
import { qtyShort } from '../stock/short-lines-queries.ts';
import { startIncomingRun } from './allocate-incoming.ts';
import { readWaitingOrders } from './run-batch.ts';

/** Upper limit of order lines to which one receipt allocates; a run allocates to the rest. */
const MAX_LINES = 2000;

const inTurn = (rule: 'oldest' | 'required'): SQL =>
  sql.raw(rule === 'required' ? 'required_on is null, required_on, submitted_at, order_id, id' : 'submitted_at, order_id, id');

interface Turn {
  order_id: number;
  order_line_id: number;
}

/**
 * The waiting lines that get items of a receipt, sorted by the rule. Once the lines of a SKU need all received items of the SKU, further lines of the
 * SKU are left out.
 */
async function waitingLines(db: Db, rule: 'oldest' | 'required', items: readonly { product_id: number; qty: number }[]): Promise<Turn[]> {
  // The plus before `given.product_id` removes the column's type. Without the plus SQLite does not use the index of the expression.
  const given = sql`given as materialized (select cast(value ->> 0 as bigint) as product_id, cast(value ->> 1 as bigint) as qty
    from ${jsonRows(items.map(({ product_id, qty }) => [product_id, qty]))})`;
  // `required_on` is read only if the rule sorts by it: every selected column is carried through the sort.
  const requiredOn = sql.raw(rule === 'required' ? ', required_on' : '');
  const lines = sql`select order_lines.id, order_lines.order_id, given.product_id, given.qty, ${qtyShort} as missing, orders.submitted_at ${requiredOn}
    from given cross join ${orderLines} cross join ${orders}
    where ${pickedSku} = +given.product_id and ${isWaitingOrderWithId(orders, orderLines.order_id)} and ${isShortLine(orderLines)}
      and ${isWaitingOrder(orders)} and not orders.is_frozen`;
  const reached = await rows<Turn>(
    db,
    sql`with ${given}, waiting as (${lines}),
      summed as (select id, order_id, submitted_at ${requiredOn}, missing, qty,
        sum(missing) over (partition by product_id order by ${inTurn(rule)} rows unbounded preceding) as missing_so_far from waiting)
      select order_id, id as order_line_id from summed where missing_so_far - missing < qty order by ${inTurn(rule)} limit ${MAX_LINES + 1}`,
  );
  return reached.map(({ order_id, order_line_id }) => ({ order_id: Number(order_id), order_line_id: Number(order_line_id) }));
}

async function store(ctx: Ctx, receipt_id: number, shared: readonly SharedOrder[]): Promise<void> {
  const linesWithItems = shared.flatMap(({ lines }) => lines.filter(({ qty_added }) => qty_added > 0));
  if (!linesWithItems.length) return;
  await reserve(
    ctx,
    linesWithItems.map(({ product_id, qty_added }) => ({ product_id, qty: qty_added })),
  );
  await changeAllocation(
    ctx,
    linesWithItems.map(({ id, qty_added }) => ({ order_line_id: id, by: qty_added })),
  );
  // `where true` is needed, because SQLite reads ON directly after FROM as the condition of a join.
  await run(
    ctx.db,
    sql`insert into receipt_allocations (receipt_id, product_id, order_line_id, qty)
      select cast(${receipt_id} as bigint), cast(value ->> 0 as bigint), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint)
      from ${jsonRows(linesWithItems.map(({ id, product_id, qty_added }) => [product_id, id, qty_added]))} where true
      on conflict (receipt_id, product_id, order_line_id) do update set qty = receipt_allocations.qty + excluded.qty`,
  );
  await auditEach(
    ctx,
    'allocation.received',
    shared.flatMap(({ id, lines }) => {
      const added = lines.filter(({ qty_added }) => qty_added > 0).map(({ id: order_line_id, qty_added }) => ({ order_line_id, qty: qty_added }));
      return added.length ? [{ on: { type: 'order' as const, id }, after: { receipt: receiptReference(receipt_id), lines: added } }] : [];
    }),
  );
}

/**
 * Allocate only the items of a receipt, in the receipt's unit of work, to the orders that wait for these items. The caller has locked the levels of
 * the SKUs. Rules for whole orders need everything that an order lacks, so a run applies these rules afterwards.
 */
export async function allocateReceived(
  ctx: Ctx,
  { receipt_id, items }: { receipt_id: number; items: readonly { product_id: number; qty: number }[] },
): Promise<void> {
  const rule = ctx.services.settings.ALLOCATE_INCOMING;
  const product_ids = items.map(({ product_id }) => product_id);
  if (rule === 'off' || !items.length) return;
  if (rule === 'whole_first' || rule === 'whole_only') return startIncomingRun(ctx, rule, product_ids);

  const levels = await freeStockOf(ctx.db, product_ids);
  const shares = items.flatMap(({ product_id, qty }) => {
    const { qty_free = 0, qty_in_question = 0 } = levels.get(product_id) ?? {};
    const qty_given = Math.min(qty, qty_free - qty_in_question);
    return qty_given > 0 ? [{ product_id, qty: qty_given }] : [];
  });
  const reached = shares.length ? await waitingLines(ctx.db, rule, shares) : [];
  const inReach = reached.slice(0, MAX_LINES);
  const order_ids = [...new Set(inReach.map(({ order_id }) => order_id))];
  await lockOrders(ctx, order_ids);
  const waiting = await readWaitingOrders(ctx.db, order_ids, new Set(product_ids));
  const free = new Map(shares.map(({ product_id, qty }) => [product_id, { qty_free: qty, qty_in_question: 0 }]));
  await store(ctx, receipt_id, shareOut(waiting, free, rule));
  if (reached.length > MAX_LINES) await startIncomingRun(ctx, rule, product_ids);
}
