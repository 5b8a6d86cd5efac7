import { COLLECTION } from '../../shared/dispatch/request-dispatch.ts';
import type { DispatchRow } from '../../shared/sync/rows.ts';

type ShippingFacts = Pick<DispatchRow, 'service_key' | 'mark_as_shipped' | 'tracking_number'>;

/** A collection that was marked as handed over. The office ships it as soon as it has this action, so nobody needs to mark it again. */
export const isHandedOver = ({ service_key, mark_as_shipped }: ShippingFacts): boolean => mark_as_shipped && service_key === COLLECTION;

/** Whether everything is recorded that a dispatch needs to leave: its number, or that it is handed over and the office does not know it yet. */
export const isOnItsWay = (dispatch: ShippingFacts & { is_waiting: boolean }): boolean =>
  dispatch.tracking_number !== null || (dispatch.is_waiting && isHandedOver(dispatch));
