import { isPrepped } from '../../../shared/prep/complete-prep.ts';
import { applied, noop, refuseWith } from '../../../shared/sync/outcomes.ts';
import { findPick } from '../../picking/find-pick.ts';
import { findPickLine } from '../../picking/find-pick-line.ts';
import { packLine } from '../../prep/pack-line.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/**
 * Handle `prep.pack_line`. A mutation that arrives after the prep was completed or the pick was closed changes nothing, because the bags are closed,
 * or because the task that returns the items to the shelf includes them all.
 */
export const handlePackLine: MutationHandler<'prep.pack_line'> = async (ctx, { pick_id, pick_line_id, qty_packed }) => {
  const line = await findPickLine(ctx, pick_line_id);
  if (line.pick_id !== pick_id) return refuseWith('INVALID');
  const pick = await findPick(ctx, pick_id);
  if (isPrepped(pick) || pick.state === 'closed') return noop;
  return (await packLine(ctx, pick_line_id, qty_packed)) ? applied : noop;
};
