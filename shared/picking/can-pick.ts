import { checkCompletePick } from './complete-pick.ts';
import { checkHandoverPick } from './handover-pick.ts';
import { checkPausePick } from './pause-pick.ts';
import type { FloorActor, PickFacts, PickLineFacts } from './pick-facts.ts';
import { isPicked } from './pick-states.ts';
import { checkRecording } from './record-pick.ts';
import { checkResumePick } from './resume-pick.ts';
import { checkSendBackPick } from './send-back-pick.ts';
import { checkStartPick } from './start-pick.ts';

/** The actions that somebody on the floor can take on a pick now. */
export const canPick = (pick: PickFacts, lines: readonly PickLineFacts[], actor: FloorActor) => ({
  start: checkStartPick(pick, actor).ok && !(pick.state === 'picking' && pick.picker?.id === actor.id),
  record: checkRecording(pick, actor).ok,
  pause: pick.state === 'picking' && checkPausePick(pick, actor).ok,
  resume: pick.state === 'paused' && checkResumePick(pick, actor).ok,
  handover: checkHandoverPick(pick, actor).ok,
  complete: checkCompletePick(pick, lines, actor).ok,
  send_back: checkSendBackPick(pick, actor).ok,
});

/** The actions of the office on the pick screen, over the network. None is possible once the pick is completed, or while the order is on hold. */
export function canTakeBack(pick: PickFacts, lines: readonly { qty_picked: number; qty_shipped?: number }[], actor: FloorActor) {
  const office = actor.role === 'super' && !pick.is_frozen && !isPicked(pick.state);
  const isUntouched = lines.every(({ qty_picked }) => qty_picked === 0);
  return {
    unallocate: office && isUntouched,
    cancel: office,
    delete: office && isUntouched && lines.every(({ qty_shipped = 0 }) => qty_shipped === 0),
  };
}
