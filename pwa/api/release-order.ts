import { hc } from 'hono/client';
import type { OrderRoutes } from '../../server/ordering/routes.ts';
import { allocation } from './allocation.ts';
import { answer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { type Once, overTheWire } from './transport.ts';

const orders = hc<OrderRoutes>('/api/orders', overTheWire);

/** What follows if an order is released in part. */
export const PART_FOLLOWS = 'What is missing would follow later, in another parcel.';

/** The order about which somebody asks whether it is released in part. */
export interface PartOrder {
  uuid: string;
  order_number: string;
}

/** Releases one order to the warehouse. With `only_full`, an order that would go in part is refused, so that the person is asked first. */
export async function releaseOrder(uuid: string, only_full: boolean, options: Once): Promise<void> {
  const { items } = await answer(allocation.actions.$post({ json: { action: 'release', orders: [uuid], only_full } }, options));
  for (const { is_done, message, code } of items) if (!is_done) throw new ApiError(409, { message, code: code ?? undefined });
}

/** Whether an order was not released because it would go in part. */
export const wouldGoInPart = ({ code }: ApiError): boolean => code === 'allocated_in_part';

/** Reads the order whose lines the question about a part names. */
export const readPartOrder = (uuid: string, signal: AbortSignal) =>
  answer(orders[':uuid'].$get({ param: { uuid }, query: {} }, { init: { signal } }));
