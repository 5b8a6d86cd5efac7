import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { decorationsOf } from '../../shared/clothing-sets/decorations.ts';
import { groupBy } from '../../shared/group-by.ts';
import { limits } from '../../shared/limits.ts';
import { amountOf } from '../../shared/money.ts';
import { policy } from '../../shared/policy.ts';
import { approvalFaults, checkCancelPurchaseOrder, checkClosePurchaseOrder } from '../../shared/purchasing/change-stage.ts';
import { checkDraft, checkOpen } from '../../shared/purchasing/editable.ts';
import { checkChasePurchaseOrder, checkSendPurchaseOrder } from '../../shared/purchasing/mail-supplier.ts';
import {
  type PurchaseOrder,
  type PurchaseOrderCounts,
  type PurchaseOrderLine,
  type PurchaseOrderListItem,
  purchaseOrderCounts,
  purchaseOrderListItem,
} from '../../shared/purchasing/purchase-order.ts';
import { checkReceiveOrder } from '../../shared/purchasing/receive-order.ts';
import { type PurchaseStage, purchaseStages, statusOf } from '../../shared/purchasing/stage.ts';
import { checkSendOut, needsDecoration, qtyToSendOut } from '../../shared/purchasing/work-order.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { matchingSkus } from '../catalogue/match-products.ts';
import type { Ctx } from '../core/context.ts';
import { include, listQuery, pageSchema, queryFlag, readPage } from '../core/paging.ts';
import { authorize, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import { contains } from '../db/contains.ts';
import { alias } from '../db/db.ts';
import { inDirection } from '../db/in-order.ts';
import { personNameIfAny } from '../db/person-name.ts';
import { mediaOf, pictureOf } from '../db/picture.ts';
import { sizeColumns } from '../db/sku-columns.ts';
import { accounts, clothingSets, products, purchaseOrderLines, purchaseOrders, stockLevels, suppliers, users } from '../db/tables/index.ts';
import { qtyFreeOrNone } from '../stock/qty-free.ts';
import { isArriving, isOwed, lineDueOn, qtyOrdered, qtyOwed } from '../stock/qty-owed.ts';
import { onPurchaseOrder, supplierSku } from '../suppliers/supplier-sku.ts';
import { amountOfLine } from './amount-of-line.ts';
import { deliverTo } from './deliver-to.ts';
import { decorationsOfLine, lineDecoration } from './line-decoration.ts';

const includes = include(['supplier', 'account', 'lines', 'lines.product']);
const listIncludes = include(['supplier', 'account', 'lines', 'lines.product', 'counts']);

export const purchaseOrderQuery = listQuery({
  orderBy: ['created_at', 'our_reference', 'supplier', 'due_on', 'approved_at', 'id'],
  default: 'created_at',
  sortedBy: 'desc',
  per_page: limits.purchase_orders_page,
}).extend({
  include: listIncludes,
  stage: z.enum(purchaseStages).optional(),
  supplier_id: z.coerce.number().int().positive().optional(),
  late: queryFlag.optional(),
  arriving: queryFlag.optional().describe('Items that are still to come are due today, or were due earlier'),
});
export const oneQuery = z.object({ include: includes });
export const purchaseOrderPage = pageSchema(purchaseOrderListItem).extend({
  counts: purchaseOrderCounts.optional().describe('Where `include` asks for them'),
});
type PurchaseOrderPage = z.infer<typeof purchaseOrderPage>;

const creator = alias(users, 'creator');
const approver = alias(users, 'approver');

const ofOrder = eq(purchaseOrderLines.purchase_order_id, purchaseOrders.id);
const ofLines = (what: SQL) => sql<number>`(select ${what} from ${purchaseOrderLines} where ${ofOrder})`.mapWith(Number);
const nextDueOn = sql<string | null>`(select min(${lineDueOn}) from ${purchaseOrderLines} where ${ofOrder} and ${isOwed})`;
const lineExists = (condition: SQL) => sql`exists (select 1 from ${purchaseOrderLines} where ${ofOrder} and ${condition})`;

const isPending = sql`${purchaseOrderLines.qty_received} < ${qtyOrdered}`;
const isLate = (today: string): SQL => lineExists(sql`${isOwed} and ${lineDueOn} < ${today}`);

/** The fields of an order and the sums over its lines are read as one object each: copying an object is faster than separating its fields. */
const heads = (ctx: Ctx) =>
  ctx.db
    .select({
      head: {
        id: purchaseOrders.id,
        our_reference: purchaseOrders.our_reference,
        supplier_reference: purchaseOrders.supplier_reference,
        work_order: purchaseOrders.work_order,
        source: purchaseOrders.source,
        due_on: purchaseOrders.due_on,
        next_due_on: nextDueOn.as('next_due_on'),
        created_at: purchaseOrders.created_at,
        approved_at: purchaseOrders.approved_at,
        emailed_to: purchaseOrders.emailed_to,
        sent_at: purchaseOrders.sent_at,
        chased_at: purchaseOrders.chased_at,
        cancelled_at: purchaseOrders.cancelled_at,
        closed_at: purchaseOrders.closed_at,
        is_late: sql<boolean>`${isLate(ukDate(ctx.now))}`.mapWith(Boolean).as('is_late'),
        qty_lines: ofLines(sql`count(*)`).as('qty_lines'),
        qty_requested: ofLines(sql`coalesce(sum(${purchaseOrderLines.qty_requested}), 0)`).as('qty_requested'),
        qty_received: ofLines(sql`coalesce(sum(${purchaseOrderLines.qty_received}), 0)`).as('qty_received'),
        qty_over: ofLines(sql`coalesce(sum(case when ${qtyOwed} < 0 then -${qtyOwed} else 0 end), 0)`).as('qty_over'),
        qty_cancelled: ofLines(sql`coalesce(sum(${purchaseOrderLines.qty_cancelled}), 0)`).as('qty_cancelled'),
        qty_out: ofLines(sql`coalesce(sum(${purchaseOrderLines.qty_out}), 0)`).as('qty_out'),
        qty_pending: ofLines(sql`coalesce(sum(case when ${isPending} then ${qtyOwed} else 0 end), 0)`).as('qty_pending'),
        version: purchaseOrders.version,
      },
      supplier: { id: suppliers.id, name: suppliers.name, code: suppliers.code, sales_email: suppliers.sales_email },
      account_id: accounts.id,
      account_name: accounts.name,
      creator_id: creator.id,
      creator_name: personNameIfAny(creator).as('creator_name'),
      approver_id: approver.id,
      approver_name: personNameIfAny(approver).as('approver_name'),
      sub_total: ofLines(sql`coalesce(sum(${amountOfLine(qtyOrdered)}), 0)`).as('sub_total'),
    })
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .leftJoin(accounts, eq(accounts.id, purchaseOrders.account_id))
    .leftJoin(creator, eq(creator.id, purchaseOrders.created_by))
    .leftJoin(approver, eq(approver.id, purchaseOrders.approved_by));
type Head = Awaited<ReturnType<typeof heads>>[number];

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const itemOf = (
  ctx: Ctx,
  { head, supplier, account_id, account_name, creator_id, creator_name, approver_id, approver_name, sub_total }: Head,
): PurchaseOrderListItem => ({
  ...head,
  supplier: policy.see_suppliers(ctx.actor) ? supplier : null,
  emailed_to: policy.see_suppliers(ctx.actor) ? head.emailed_to : null,
  account: named(account_id, account_name),
  created_by: named(creator_id, creator_name),
  approved_by: named(approver_id, approver_name),
  approved: head.approved_at !== null,
  cancelled: head.cancelled_at !== null,
  closed: head.closed_at !== null,
  ...statusOf(head),
  ...(policy.see_costs(ctx.actor) && { sub_total }),
});

/** The stage of an order by the rule of `stageOf`. SQLite reads an order’s lines only until the stage is decided. */
const stage = sql<PurchaseStage>`case
  when ${purchaseOrders.cancelled_at} is not null then 'cancelled'
  when ${purchaseOrders.closed_at} is not null then 'closed'
  when ${purchaseOrders.approved_at} is null then 'draft'
  when ${lineExists(sql`${purchaseOrderLines.qty_received} > 0`)} then case when ${lineExists(isPending)} then 'part_delivered' else 'complete' end
  when ${lineExists(sql`${purchaseOrderLines.qty_cancelled} > 0`)} then 'part_cancelled'
  when ${purchaseOrders.sent_at} is not null then 'sent' else 'approved' end`;

/** The orders of a stage; `approved` includes sent orders. */
const isInStage = (of: PurchaseStage): SQL => (of === 'approved' ? sql`${stage} in ('approved', 'sent')` : sql`${stage} = ${of}`);

const orders = {
  created_at: [purchaseOrders.created_at, purchaseOrders.id],
  our_reference: [purchaseOrders.our_reference],
  supplier: [suppliers.name, purchaseOrders.id],
  approved_at: [purchaseOrders.approved_at, purchaseOrders.id],
  id: [purchaseOrders.id],
};

/** The sort key of the list. For `due_on` it is the earliest due date of the order’s pending items, else the order’s due date. */
const orderOf = ({ orderBy, sortedBy }: z.infer<typeof purchaseOrderQuery>) =>
  orderBy === 'due_on' ? [inDirection(sortedBy, sql`coalesce(${nextDueOn}, ${purchaseOrders.due_on})`), purchaseOrders.id] : orders[orderBy];

type ListQuery = z.infer<typeof purchaseOrderQuery>;

/** The orders that contain a text in a reference or the supplier’s name. */
const isNamed = ({ actor }: Pick<Ctx, 'actor'>, text: string): SQL | undefined =>
  or(
    ...[purchaseOrders.our_reference, purchaseOrders.supplier_reference, ...(policy.see_suppliers(actor) ? [suppliers.name] : [])].map((column) =>
      contains(column, text),
    ),
  );

/** The newest orders that contain a text in a reference or the supplier’s name, `most` at most. */
export async function findPurchaseOrders(ctx: Ctx, text: string, most: number): Promise<PurchaseOrderListItem[]> {
  authorize(policy.see_purchase_orders(ctx.actor));
  const rows = await heads(ctx).where(isNamed(ctx, text)).orderBy(desc(purchaseOrders.created_at), desc(purchaseOrders.id)).limit(most);
  return rows.map((head) => itemOf(ctx, head));
}

/** The orders that contain a text in a reference or the supplier’s name, and the orders with a line whose SKU matches the text. */
async function searchedOrders(ctx: Ctx, text: string): Promise<SQL | undefined> {
  const skus = await matchingSkus(ctx, text);
  const ofLines = ctx.db.select({ id: purchaseOrderLines.purchase_order_id }).from(purchaseOrderLines);
  return or(
    isNamed(ctx, text),
    skus?.ids.length ? inArray(purchaseOrders.id, ofLines.where(among(purchaseOrderLines.product_id, idList(skus.ids)))) : undefined,
  );
}

/** How many matching orders are in each stage, and how many matching orders are late. */
async function countStages(ctx: Ctx, where: SQL | undefined): Promise<PurchaseOrderCounts> {
  const listed = ctx.db
    .select({ stage: stage.as('stage'), is_late: sql<number>`case when ${isLate(ukDate(ctx.now))} then 1 else 0 end`.as('is_late') })
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .where(where)
    .as('listed');
  const counted = await ctx.db
    .select({ stage: listed.stage, n: sql<number>`count(*)`.mapWith(Number), late: sql<number>`sum(${listed.is_late})`.mapWith(Number) })
    .from(listed)
    .groupBy(sql`${listed.stage}`);
  const counts = Object.fromEntries(['all', 'late', ...purchaseStages].map((name) => [name, 0])) as PurchaseOrderCounts;
  for (const { stage: of, n, late } of counted) {
    counts[of] += n;
    counts.all += n;
    counts.late += late;
  }
  counts.approved += counts.sent;
  return counts;
}

/** Purchase orders and work orders, newest first by default; found by either reference, the supplier, or the SKU of a line. */
export async function listPurchaseOrders(ctx: Ctx, query: ListQuery): Promise<PurchaseOrderPage> {
  authorize(policy.see_purchase_orders(ctx.actor));
  const { search, stage: of, supplier_id, late, arriving } = query;
  const today = ukDate(ctx.now);
  if (supplier_id !== undefined || query.orderBy === 'supplier') authorize(policy.see_suppliers(ctx.actor));
  const narrowed = and(supplier_id ? eq(purchaseOrders.supplier_id, supplier_id) : undefined, search ? await searchedOrders(ctx, search) : undefined);
  const where = and(narrowed, of && isInStage(of), late ? isLate(today) : undefined, arriving ? lineExists(isArriving(today)) : undefined);
  const count = ctx.db
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(purchaseOrders)
    .innerJoin(suppliers, eq(suppliers.id, purchaseOrders.supplier_id))
    .where(where)
    .then(([row]) => row?.n ?? 0);
  const page = await readPage(ctx.db, query, { rows: heads(ctx).where(where), order: orderOf(query), count }, (rows) =>
    rows.map((head) => itemOf(ctx, head)),
  );
  return query.include?.includes('counts') ? { ...page, counts: await countStages(ctx, narrowed) } : page;
}

const parent = alias(products, 'parent');
const source = alias(products, 'source');
const linesOf = (ctx: Ctx, id: number) =>
  ctx.db
    .select({
      id: purchaseOrderLines.id,
      product_id: products.id,
      sku: products.sku,
      name: products.name,
      barcode: products.barcode,
      supplier_sku: onPurchaseOrder(supplierSku),
      supplier_id: suppliers.id,
      supplier_name: suppliers.name,
      variation_colour: products.variation_colour,
      colour_hex: products.colour_hex,
      picture: pictureOf(products.id).as('picture'),
      style_picture: pictureOf(parent.id).as('style_picture'),
      ...sizeColumns,
      pack_size: products.pack_size,
      min_order_qty: products.min_order_qty,
      discontinued_at: products.discontinued_at,
      qty_requested: purchaseOrderLines.qty_requested,
      qty_received: purchaseOrderLines.qty_received,
      qty_cancelled: purchaseOrderLines.qty_cancelled,
      unit_price: purchaseOrderLines.unit_price,
      unit_price_tenths: purchaseOrderLines.unit_price_tenths,
      notes: purchaseOrderLines.notes,
      clothing_set_id: clothingSets.id,
      clothing_set_name: clothingSets.name,
      decoration: lineDecoration.as('decoration'),
      decorations: decorationsOfLine.as('decorations'),
      source_id: source.id,
      source_sku: source.sku,
      source_name: source.name,
      source_colour: source.variation_colour,
      source_hex: source.colour_hex,
      source_size_1: source.variation_size_1,
      source_size_2: source.variation_size_2,
      source_all_size: source.variation_all_size,
      qty_out: purchaseOrderLines.qty_out,
      qty_free: qtyFreeOrNone.as('qty_free'),
      due_on: purchaseOrderLines.due_on,
      is_open: purchaseOrderLines.is_open,
    })
    .from(purchaseOrderLines)
    .innerJoin(purchaseOrders, eq(purchaseOrders.id, purchaseOrderLines.purchase_order_id))
    .leftJoin(products, eq(products.id, purchaseOrderLines.product_id))
    .leftJoin(parent, eq(parent.id, products.parent_id))
    .leftJoin(suppliers, eq(suppliers.id, products.supplier_id))
    .leftJoin(clothingSets, eq(clothingSets.id, purchaseOrderLines.clothing_set_id))
    .leftJoin(source, eq(source.id, purchaseOrderLines.source_product_id))
    .leftJoin(stockLevels, eq(stockLevels.product_id, source.id))
    .where(eq(purchaseOrderLines.purchase_order_id, id))
    .orderBy(asc(purchaseOrderLines.id));
type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

/**
 * The warnings about an order's lines: several lines have the same SKU and clothing set, or another supplier sells the SKU. Work orders have no
 * warning of the second kind, because an embroiderer sells no SKUs.
 */
function lineWarnings(
  ctx: Ctx,
  { head, supplier }: Head,
  lines: readonly LineRow[],
): (line: LineRow) => Pick<PurchaseOrderLine, 'is_repeated' | 'other_supplier'> {
  const bySku = groupBy(lines, ({ product_id, clothing_set_id }) => `${product_id} ${clothing_set_id}`);
  const compares = policy.see_suppliers(ctx.actor) && !head.work_order;
  return ({ product_id, clothing_set_id, supplier_id, supplier_name }) => ({
    is_repeated: product_id !== null && (bySku.get(`${product_id} ${clothing_set_id}`)?.length ?? 0) > 1,
    other_supplier: compares && supplier_id !== null && supplier_id !== supplier.id ? supplier_name : null,
  });
}

/** Adds to a line whether one of the decorations that its clothing set offers still has to be chosen. */
const withDecorationFact = (line: LineRow) => ({
  ...line,
  needs_decoration: line.source_id !== null && needsDecoration(decorationsOf(line.decorations), line.decoration),
});

const lineOf = (
  ctx: Ctx,
  {
    product_id,
    sku,
    name,
    barcode,
    variation_colour,
    colour_hex,
    picture,
    style_picture,
    variation_size_1,
    variation_size_2,
    variation_all_size,
    pack_size,
    min_order_qty,
    discontinued_at,
    unit_price,
    unit_price_tenths,
    clothing_set_id,
    clothing_set_name,
    supplier_id: _supplier_id,
    supplier_name: _supplier_name,
    decorations,
    source_id,
    source_sku,
    source_name,
    source_colour,
    source_hex,
    source_size_1,
    source_size_2,
    source_all_size,
    ...line
  }: LineRow,
  warnings: Pick<PurchaseOrderLine, 'is_repeated' | 'other_supplier'>,
): PurchaseOrderLine => ({
  ...line,
  ...warnings,
  supplier_sku: policy.see_suppliers(ctx.actor) ? line.supplier_sku : null,
  product:
    product_id === null
      ? null
      : {
          id: product_id,
          sku: sku ?? '',
          name: name ?? '',
          barcode,
          variation_colour,
          colour_hex,
          media: mediaOf(picture, style_picture),
          variation_size_1,
          variation_size_2,
          variation_all_size,
          pack_size,
          min_order_qty,
          discontinued_at,
        },
  clothing_set: named(clothing_set_id, clothing_set_name),
  decorations: decorationsOf(decorations),
  source:
    source_id === null
      ? null
      : {
          id: source_id,
          sku: source_sku ?? '',
          name: source_name ?? '',
          variation_colour: source_colour,
          colour_hex: source_hex,
          variation_size_1: source_size_1,
          variation_size_2: source_size_2,
          variation_all_size: source_all_size,
        },
  qty_to_send: source_id === null ? 0 : qtyToSendOut(line),
  ...(policy.see_costs(ctx.actor) && {
    unit_price,
    unit_price_tenths,
    sub_total: amountOf(line.qty_requested - line.qty_cancelled, unit_price_tenths),
  }),
});

/** One purchase order with its lines, oldest first. */
export async function purchaseOrderOf(ctx: Ctx, id: number): Promise<PurchaseOrder> {
  authorize(policy.see_purchase_orders(ctx.actor));
  const row = requireFound((await heads(ctx).where(eq(purchaseOrders.id, id)))[0]);
  const { head } = row;
  const [about] = await ctx.db
    .select({
      contact_name: purchaseOrders.contact_name,
      contact_phone: purchaseOrders.contact_phone,
      contact_email: purchaseOrders.contact_email,
      delivery_address: purchaseOrders.delivery_address,
      private_notes: purchaseOrders.private_notes,
      public_notes: purchaseOrders.public_notes,
    })
    .from(purchaseOrders)
    .where(eq(purchaseOrders.id, id));
  const lines = await linesOf(ctx, id);
  const may = policy.edit_purchase_orders(ctx.actor);
  const can = {
    edit: may && checkOpen(head).ok,
    edit_lines: may && checkDraft(head).ok,
    approve: may && checkDraft(head).ok && Object.keys(approvalFaults(lines.map(withDecorationFact))).length === 0,
    cancel: may && checkCancelPurchaseOrder(head).ok,
    close: may && checkClosePurchaseOrder(head).ok,
    send: may && checkSendPurchaseOrder(head).ok,
    chase: may && checkChasePurchaseOrder(head, lines, ukDate(ctx.now)).ok,
    receive: policy.receive_goods(ctx.actor) && checkReceiveOrder(head).ok,
    send_out: may && checkSendOut(head).ok && lines.some((line) => line.source_id !== null && qtyToSendOut(line) > 0),
  };
  const contact = policy.see_suppliers(ctx.actor) ? {} : { contact_name: null, contact_phone: null, contact_email: null };
  const warningsOf = lineWarnings(ctx, row, lines);
  return {
    ...itemOf(ctx, row),
    ...requireFound(about),
    ...contact,
    deliver_to: deliverTo(about?.delivery_address ?? null),
    lines: lines.map((line) => lineOf(ctx, line, warningsOf(line))),
    can,
  };
}
