import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { type FloorActor, isFullyPicked, type PickFacts, type PickLineFacts } from './pick-facts.ts';
import { checkRecording } from './record-pick.ts';

/** A running pick can be completed by its picker or a super once every line is picked in full or has a reason, unless the order is on hold. */
export function checkCompletePick(pick: PickFacts, lines: readonly PickLineFacts[], actor: FloorActor): Verdict {
  const verdict = checkRecording(pick, actor);
  if (!verdict.ok) return verdict;
  return lines.every((line) => isFullyPicked(line) || line.code) ? allow : refuse('reason_required', messages.select_reason, 'code');
}

export interface PickedLine {
  qty_picked: number;
  decoration: string | null;
  employee_id: number;
}

/**
 * Where a completed pick goes: to prep if there is something to decorate or more than one wearer to bag for, else straight to dispatch; back to
 * allocation if nothing was picked. `wearers` are all wearers of the order, if the caller knows them.
 */
export function afterPick(
  lines: readonly PickedLine[],
  wearers = new Set(lines.map((line) => line.employee_id)).size,
): 'picked' | 'booked' | 'closed' {
  if (lines.every((line) => line.qty_picked === 0)) return 'closed';
  return wearers > 1 || lines.some((line) => line.decoration) ? 'picked' : 'booked';
}
