/** Where the consignment labels of dispatches are. */
export const dispatchLabelsUrl = (dispatch_ids: readonly number[]): string =>
  `/admin/labels?${new URLSearchParams(dispatch_ids.map((one) => ['dispatch_ids[]', String(one)]))}`;

/** Where the bag labels of an order are; `counts` by employee. */
export const orderLabelsUrl = (order_id: number, counts: Readonly<Record<number, number>> = {}): string =>
  `/admin/labels?${new URLSearchParams([['order', String(order_id)], ...Object.entries(counts).map(([employee, n]) => [`q[${employee}]`, String(n)])])}`;

/** Where a dispatch's delivery note is, as part of one of its orders. */
export const deliveryNoteUrl = (uuid: string, dispatch_id: number): string => `/orders/${uuid}/dispatch/${dispatch_id}/delivery-note`;

/** Where the note is that goes with goods to their supplier. */
export const supplierReturnUrl = (id: number): string => `/admin/supplier-returns/${id}/confirmation`;

/** Where an order's picking list is. */
export const pickingListUrl = (uuid: string): string => `/admin/picking/orders/${uuid}/download`;
