import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Claims a released pick for the person who uses this tablet. */
export const startPick = (pick_id: number): Promise<Verdict> => queueMutation('pick.start', { pick_id });
