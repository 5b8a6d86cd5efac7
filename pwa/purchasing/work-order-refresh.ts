/** The queries to read again after garments went to the decorator or came back undecorated. */
export const workOrderRefresh = [['purchase-orders'], ['stock'], ['products'], ['shortfall']];
