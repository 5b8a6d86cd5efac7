import { COLLECTION } from '../../shared/dispatch/collection.ts';
import type { DispatchRow } from '../../shared/sync/rows.ts';

type ShippingFacts = Pick<DispatchRow, 'service_key' | 'mark_as_shipped' | 'tracking_number'>;

/** Whether a dispatch is a collection that was marked as handed over. The office ships it once the mark arrives; nobody marks it again. */
export const isHandedOver = ({ service_key, mark_as_shipped }: ShippingFacts): boolean => mark_as_shipped && service_key === COLLECTION;

/** Whether a dispatch can leave without a further record: it has a tracking number, or a recorded hand-over that waits to be sent. */
export const isOnItsWay = (dispatch: ShippingFacts & { is_waiting: boolean }): boolean =>
  dispatch.tracking_number !== null || (dispatch.is_waiting && isHandedOver(dispatch));
