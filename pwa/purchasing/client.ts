import { hc, type InferRequestType } from 'hono/client';
import type { PurchaseOrderRoutes } from '../../server/purchasing/routes.ts';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import type { ReverseReceipt } from '../../shared/purchasing/receipt.ts';
import type { SizeRunQuantities } from '../../shared/purchasing/save-size-run.ts';
import { answer } from '../api/answer.ts';
import type { FoundSupplier } from '../api/catalogue.ts';
import { stringQuery } from '../api/string-query.ts';
import { type Once, overTheWire } from '../api/transport.ts';
import type { ListQuery } from '../ui/page-of.ts';
import type { SkuOption } from '../ui/sku-combobox.tsx';

const purchaseOrders = hc<PurchaseOrderRoutes>('/api/admin/purchase-orders', overTheWire);
const { ':id': one } = purchaseOrders;
const param = (id: number) => ({ id: String(id) });

export type { FoundSupplier };
export type OrderChange = InferRequestType<typeof one.$put>['json'];
export type LineChange = InferRequestType<(typeof one.lines)[':lineId']['$put']>['json'];

/** A page of the purchase orders and work orders. */
export const readPurchaseOrders = (query: ListQuery & { stage?: string; late?: string; supplier_id?: string }, signal: AbortSignal) =>
  answer(purchaseOrders.index.$get({ query: stringQuery(query) }, { init: { signal } }));
/** How many purchase orders and work orders are in each stage, for a search and a supplier. */
export const readCounts = async (query: { search?: string; supplier_id?: string }, signal: AbortSignal) =>
  (await answer(purchaseOrders.index.$get({ query: { ...query, per_page: '1', include: 'counts' } }, { init: { signal } }))).counts;
/** One purchase order with its lines. */
export const readPurchaseOrder = (id: string, signal?: AbortSignal) => answer(one.$get({ param: { id }, query: {} }, { init: { signal } }));
/** Begins a draft. */
export const createPurchaseOrder = (json: InferRequestType<typeof purchaseOrders.index.$post>['json'], options: Once) =>
  answer(purchaseOrders.index.$post({ json }, options));
/** Changes the header of an order, or approves, cancels or closes the order. */
export const changePurchaseOrder = (id: number, json: OrderChange, options: Once) => answer(one.$put({ param: param(id), json }, options));
/** Mails an approved order to its supplier again. */
export const sendPurchaseOrder = (id: number, options: Once) => answer(one.send.$post({ param: param(id) }, options));
/** Mails the supplier about the lines that are late. */
export const chasePurchaseOrder = (id: number, options: Once) => answer(one.chase.$post({ param: param(id) }, options));
/** A page of the receipts of an order, latest first. */
export const readReceipts = (id: number, page: number, signal: AbortSignal) =>
  answer(one.receipts.$get({ param: param(id), query: { page: String(page) } }, { init: { signal } }));
/** Reverses a receipt: its items leave stock again. */
export const reverseReceipt = (id: number, receipt: number, json: ReverseReceipt, options: Once) =>
  answer(one.receipts[':rid'].reverse.$post({ param: { ...param(id), rid: String(receipt) }, json }, options));
/** Adds an empty line. */
export const addLine = (id: number, options: Once) => answer(one.lines.$post({ param: param(id), json: {} }, options));
/** Changes a line, or cancels items of it. */
export const changeLine = (id: number, line: number, json: LineChange, options: Once) =>
  answer(one.lines[':lineId'].$put({ param: { ...param(id), lineId: String(line) }, json }, options));
/** Sets the quantities of several SKUs of a draft. */
export const saveSizeRun = (id: number, json: SizeRunQuantities, options: Once) => answer(one['size-run'].$put({ param: param(id), json }, options));
/** Deletes a line. */
export const deleteLine = (id: number, line: number, options: Once) =>
  answer(one.lines[':lineId'].$delete({ param: { ...param(id), lineId: String(line) } }, options));

/** The product of a line, in the form that the line's selector shows. */
export function skuOf(product: NonNullable<PurchaseOrderLine['product']>): SkuOption {
  const { id, sku, name, media, ...attributes } = product;
  return { id, sku, name, media, attributes, qty_free: 0 };
}
