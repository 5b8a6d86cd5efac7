import { checkResumePick } from '../../../shared/picking/resume-pick.ts';
import { resumePick } from '../../picking/resume-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.resume`. */
export const handleResumePick = changePickState({ check: checkResumePick, command: resumePick, isUnchanged: ({ state }) => state === 'picking' });
