/** The queries that hold products: the office’s, the clients’, and stock. */
export const refreshProducts = [['products'], ['product'], ['stock']] as const;
