interface Supply {
  current_on_order_qty?: number | undefined;
  current_partially_received_qty?: number | undefined;
}

/** Items that suppliers still owe of a product on open purchase orders. */
export const qtyOnOrder = ({ current_on_order_qty = 0, current_partially_received_qty = 0 }: Supply): number =>
  current_on_order_qty - current_partially_received_qty;
