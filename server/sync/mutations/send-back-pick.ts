import { checkSendBackPick } from '../../../shared/picking/send-back-pick.ts';
import { sendBackPick } from '../../picking/send-back-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.send_back`. */
export const handleSendBackPick = changePickState({ check: checkSendBackPick, command: sendBackPick });
