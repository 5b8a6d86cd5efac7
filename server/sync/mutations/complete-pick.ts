import { checkRecording } from '../../../shared/picking/record-pick.ts';
import { applied, refuseWith } from '../../../shared/sync/outcomes.ts';
import { completePick } from '../../picking/complete-pick.ts';
import { findPick } from '../../picking/find-pick.ts';
import { refusedRoot } from '../bases.ts';
import { compareDigest } from '../compare-digest.ts';
import type { MutationHandler } from '../mutation-handler.ts';
import { pickFacts, refusePick } from '../pick-facts.ts';

/** Handle `pick.complete`: the pick is completed only if its lines are as the person saw them. */
export const handleCompletePick: MutationHandler<'pick.complete'> = async (ctx, { pick_id, digest }, { base, device }) => {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, device, base)) return refuseWith('AFTER');
  const verdict = checkRecording(pick, ctx.actor);
  if (!verdict.ok) return refusePick(verdict, pick);
  const difference = await compareDigest(ctx, [pick_id], digest);
  if (difference) return { ...difference, server: { ...pickFacts(pick), ...difference.server } };
  await completePick(ctx, pick, device);
  return applied;
};
