import { dispatchNumber, dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';

/**
 * A booking's reference at the carrier: the dispatch's number and, from the second attempt on, the number of the attempt. The letter R
 * distinguishes the reference from a box's code.
 */
export const bookingReference = (dispatch: { id: number; booking_attempt: number }): string =>
  dispatchNumber(dispatch.id) + (dispatch.booking_attempt > 1 ? `-R${dispatch.booking_attempt}` : '');

/** The dispatch and the attempt of a reference, or null if the text is not a reference of Kitroom's. */
export function bookingOfReference(text: string): { id: number; booking_attempt: number } | null {
  const [, number = '', attempt = '1'] = /^(d-?\d+)(?:-R(\d{1,4}))?$/i.exec(text.trim()) ?? [];
  const id = dispatchOfNumber(number);
  return id === null ? null : { id, booking_attempt: Number(attempt) };
}
