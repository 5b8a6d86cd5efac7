/** The price less the cost, in whole per cent of the price; null without a price or a cost. */
export const marginOf = (price: number | null, cost: number | null): number | null =>
  price && cost !== null ? Math.round(((price - cost) / price) * 100) : null;
