import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '../core/context.ts';
import { requireFound } from '../core/problem.ts';
import { purchaseOrderLines, purchaseOrders, receiptLines, receipts, suppliers } from '../db/tables/index.ts';
import { supplierDefaults } from '../purchasing/save-purchase-order.ts';
import { lockLevels } from '../stock/change-levels.ts';
import { move } from '../stock/move.ts';
import { freeOf } from '../stock/qty-free.ts';
import { aloneIn, type DemoWorld, daysAgo, minutesOn } from './demo-world.ts';
import type { LoadedVariation } from './load-catalogue.ts';
import { uuidOf } from './random.ts';
import type { Life } from './timeline.ts';

const day = 24 * 60;

/** The stage at which a purchase order of the demo ends. */
type End = 'draft' | 'approved' | 'part_received' | 'closed' | 'cancelled';

interface Plan {
  end: End;
  /** How many days before today the purchase order is written. */
  days_ago: number;
  supplier: string;
  /** The index of the client for whom the goods are bought; missing if they are bought for stock. */
  client?: number;
}

const plans: readonly Plan[] = [
  { end: 'closed', days_ago: 118, supplier: 'CAL' },
  { end: 'closed', days_ago: 104, supplier: 'PEN' },
  { end: 'closed', days_ago: 97, supplier: 'TSF' },
  { end: 'closed', days_ago: 88, supplier: 'ASH' },
  { end: 'cancelled', days_ago: 80, supplier: 'MHW' },
  { end: 'closed', days_ago: 71, supplier: 'BHV' },
  { end: 'closed', days_ago: 60, supplier: 'SOL' },
  { end: 'closed', days_ago: 49, supplier: 'CAL' },
  { end: 'part_received', days_ago: 33, supplier: 'PEN' },
  { end: 'part_received', days_ago: 26, supplier: 'TSF' },
  { end: 'part_received', days_ago: 19, supplier: 'BHV', client: 0 },
  { end: 'approved', days_ago: 15, supplier: 'CAL' },
  { end: 'approved', days_ago: 12, supplier: 'SOL' },
  { end: 'approved', days_ago: 9, supplier: 'ASH' },
  { end: 'approved', days_ago: 7, supplier: 'LEW', client: 1 },
  { end: 'approved', days_ago: 6, supplier: 'PEN' },
  { end: 'draft', days_ago: 3, supplier: 'TSF' },
  { end: 'draft', days_ago: 2, supplier: 'MHW', client: 0 },
  { end: 'draft', days_ago: 1, supplier: 'CAL' },
];

/** The SKUs to order, sorted by id. Up to half of them are SKUs that are short; the others are chosen at random. */
function chooseVariations(world: DemoWorld, supplier_id: number, short: ReadonlySet<number>): LoadedVariation[] {
  const offered = world.catalogue.variations.filter((variation) => variation.supplier_id === supplier_id && !variation.is_ending);
  const missing = offered.filter(({ id }) => short.has(id));
  const others = offered.filter(({ id }) => !short.has(id));
  const qty = world.random.whole(5, 12);
  const selection = new Set(missing.slice(0, Math.ceil(qty / 2)));
  while (selection.size < Math.min(qty, offered.length) && others.length) selection.add(world.random.pick(others));
  return [...selection].sort((a, b) => a.id - b.id);
}

/** The price of the demo's decorator for one garment, in pence. */
const DECORATION_PRICE = 260;

/** Send half of the free stock of a work order's garments to the decorator. */
async function sendOut(ctx: Ctx, lines: readonly (typeof purchaseOrderLines.$inferSelect)[]): Promise<void> {
  const levels = await lockLevels(
    ctx,
    lines.flatMap(({ source_product_id }) => source_product_id ?? []),
  );
  for (const { id, source_product_id, qty_requested } of lines) {
    const qty_out = Math.min(qty_requested, Math.floor(freeOf(levels.get(source_product_id ?? 0)) / 2));
    if (source_product_id === null || qty_out <= 0) continue;
    await ctx.db.update(purchaseOrderLines).set({ qty_out }).where(eq(purchaseOrderLines.id, id));
    await move(ctx, [{ product_id: source_product_id, type: 'ADJUSTMENT', qty: 0, qty_at_decorator: qty_out }]);
  }
}

/** One purchase order, from draft to its last stage. Goods in go through the stock ledger. */
async function* purchase(world: DemoWorld, { end, days_ago, supplier, client }: Plan, short: ReadonlySet<number>): Life {
  yield daysAgo(world, days_ago);
  const { db, random } = world;
  const [buyer] = world.staff('super');
  const [goodsIn] = world.staff('warehouse');
  if (!buyer || !goodsIn) throw new Error('The demo needs one person who buys and one who receives');
  const supplier_id = world.catalogue.supplier_ids.get(supplier) ?? 0;
  const isWorkOrder = supplier === 'LEW';
  const [contact] = await db.select(supplierDefaults).from(suppliers).where(eq(suppliers.id, supplier_id));
  const [row] = await db
    .insert(purchaseOrders)
    .values({
      ...requireFound(contact),
      our_reference: '',
      supplier_id,
      account_id: client === undefined ? null : (world.people.accounts[client]?.id ?? null),
      work_order: isWorkOrder,
      created_by: buyer.id,
      created_at: world.timeline.now.toISOString(),
    })
    .returning({ id: purchaseOrders.id });
  const { id } = requireFound(row);
  const our_reference = `PO-${String(id).padStart(5, '0')}`;
  const due_on = minutesOn(world, 21 * day)
    .toISOString()
    .slice(0, 10);
  const change = (values: Partial<typeof purchaseOrders.$inferInsert>) => db.update(purchaseOrders).set(values).where(eq(purchaseOrders.id, id));
  await change({ our_reference, due_on });
  const lines = await db
    .insert(purchaseOrderLines)
    .values(
      chooseVariations(world, supplier_id, short).map((variation) => ({
        purchase_order_id: id,
        product_id: variation.id,
        source_product_id: isWorkOrder ? variation.id : null,
        qty_requested: random.whole(2, 8) * 6,
        unit_price_tenths: (isWorkOrder ? DECORATION_PRICE : variation.cost) * 10,
      })),
    )
    .returning();
  if (end === 'draft') return;

  yield minutesOn(world, random.whole(30, 1400));
  await change({
    approved_at: world.timeline.now.toISOString(),
    approved_by: buyer.id,
    supplier_reference: `${supplier}/${random.whole(20_000, 99_999)}`,
  });
  await db.update(purchaseOrderLines).set({ is_open: true }).where(eq(purchaseOrderLines.purchase_order_id, id));
  if (isWorkOrder) await sendOut(world.as(buyer), lines);
  if (end === 'approved') return;
  if (end === 'cancelled') {
    yield minutesOn(world, 2 * day);
    await change({ cancelled_at: world.timeline.now.toISOString(), cancelled_by: buyer.id });
    await db
      .update(purchaseOrderLines)
      .set({ is_open: false, qty_cancelled: sql`${purchaseOrderLines.qty_requested}` })
      .where(eq(purchaseOrderLines.purchase_order_id, id));
    return;
  }

  yield minutesOn(world, random.whole(9, 14) * day);
  // A part delivery brings all of some lines, half of others and none of the rest.
  const arrived = lines.map((line, i) => ({
    line,
    qty: end === 'closed' || i % 3 === 0 ? line.qty_requested : i % 3 === 1 ? line.qty_requested / 2 : 0,
  }));
  const inNow = arrived.filter(({ qty }) => qty > 0);
  for (const { line, qty } of inNow) await db.update(purchaseOrderLines).set({ qty_received: qty }).where(eq(purchaseOrderLines.id, line.id));
  const received = inNow.map(({ line, qty }) => ({ line_id: line.id, product_id: requireFound(line.product_id), qty }));
  const at = world.timeline.now.toISOString();
  const [receipt] = await db
    .insert(receipts)
    .values({
      uuid: uuidOf(random, world.timeline.now),
      supplier_id,
      delivery_note_number: `DN ${40_000 + id}`,
      created_by: goodsIn.id,
      created_at: at,
    })
    .returning({ id: receipts.id });
  const receipt_id = requireFound(receipt).id;
  await db
    .insert(receiptLines)
    .values(received.map(({ line_id, product_id, qty }) => ({ receipt_id, purchase_order_line_id: line_id, product_id, qty, changed_at: at })));
  await move(
    world.as(goodsIn),
    received.map(({ product_id, qty }) => ({ product_id, type: 'PURCHASE_ORDER', qty, reference: our_reference, receipt_id })),
  );
  if (end === 'part_received') return;

  yield minutesOn(world, random.whole(60, 2 * day));
  await change({ closed_at: world.timeline.now.toISOString(), closed_by: buyer.id });
  await db.update(purchaseOrderLines).set({ is_open: false }).where(eq(purchaseOrderLines.purchase_order_id, id));
}

/** Begin the demo's purchase orders. `short` holds the SKUs with little or no stock. */
export function beginPurchasing(world: DemoWorld, short: ReadonlySet<number>): void {
  for (const plan of plans) world.timeline.begin(purchase(aloneIn(world), plan, short));
}
