import { asc, gt, sql } from 'drizzle-orm';
import { orderStatus } from '../../shared/ordering/order-status.ts';
import { type Db, rows } from '../db/db.ts';
import { orders } from '../db/tables/index.ts';
import { orderFacts } from '../orders/order-facts.ts';
import { isOpenPick, isToPick } from '../orders/pick-state-conditions.ts';
import { pickedSku } from '../orders/picked-sku.ts';

/** A stored value that differs from the value that follows from its facts. */
export interface Discrepancy {
  check: string;
  /** The SKU, pick line or order. */
  thing: string;
  stored: string | number;
  computed: string | number;
}

export interface Proof {
  /** Each check, with the number of discrepancies. */
  checks: { check: string; found: number }[];
  /** The first discrepancies, at most `MAX_LISTED` of each check. */
  discrepancies: Discrepancy[];
}

const MAX_LISTED = 50;

// Each side of a comparison is read once and added up by SKU; a SKU that only one side has counts as zero on the other side.
const levels = {
  'level is the sum of the ledger': sql`
    select products.sku as thing, sum(sides.level) as stored, sum(sides.ledger) as computed from (
      select product_id, qty_available as level, 0 as ledger from stock_levels
      union all select product_id, 0, qty from stock_movements) sides
    join products on products.id = sides.product_id
    group by products.id, products.sku having sum(sides.level) <> sum(sides.ledger)`,
  'allocated is what open lines hold': sql`
    select products.sku as thing, sum(sides.level) as stored, sum(sides.lines) as computed from (
      select product_id, qty_allocated as level, 0 as lines from stock_levels
      union all select ${pickedSku}, 0, qty_allocated from order_lines where qty_allocated > 0) sides
    join products on products.id = sides.product_id
    group by products.id, products.sku having sum(sides.level) <> sum(sides.lines)`,
  'at the decorator is what work orders have out': sql`
    select products.sku as thing, sum(sides.level) as stored, sum(sides.lines) as computed from (
      select product_id, qty_at_decorator as level, 0 as lines from stock_levels
      union all select source_product_id, 0, qty_out from purchase_order_lines where qty_out > 0) sides
    join products on products.id = sides.product_id
    group by products.id, products.sku having sum(sides.level) <> sum(sides.lines)`,
  'never more allocated and at the decorator than on hand': sql`
    select products.sku as thing, qty_allocated + qty_at_decorator as stored, qty_available as computed
    from stock_levels join products on products.id = stock_levels.product_id where qty_allocated + qty_at_decorator > qty_available`,
  'overflow bins hold no more than is on hand': sql`
    select products.sku as thing, sum(bin.qty) as stored, coalesce(max(level.qty_available - level.qty_at_decorator), 0) as computed
    from product_bins bin join products on products.id = bin.product_id left join stock_levels level on level.product_id = bin.product_id
    group by products.id, products.sku having sum(bin.qty) > coalesce(max(level.qty_available - level.qty_at_decorator), 0)`,
  'a pick bin is no overflow bin of its SKU': sql`
    select products.sku as thing, held.bin as stored, '' as computed
    from product_bins held join products on products.id = held.product_id and upper(products.bin) = upper(held.bin)`,
  'only live orders hold stock': sql`
    select orders.uuid as thing, sum(order_lines.qty_allocated) as stored, 0 as computed
    from order_lines join orders on orders.id = order_lines.order_id
    where order_lines.qty_allocated > 0 and (orders.submitted_at is null or orders.cancelled_at is not null or orders.deleted_at is not null)
    group by orders.uuid`,
  'a line holds what its pick may take': sql`
    select cast(pick_lines.id as text) as thing, order_lines.qty_allocated as stored,
      case when ${isToPick()} then pick_lines.qty_allocated else pick_lines.qty_picked end as computed
    from picks join pick_lines on pick_lines.pick_id = picks.id join order_lines on order_lines.id = pick_lines.order_line_id
    where ${isOpenPick()} and order_lines.qty_allocated <>
      case when ${isToPick()} then pick_lines.qty_allocated else pick_lines.qty_picked end`,
  'never more picked than allocated': sql`
    select cast(id as text) as thing, qty_picked as stored, qty_allocated as computed from pick_lines where qty_picked > qty_allocated`,
};

const chunk = 5000;

type DiscrepancyRow = Omit<Discrepancy, 'check'>;

/** Orders whose stored status differs from the status that follows from their facts. */
async function wrongStatus(db: Db): Promise<DiscrepancyRow[]> {
  const wrong: DiscrepancyRow[] = [];
  for (let after = 0; ; ) {
    const page = await db.select({ id: orders.id, uuid: orders.uuid }).from(orders).where(gt(orders.id, after)).orderBy(asc(orders.id)).limit(chunk);
    const last = page.at(-1);
    if (!last) return wrong;
    after = last.id;
    const uuidOf = new Map(page.map(({ id, uuid }) => [id, uuid]));
    const facts = await orderFacts(
      db,
      page.map(({ id }) => id),
    );
    for (const order of facts) {
      const computed = orderStatus(order);
      if (computed !== order.status) wrong.push({ thing: uuidOf.get(order.id) ?? '', stored: order.status, computed });
    }
  }
}

/**
 * Verify stock: levels against the ledger and against work orders, bins against levels, allocations against open lines, picks against allocations,
 * and the status of each order against its facts.
 */
export async function verifyStock(db: Db): Promise<Proof> {
  const proof: Proof = { checks: [], discrepancies: [] };
  for (const [check, query] of Object.entries(levels)) {
    const discrepancies = await rows<DiscrepancyRow>(db, query);
    proof.checks.push({ check, found: discrepancies.length });
    proof.discrepancies.push(...discrepancies.slice(0, MAX_LISTED).map((discrepancy) => ({ check, ...discrepancy })));
  }
  const check = 'stored status is what the facts say';
  const wrong = await wrongStatus(db);
  proof.checks.push({ check, found: wrong.length });
  proof.discrepancies.push(...wrong.slice(0, MAX_LISTED).map((discrepancy) => ({ check, ...discrepancy })));
  return proof;
}
