/** The queries that hold products: the office’s editor and lists, the clients’, and stock. */
export const refreshProducts = [['products'], ['product'], ['stock']] as const;
