import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import provider from '../../data/reference/provider.json' with { type: 'json' };
import { sizeOf } from '../../shared/catalogue/size-of.ts';
import { dispatchNumber } from '../../shared/dispatch/dispatch-number.ts';
import { type labelQuery, labelRequestOf } from '../../shared/documents/label-request.ts';
import { groupBy } from '../../shared/group-by.ts';
import { messages } from '../../shared/messages.ts';
import { orderNumber } from '../../shared/ordering/order-number.ts';
import { isToPick } from '../../shared/picking/pick-states.ts';
import { policy } from '../../shared/policy.ts';
import { byWearer } from '../../shared/prep/by-wearer.ts';
import { serviceName } from '../carriers/shipping-services.ts';
import type { Ctx } from '../core/context.ts';
import { authorize, invalid, notFound, requireFound } from '../core/problem.ts';
import { among, idList } from '../db/among.ts';
import {
  accounts,
  consignments,
  dispatches,
  dispatchOrders,
  orderLines,
  orders,
  pickLines,
  picks,
  products,
  sites,
  users,
} from '../db/tables/index.ts';
import { findOrder } from '../orders/find-order.ts';
import { visibleOrders } from '../orders/scope.ts';
import type { LabelledOrder } from './bag-labels.ts';
import type { LabelledDispatch } from './box-labels.ts';
import type { PrintJob } from './draw.ts';
import { productColumns } from './product-words.ts';
import type { ShelfLabel } from './shelf-labels.ts';

/** Upper limit of labels in one document; more labels are printed in several documents. */
const MAX_PAGES = 1000;

/** The labels that a query requests, as a print job, and the name of the document; 422 if it requests none or too many. */
export async function findLabels(ctx: Ctx, query: z.infer<typeof labelQuery>): Promise<{ name: string; job: PrintJob }> {
  const request = labelRequestOf(query);
  if (!request) throw invalid({ order: messages.labels_of_what });
  if ('dispatch_ids' in request) {
    const labelled = await findDispatchLabels(ctx, request.dispatch_ids);
    const boxes = labelled.reduce((sum, { total_items }) => sum + total_items, 0);
    if (boxes > MAX_PAGES) throw invalid({ dispatch_ids: messages.too_many_labels(MAX_PAGES) });
    return { name: 'consignment-labels', job: { kind: 'consignment_labels', dispatches: labelled } };
  }
  if ('product_ids' in request) {
    const { product_ids, of, size, copies } = request;
    const labels = of === 'sku' ? await findSkuLabels(ctx, product_ids) : await findBinLabels(ctx, product_ids);
    if (labels.length * copies > MAX_PAGES) throw invalid({ copies: messages.too_many_labels(MAX_PAGES) });
    return { name: `${of}-labels`, job: { kind: 'shelf_labels', size, copies, labels } };
  }
  const order = await findOrderLabels(ctx, request.order_id, request.counts);
  const bags = order.wearers.reduce((sum, { count }) => sum + count, 0);
  if (bags > MAX_PAGES) throw invalid({ q: messages.too_many_labels(MAX_PAGES) });
  return { name: `order-${order.order_number}-labels`, job: { kind: 'order_labels', order } };
}

/** Dispatches with the facts on their labels, in the order of the request. Unknown and void dispatches are left out; 404 if none remains. */
export async function findDispatchLabels({ db, actor }: Ctx, ids: readonly number[]): Promise<LabelledDispatch[]> {
  authorize(policy.dispatch(actor));
  const rows = await db
    .select({
      id: dispatches.id,
      service_key: dispatches.service_key,
      total_weight: dispatches.total_weight,
      total_items: dispatches.total_items,
      delivery_address: dispatches.delivery_address,
      contact_name: dispatches.contact_name,
      contact_phone: dispatches.contact_phone,
      account: accounts.name,
      site: sites.name,
      consignment_number: consignments.consignment_number,
    })
    .from(dispatches)
    .innerJoin(accounts, eq(accounts.id, dispatches.account_id))
    .leftJoin(sites, eq(sites.id, dispatches.site_id))
    .leftJoin(consignments, eq(consignments.dispatch_id, dispatches.id))
    .where(and(inArray(dispatches.id, [...ids]), ne(dispatches.state, 'void')));
  const carried = await db
    .select({ dispatch_id: dispatchOrders.dispatch_id, order_id: orders.id, client_po_reference: orders.client_po_reference })
    .from(dispatchOrders)
    .innerJoin(orders, eq(orders.id, dispatchOrders.order_id))
    .where(and(inArray(dispatchOrders.dispatch_id, [...ids]), visibleOrders(actor)))
    .orderBy(asc(orders.id));

  const byId = new Map(rows.map((dispatch) => [dispatch.id, dispatch]));
  // The request may have waited for the printer. Dispatches that were voided meanwhile need no label.
  const standing = ids.flatMap((id) => byId.get(id) ?? []);
  if (standing.length === 0) throw notFound();
  return standing.map(({ id, delivery_address, account, site, contact_name, contact_phone, ...dispatch }) => {
    const ownParcels = carried.filter(({ dispatch_id }) => dispatch_id === id);
    return {
      id,
      dispatch_number: dispatchNumber(id),
      consignment_number: dispatch.consignment_number,
      service: serviceName(dispatch.service_key),
      order_numbers: ownParcels.map(({ order_id }) => orderNumber(order_id)),
      client_po_references: [...new Set(ownParcels.flatMap(({ client_po_reference }) => (client_po_reference ? [client_po_reference] : [])))],
      from: provider,
      to: { ...delivery_address, name: [account, site].filter(Boolean).join(', '), contact_name, contact_phone },
      total_weight: dispatch.total_weight,
      total_items: dispatch.total_items,
    };
  });
}

/**
 * An order with its wearers' bags. `counts` has the number of labels by employee; if it is empty, each wearer gets one label. 422 for a person who
 * has no bag, or if no label would be printed.
 */
export async function findOrderLabels(ctx: Ctx, order_id: number, counts: ReadonlyMap<number, number>): Promise<LabelledOrder> {
  const { db, actor } = ctx;
  authorize(policy.prep(actor));
  const order = await findOrder(ctx, order_id);
  const [about] = await db
    .select({ client: accounts.name, site: sites.name })
    .from(orders)
    .innerJoin(accounts, eq(accounts.id, orders.account_id))
    .leftJoin(sites, eq(sites.id, orders.delivery_site_id))
    .where(eq(orders.id, order.id));
  const { client, site } = requireFound(about);

  const bags = (await wearersOf(ctx, order.id)).filter(({ qty_items }) => qty_items > 0);
  const bagIds = new Set(bags.map(({ id }) => id));
  const strangers = [...counts.keys()].filter((id) => !bagIds.has(id));
  if (strangers.length > 0) throw invalid(Object.fromEntries(strangers.map((id) => [`q.${id}`, messages.no_bag])));
  const wearers = bags
    .map(({ id, forenames, surname, employee_number, qty_items }) => ({
      employee_id: id,
      name: `${forenames} ${surname}`.trim(),
      employee_number,
      qty_items,
      count: counts.size === 0 ? 1 : (counts.get(id) ?? 0),
    }))
    .filter((wearer) => wearer.count > 0)
    .sort((one, other) => byWearer({ id: one.employee_id, name: one.name }, { id: other.employee_id, name: other.name }));
  if (wearers.length === 0) throw invalid({ q: messages.no_labels });
  return {
    id: order.id,
    order_number: orderNumber(order.id),
    client,
    site,
    client_po_reference: order.client_po_reference,
    required_on: order.required_on,
    wearers,
  };
}

/**
 * The labels of SKUs: styles in the order of the request, and the SKUs of each style by size. A label has the barcode of the product, or its SKU if
 * the product has no barcode. 404 if there are no SKUs.
 */
async function findSkuLabels({ db, actor }: Ctx, ids: readonly number[]): Promise<ShelfLabel[]> {
  authorize(policy.count_stock(actor));
  const rows = await db
    .select({ id: products.id, parent_id: products.parent_id, name: products.name, barcode: products.barcode, ...productColumns })
    .from(products)
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at)))
    .orderBy(asc(products.position), asc(products.id));
  const styleOf = new Map(rows.map(({ id, parent_id }) => [id, parent_id ?? id]));
  const styles = groupBy(rows, ({ id }) => styleOf.get(id));
  const inTurn = [...new Set(ids.map((id) => styleOf.get(id)))].flatMap((style) => (style === undefined ? [] : (styles.get(style) ?? [])));
  const labels = inTurn.map((row) => ({ title: row.sku, lines: [row.name, variationText(row)], code: row.barcode ?? row.sku }));
  if (!labels.length) throw notFound();
  return labels;
}

/** The labels of the pick bins of these SKUs, in the order of the request and each bin once; 404 if none of the SKUs has a bin. */
async function findBinLabels({ db, actor }: Ctx, ids: readonly number[]): Promise<ShelfLabel[]> {
  authorize(policy.count_stock(actor));
  const rows = await db
    .select({ id: products.id, bin: products.bin })
    .from(products)
    .where(and(among(products.id, idList(ids)), isNull(products.deleted_at)));
  const byId = new Map(rows.map(({ id, bin }) => [id, bin]));
  const bins = new Set(ids.flatMap((id) => byId.get(id) || []));
  const labels = [...bins].map((bin) => ({ title: bin, lines: [], code: bin }));
  if (!labels.length) throw notFound();
  return labels;
}

/** Colour and size as a label shows them. */
const variationText = ({ colour, ...sizes }: { colour: string | null } & Parameters<typeof sizeOf>[0]): string =>
  [colour, sizeOf(sizes)].filter(Boolean).join(', ');

/** The wearers with the items picked or to pick in the latest pick that is not closed; without such a pick, with the items of the order. */
async function wearersOf({ db }: Ctx, order_id: number) {
  const columns = { id: users.id, forenames: users.forenames, surname: users.surname, employee_number: users.employee_number };
  const [pick] = await db
    .select({ id: picks.id, state: picks.state })
    .from(picks)
    .where(and(eq(picks.order_id, order_id), ne(picks.state, 'closed')))
    .orderBy(sql`${picks.id} desc`)
    .limit(1);
  if (!pick) {
    const qty_items = sql`sum(${orderLines.qty_requested} - ${orderLines.qty_cancelled})`.mapWith(Number);
    return db
      .select({ ...columns, qty_items })
      .from(orderLines)
      .innerJoin(users, eq(users.id, orderLines.employee_id))
      .where(eq(orderLines.order_id, order_id))
      .groupBy(users.id);
  }
  const qty_items = sql`sum(${isToPick(pick.state) ? pickLines.qty_allocated : pickLines.qty_picked})`.mapWith(Number);
  return db
    .select({ ...columns, qty_items })
    .from(pickLines)
    .innerJoin(orderLines, eq(orderLines.id, pickLines.order_line_id))
    .innerJoin(users, eq(users.id, orderLines.employee_id))
    .where(eq(pickLines.pick_id, pick.id))
    .groupBy(users.id);
}
