interface Supply {
  current_on_order_qty?: number | undefined;
  current_partially_received_qty?: number | undefined;
}

/** The number of items of a product that suppliers still have to deliver on open purchase orders. */
export const qtyOnOrder = ({ current_on_order_qty = 0, current_partially_received_qty = 0 }: Supply): number =>
  current_on_order_qty - current_partially_received_qty;
