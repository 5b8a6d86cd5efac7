/** The queries that are out of date once garments went out, or came back undecorated. */
export const workOrderRefresh = [['purchase-orders'], ['stock'], ['products'], ['shortfall']];
