import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Sends a pick back to the office for re-allocation. */
export const sendBackPick = (pick_id: number): Promise<Verdict> => queueMutation('pick.send_back', { pick_id });
