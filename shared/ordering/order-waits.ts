/**
 * What waits in a client's orders; each is a filter of their list. `decision`: requests that the reader may approve. `size`: submitted orders with a
 * line without a size. `draft`: the reader's own drafts. `parcel`: orders with a parcel that left in the last week and has
 * not arrived. `return`: orders with a return.
 */
export const orderWaits = ['decision', 'size', 'draft', 'parcel', 'return'] as const;
export type OrderWait = (typeof orderWaits)[number];
