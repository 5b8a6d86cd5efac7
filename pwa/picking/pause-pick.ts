import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Pauses a pick; its picker keeps it. */
export const pausePick = (pick_id: number): Promise<Verdict> => queueMutation('pick.pause', { pick_id });
