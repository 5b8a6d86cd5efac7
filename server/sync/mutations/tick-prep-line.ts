import { isPrepped } from '../../../shared/prep/complete-prep.ts';
import { applied, noop, refuseWith } from '../../../shared/sync/outcomes.ts';
import { findPick } from '../../picking/find-pick.ts';
import { findPickLine } from '../../picking/find-pick-line.ts';
import { tickPrepLine } from '../../prep/tick-prep-line.ts';
import type { MutationHandler } from '../mutation-handler.ts';

/** Handle `prep.tick_line`. A tick that arrives after the prep was completed changes nothing; the removal of a tick is refused. */
export const handleTickPrepLine: MutationHandler<'prep.tick_line'> = async (ctx, { pick_id, pick_line_id, ticked }) => {
  const line = await findPickLine(ctx, pick_line_id);
  if (line.pick_id !== pick_id) return refuseWith('INVALID');
  if (ticked && isPrepped(await findPick(ctx, pick_id))) return noop;
  return (await tickPrepLine(ctx, pick_line_id, ticked)) ? applied : noop;
};
