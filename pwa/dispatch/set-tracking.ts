import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Sets the carrier's numbers of a dispatch: the server ships it. */
export const setTracking = (dispatch_id: number, tracking_number: string, consignment_number: string | null = null): Promise<Verdict> =>
  queueMutation('dispatch.set_tracking', { dispatch_id, tracking_number, consignment_number });
