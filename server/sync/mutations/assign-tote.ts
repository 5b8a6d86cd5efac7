import { toteCode } from '../../../shared/purchasing/tote.ts';
import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { assignTote } from '../../picking/assign-tote.ts';
import { findPick } from '../../picking/find-pick.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `pick.assign_tote`. */
export const handleAssignTote: MutationHandler<'pick.assign_tote'> = async (ctx, { pick_id, tote }) => {
  const pick = await findPick(ctx, pick_id);
  await assignTote(ctx, pick, tote);
  return pick.tote === (tote && toteCode(tote)) ? noop : applied;
};
