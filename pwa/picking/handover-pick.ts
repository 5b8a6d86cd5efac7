import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Releases a pick from its picker, so that another picker can start it. */
export const handoverPick = (pick_id: number): Promise<Verdict> => queueMutation('pick.handover', { pick_id });
