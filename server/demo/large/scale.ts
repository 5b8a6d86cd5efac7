/** How many records of each kind to make. An order has four lines on average. */
export interface Scale {
  accounts: number;
  wearers: number;
  skus: number;
  orders: number;
}

const large: Scale = { accounts: 200, wearers: 20_000, skus: 20_000, orders: 200_000 };

/** The scales that can be chosen by name. */
export const scales = {
  large,
  huge: { accounts: 1000, wearers: 100_000, skus: 100_000, orders: 1_000_000 } satisfies Scale,
};
