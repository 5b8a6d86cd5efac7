import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Assigns a tote to a pick; null removes the tote. */
export const assignTote = (pick_id: number, tote: string | null): Promise<Verdict> => queueMutation('pick.assign_tote', { pick_id, tote });
