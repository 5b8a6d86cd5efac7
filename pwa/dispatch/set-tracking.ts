import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';
import { openTablet } from '../offline/this-tablet.ts';

/** Milliseconds for which a number that was scanned can be taken back. */
export const UNDO_FOR = 10_000;

/** Sets the carrier's numbers of a dispatch: the server ships it. */
export const setTracking = (dispatch_id: number, tracking_number: string, consignment_number: string | null = null): Promise<Verdict> =>
  queueMutation('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number });

/** Sets the carrier's number of a dispatch that was scanned. Nothing is sent as long as it can be taken back. */
export const setScannedTracking = async (dispatch_id: number, tracking_number: string): Promise<Verdict> =>
  (await openTablet()).mutateLater('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number: null }, UNDO_FOR);

/** Takes a scanned number back; false where it is too late. */
export const takeBackTracking = async (m: string): Promise<boolean> => (await openTablet()).takeBack(m);
