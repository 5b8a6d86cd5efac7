import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { type Order, orders } from './client.ts';
import { afterChange } from './order-data.ts';

/** Sends an order to another site, at the site's own address. */
export function useDeliverTo({ uuid, version }: Order) {
  return useWrite({
    send: (delivery_site_id: number, options) =>
      answer(orders[':uuid'].$put({ param: { uuid }, query: {}, json: { set_delivery_details: true, delivery_site_id, version } }, options)),
    success: ({ delivery_site }) => `The order goes to ${delivery_site?.name}`,
    refresh: afterChange(uuid),
  });
}
