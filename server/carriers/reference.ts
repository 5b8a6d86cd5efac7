import { dispatchNumber, dispatchOfNumber } from '../../shared/dispatch/dispatch-number.ts';

/** What a booking is called at the carrier: the dispatch's number, and from the second round on which round it is. The letter keeps it apart from a box's code. */
export const bookingReference = (dispatch: { id: number; booking_attempt: number }): string =>
  dispatchNumber(dispatch.id) + (dispatch.booking_attempt > 1 ? `-R${dispatch.booking_attempt}` : '');

/** The dispatch and the round that a reference names, or null when it is none of ours. */
export function bookingOfReference(text: string): { id: number; booking_attempt: number } | null {
  const [, number = '', attempt = '1'] = /^(d-?\d+)(?:-R(\d{1,4}))?$/i.exec(text.trim()) ?? [];
  const id = dispatchOfNumber(number);
  return id === null ? null : { id, booking_attempt: Number(attempt) };
}
