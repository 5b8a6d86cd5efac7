import { useCallback, useMemo, useState } from 'react';
import { type OfTheBoxes, type PlannedDispatch, planDispatch } from '../../shared/dispatch/plan-dispatch.ts';
import type { DispatchOrder } from '../../shared/sync/mutations/request-dispatch.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import type { ReadyView } from '../offline/views.ts';

/** How an order is dispatched: by which service, with what weight, and in how many boxes. */
export type How = Omit<DispatchOrder, 'uuid'>;

/** A chosen order as a part of its dispatch. */
export interface InShipment {
  /** The first order of the dispatch. Its service, weight and boxes are used for all orders of the dispatch. */
  lead: ReadyView;
  /** The number of orders in the dispatch. */
  together: number;
  /** The values of this order that differ from those of `lead`. */
  differing: OfTheBoxes[];
}

export interface Shipment {
  chosen: ReadyView[];
  dispatches: { orders: ReadyView[]; how: How; planned: PlannedDispatch }[];
  /** By the uuid of the order; orders that are not chosen are absent. */
  of: ReadonlyMap<string, InShipment>;
  boxes: number;
  howOf: (order: ReadyView) => How;
}

/** Says why an order cannot be chosen; null if it can. */
export const obstacle = (order: ReadyView): string | null => {
  if (order.is_frozen) return 'On hold';
  return order.delivery_address ? null : 'No delivery address';
};

const usualHow = (services: readonly ShippingServiceRow[]): How => {
  const [usual] = services;
  return { service_key: usual?.service_key ?? '', total_weight: usual?.default_weight ?? 1, total_items: usual?.default_items ?? 1 };
};

/** Computes the dispatches of the chosen orders by the same rule that the office applies. */
export function shipmentOf(
  selectedOrders: readonly ReadyView[],
  choices: ReadonlyMap<string, How>,
  usual: How,
  consolidated: boolean,
): Omit<Shipment, 'howOf'> {
  const places = selectedOrders.flatMap((order) => (order.delivery_address ? [{ ...order, delivery_address: order.delivery_address }] : []));
  const leads = new Map(
    planDispatch([], places, consolidated).flatMap(({ orders }) => orders.map((index) => [places[index]?.uuid, places[orders[0] ?? 0]] as const)),
  );
  const howOf = ({ uuid }: ReadyView): How => choices.get(uuid) ?? choices.get(leads.get(uuid)?.uuid ?? '') ?? usual;
  const hows = places.map(howOf);
  const plan = planDispatch(hows, places, consolidated);
  const of = new Map<string, InShipment>();
  const dispatches = plan.flatMap((plannedDispatch) => {
    const orders = plannedDispatch.orders.flatMap((index) => places[index] ?? []);
    const how = hows[plannedDispatch.orders[0] ?? 0];
    const [lead] = orders;
    if (!lead || !how) return [];
    for (const [place, order] of orders.entries()) {
      const differing = plannedDispatch.differing.find(({ index }) => index === plannedDispatch.orders[place])?.fields ?? [];
      of.set(order.uuid, { lead, together: orders.length, differing });
    }
    return [{ orders, how, planned: plannedDispatch }];
  });
  return { chosen: places, dispatches, of, boxes: dispatches.reduce((sum, { how }) => sum + how.total_items, 0) };
}

/** The orders that a person has chosen to dispatch, how they leave, and which dispatches result. */
export function useShipment(ready: readonly ReadyView[], services: readonly ShippingServiceRow[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<ReadonlyMap<string, How>>(new Map());
  const [consolidated, setConsolidated] = useState(false);

  const usual = useMemo(() => usualHow(services), [services]);
  const shipment = useMemo(
    () =>
      shipmentOf(
        ready.filter((order) => ids.has(order.uuid) && obstacle(order) === null),
        choices,
        usual,
        consolidated,
      ),
    [ready, ids, choices, usual, consolidated],
  );

  /**
   * The service, weight and boxes of an order: those chosen for the order, else those chosen for the first order of its dispatch, else the usual
   * ones.
   */
  const howOf = ({ uuid }: ReadyView): How => choices.get(uuid) ?? choices.get(shipment.of.get(uuid)?.lead.uuid ?? '') ?? usual;

  const choose = useCallback((uuids: readonly string[], on: boolean): void => {
    setIds((now) => {
      const next = new Set(now);
      for (const uuid of uuids) {
        if (on) next.add(uuid);
        else next.delete(uuid);
      }
      return next;
    });
  }, []);
  const say = useCallback((uuid: string, how: How | null): void => {
    setChoices((now) => {
      const next = new Map(now);
      if (how) next.set(uuid, how);
      else next.delete(uuid);
      return next;
    });
  }, []);
  return { shipment: { ...shipment, howOf } satisfies Shipment, consolidated, setConsolidated, choose, say };
}
