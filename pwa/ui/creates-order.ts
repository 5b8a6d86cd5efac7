/** The history state of an address of the office's list of orders that opens the dialog for a new order. */
export const CREATES_ORDER = { creates: true };
