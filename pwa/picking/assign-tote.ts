import { totesOf } from '../../shared/purchasing/tote.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Assigns a tote to a pick; null removes the tote. */
export const assignTote = (pick_id: number, tote: string | null): Promise<Verdict> => queueMutation('pick.assign_tote', { pick_id, tote });

/** Goes on in another tote: the one before is full, and stays with the pick. */
export const fillNextTote = (pick: { id: number; tote: string | null; full_totes?: readonly string[] | undefined }, tote: string): Promise<Verdict> =>
  queueMutation('pick.assign_tote', { pick_id: pick.id, tote, full_totes: totesOf(pick).filter((one) => one !== tote) });
