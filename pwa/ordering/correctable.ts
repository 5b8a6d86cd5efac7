import { checkCorrectLine } from '../../shared/ordering/change-line.ts';
import type { Line, Order } from './client.ts';

/** Whether the person may correct the size and the quantity of this line, which is submitted. */
export const isCorrectable = (order: Pick<Order, 'can'>, line: Line): boolean =>
  order.can.correct_lines && line.is_size_selected && checkCorrectLine(line).ok;
