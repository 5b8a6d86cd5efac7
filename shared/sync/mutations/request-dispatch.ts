import { z } from 'zod';
import { totalItems, totalWeight, weighing } from '../../dispatch/box-input.ts';
import { checkPlan, planDispatch } from '../../dispatch/plan-dispatch.ts';
import { checkRequestDispatch } from '../../dispatch/request-dispatch.ts';
import { limits } from '../../limits.ts';
import { messages } from '../../messages.ts';
import { all, allow, refuse } from '../../verdict.ts';
import type { Mutation } from '../mutation.ts';
import { digest, pickGone } from '../pick-mutation.ts';

const dispatchOrder = z.object({
  uuid: z.uuid(),
  service_key: z.string().max(40),
  total_weight: totalWeight,
  total_items: totalItems,
  mark_as_shipped: z.boolean().optional(),
  ...weighing,
});
export type DispatchOrder = z.infer<typeof dispatchOrder>;

/** The fields of the REST route's body, with a digest of the lines of all orders. */
export const requestDispatchArgs = z.object({
  orders: z.array(dispatchOrder).min(1).max(limits.dispatched_orders),
  consolidated: z.boolean(),
  digest,
});

/** `dispatch.request` asks to dispatch all of these orders or none. The digest says which lines the person saw. The server ships the orders. */
export const requestDispatch: Mutation<z.infer<typeof requestDispatchArgs>> = {
  version: 1,
  check: (rows, { orders, consolidated }) => {
    const picks = orders.map(({ uuid }) => rows.pick.get(uuid));
    const places = picks.flatMap((pick) => (pick?.delivery_address ? [{ ...pick, delivery_address: pick.delivery_address }] : []));
    return all(
      ...picks.map((pick) => (pick ? checkRequestDispatch(pick) : pickGone())),
      places.length === picks.length ? allow : refuse('no_delivery_address', messages.no_delivery_address),
      checkPlan(planDispatch(orders, places, consolidated)),
    );
  },
  apply: (overlay, { orders }) => {
    for (const { uuid } of orders) {
      const pick = overlay.read('pick').get(uuid);
      if (pick) overlay.changePick(pick.id, () => ({ state: 'awaiting_courier' }));
      else overlay.touch('order', uuid);
    }
  },
  describe: (names, { orders }) => {
    const numbers = orders.map(({ uuid }) => names.orderByUuid(uuid)).filter((number) => number !== null);
    if (orders.length === 1) {
      const [only] = numbers;
      return only ? { text: 'Requested the dispatch', order_number: only, is_of_order: true } : { text: 'Requested a dispatch', order_number: null };
    }
    const which = numbers.length === 0 ? '' : `: ${numbers.join(', ')}`;
    return { text: `Requested the dispatch of ${orders.length} orders${which}`, order_number: null };
  },
  title: 'Requested a dispatch',
};
