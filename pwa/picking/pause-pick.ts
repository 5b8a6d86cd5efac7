import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Pauses a pick, which stays with its picker. */
export const pausePick = (pick_id: number): Promise<Verdict> => queueMutation('pick.pause', { pick_id });
