import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Takes an order out of its cluster. The pick stays with its picker, and everything that was picked of it stays recorded. */
export const leaveCluster = (pick_id: number): Promise<Verdict> => queueMutation('pick.leave_cluster', { pick_id });
