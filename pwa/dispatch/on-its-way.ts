import { COLLECTION } from '../../shared/dispatch/request-dispatch.ts';
import type { DispatchRow } from '../../shared/sync/rows.ts';

type Standing = Pick<DispatchRow, 'service_key' | 'mark_as_shipped' | 'tracking_number'>;

/** A collection that was said to be handed over. The office ships it as soon as it has this, so nobody needs to say it again. */
export const isHandedOver = ({ service_key, mark_as_shipped }: Standing): boolean => mark_as_shipped && service_key === COLLECTION;

/** Whether all is said that a dispatch needs to leave: its number, or that it is handed over and the office has yet to hear of it. */
export const isOnItsWay = (dispatch: Standing & { is_waiting: boolean }): boolean =>
  dispatch.tracking_number !== null || (dispatch.is_waiting && isHandedOver(dispatch));
