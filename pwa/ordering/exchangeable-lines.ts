import type { Line, Order } from './client.ts';

/** Whether items of a line were sent, so that they can be returned or exchanged; the server decides on each. */
export const isExchangeable = (order: Order, line: Line): boolean => order.can.create_return && line.is_size_selected && line.qty_shipped > 0;

/** The lines of an order of which items were sent. */
export const exchangeableLines = (order: Order): Line[] => order.lines.filter((line) => isExchangeable(order, line));
