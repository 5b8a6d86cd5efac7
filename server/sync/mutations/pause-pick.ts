import { checkPausePick } from '../../../shared/picking/pause-pick.ts';
import { pausePick } from '../../picking/pause-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.pause`. */
export const handlePausePick = changePickState({ check: checkPausePick, command: pausePick, isUnchanged: ({ state }) => state === 'paused' });
