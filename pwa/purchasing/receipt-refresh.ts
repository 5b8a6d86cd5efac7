/** What is out of date once goods are received, or no longer are. */
export const receiptRefresh = [['purchase-orders'], ['suppliers'], ['shortfall'], ['stock'], ['admin-orders'], ['products']];
