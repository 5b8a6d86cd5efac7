import { checkHandoverPick } from '../../../shared/picking/handover-pick.ts';
import { handoverPick } from '../../picking/handover-pick.ts';
import { changePickState } from '../change-pick-state.ts';

/** Handle `pick.handover`. */
export const handleHandoverPick = changePickState({ check: checkHandoverPick, command: handoverPick });
