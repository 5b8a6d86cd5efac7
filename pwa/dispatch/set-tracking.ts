import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';
import { openTablet } from '../offline/this-tablet.ts';

/** Milliseconds for which a scanned number can be undone. */
export const UNDO_FOR = 10_000;

/** Sets the carrier's numbers of a dispatch, which makes the server ship it. */
export const setTracking = (dispatch_id: number, tracking_number: string, consignment_number: string | null = null): Promise<Verdict> =>
  queueMutation('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number });

/** Sets the tracking number of a dispatch after a scan. Nothing is sent while the number can be undone. */
export const setScannedTracking = async (dispatch_id: number, tracking_number: string): Promise<Verdict> =>
  (await openTablet()).mutateLater('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number: null }, UNDO_FOR);

/** Undoes a scanned number. Returns false if it is too late. */
export const takeBackTracking = async (m: string): Promise<boolean> => (await openTablet()).takeBack(m);
