/** The cache keys of all queries that read products: those of the office’s editor and lists, of the clients’ screens, and of stock. */
export const refreshProducts = [['products'], ['product'], ['stock']] as const;
