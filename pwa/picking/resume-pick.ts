import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Resumes a paused pick. */
export const resumePick = (pick_id: number): Promise<Verdict> => queueMutation('pick.resume', { pick_id });
