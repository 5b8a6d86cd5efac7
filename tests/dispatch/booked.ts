import { errorCodes } from '../../server/db/tables/index.ts';
import type { floor } from '../fulfilment/floor.ts';

export type Floor = Awaited<ReturnType<typeof floor>>;
export const dispatchPath = '/api/admin/shipping/orders';
/** Returns the entry of an order in a request to dispatch. */
export const requestRow = (uuid: string, more: object = {}) => ({ uuid, service_key: '220', total_weight: 4.5, total_items: 2, ...more });

/** Creates an order that is ready for dispatch. Of its 3 items of one SKU, `qty_picked` are picked. */
export async function createBookedOrder(here: Floor, about: Parameters<Floor['released']>[1] = {}, qty_picked = 3) {
  await here.database.unitOfWork((db) => db.insert(errorCodes).values({ code: 'SHORT', description: 'Short' }).onConflictDoNothing());
  const polo = await here.stocked(10);
  const order = await here.released([{ product_id: polo.id, qty: 3 }], about);
  const { body } = await here.picker.put(order.floor_path, { action: 'start' });
  const result = qty_picked < 3 ? { qty_picked, code: 'SHORT' } : { qty_picked };
  await here.picker.put(`/api/admin/picking/lines/${body.lines[0].id}`, result);
  const { body: pick } = await here.picker.post(`${order.floor_path}/move-to-prep`);
  if (pick.state !== 'booked') throw new Error(`Not ready: ${JSON.stringify(pick)}`);
  return { ...order, polo };
}
