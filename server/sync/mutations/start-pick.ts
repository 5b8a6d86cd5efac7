import { checkStartPick } from '../../../shared/picking/start-pick.ts';
import { startPick } from '../../picking/start-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.start`. */
export const handleStartPick = changePickState({
  check: checkStartPick,
  command: startPick,
  isUnchanged: (pick, actor) => pick.state === 'picking' && pick.picker?.id === actor.id,
});
