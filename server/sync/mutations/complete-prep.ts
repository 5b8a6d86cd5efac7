import { checkCompletePrep, isPrepped } from '../../../shared/prep/complete-prep.ts';
import { applied, noop, refuseWith } from '../../../shared/sync/outcomes.ts';
import { findPick } from '../../picking/find-pick.ts';
import { completePrep } from '../../prep/complete-prep.ts';
import { refusedRoot } from '../bases.ts';
import { compareDigest } from '../compare-digest.ts';
import type { MutationHandler } from '../mutation-handler.ts';
import { pickFacts, refusePick } from '../pick-facts.ts';

/**
 * Handle `prep.complete`: the prep is completed only if its lines are as the person saw them. If somebody else has already completed the same lines,
 * nothing is left to do.
 */
export const handleCompletePrep: MutationHandler<'prep.complete'> = async (ctx, { pick_id, digest }, { base, device }) => {
  const pick = await findPick(ctx, pick_id, { with_stock: true });
  if (await refusedRoot(ctx.db, device, base)) return refuseWith('AFTER');
  const isDone = isPrepped(pick);
  const verdict = checkCompletePrep(pick);
  if (!verdict.ok && !isDone) return refusePick(verdict, pick);
  const difference = await compareDigest(ctx, [pick_id], digest);
  if (difference) return { ...difference, server: { ...pickFacts(pick), ...difference.server } };
  if (isDone) return noop;
  await completePrep(ctx, pick);
  return applied;
};
