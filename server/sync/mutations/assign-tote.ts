import { applied, noop } from '../../../shared/sync/outcomes.ts';
import { assignTote } from '../../picking/assign-tote.ts';
import { findPick } from '../../picking/find-pick.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `pick.assign_tote`. */
export const handleAssignTote: MutationHandler<'pick.assign_tote'> = async (ctx, { pick_id, tote, full_totes }) => {
  const pick = await findPick(ctx, pick_id);
  return (await assignTote(ctx, pick, tote, full_totes)) ? applied : noop;
};
