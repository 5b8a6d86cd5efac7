import type { LabelledThing, LabelSize } from './sku-label.ts';

/** The URL of the consignment labels of dispatches. */
export const dispatchLabelsUrl = (dispatch_ids: readonly number[]): string =>
  `/admin/labels?${new URLSearchParams(dispatch_ids.map((one) => ['dispatch_ids[]', String(one)]))}`;

/** The URL of the bag labels of an order; `counts` is the number of labels by employee. */
export const orderLabelsUrl = (order_id: number, counts: Readonly<Record<number, number>> = {}): string =>
  `/admin/labels?${new URLSearchParams([['order', String(order_id)], ...Object.entries(counts).map(([employee, n]) => [`q[${employee}]`, String(n)])])}`;

/** The URL of a dispatch's delivery note, under the URL of one of the dispatch's orders. */
export const deliveryNoteUrl = (uuid: string, dispatch_id: number): string => `/orders/${uuid}/dispatch/${dispatch_id}/delivery-note`;

/** The URL of the note that goes with goods to their supplier. */
export const supplierReturnUrl = (id: number): string => `/admin/supplier-returns/${id}/confirmation`;

/** The URL of the document of a purchase order or work order. */
export const purchaseOrderUrl = ({ id, work_order = false }: { id: number; work_order?: boolean }): string =>
  `/admin/${work_order ? 'work' : 'purchase'}-orders/${id}/pdf`;

/** The file name of a purchase order’s document, without its extension: the reference without characters that a file name cannot have. */
export const purchaseOrderFile = ({ our_reference, work_order }: { our_reference: string; work_order: boolean }): string =>
  `${work_order ? 'work' : 'purchase'}-order-${our_reference.replace(/[^A-Za-z0-9_-]+/g, '-')}`;

/** The URL of an order's picking list. */
export const pickingListUrl = (uuid: string): string => `/admin/picking/orders/${uuid}/download`;

/** The URL of one document with the picking lists of several orders, in this sequence. */
export const pickingListsUrl = (order_ids: readonly number[]): string => `/admin/picking/lists?orders=${order_ids.join(',')}`;

/** The URL of the slip that goes into the parcel of a return. */
export const returnSlipUrl = (return_id: number): string => `/returns/${return_id}/slip`;

/** The URL of the slip that goes into the parcel of a collection. */
export const collectionSlipUrl = (collection_id: number): string => `/collections/${collection_id}/slip`;

/** The URL of the list of the items that a person hands back. */
export const itemsToReturnUrl = (employee_id: number): string => `/employees/${employee_id}/items-to-return`;

/** The URL of the labels for SKUs, or for the bins of these SKUs. */
export const skuLabelsUrl = (ids: readonly number[], { of, size, copies = 1 }: { of: LabelledThing; size: LabelSize; copies?: number }): string =>
  `/admin/labels?${new URLSearchParams({ [of === 'sku' ? 'skus' : 'bins_of']: ids.join(','), size, ...(copies > 1 && { copies: String(copies) }) })}`;

/** The URL of the goods received note of a receipt of a purchase order. */
export const goodsReceivedNoteUrl = (purchase_order_id: number, receipt_id: number): string =>
  `/admin/purchase-orders/${purchase_order_id}/receipts/${receipt_id}/pdf`;
