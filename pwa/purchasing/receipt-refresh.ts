/** The queries that are out of date once goods are received or a receipt is reversed. */
export const receiptRefresh = [['purchase-orders'], ['suppliers'], ['shortfall'], ['stock'], ['admin-orders'], ['products']];
