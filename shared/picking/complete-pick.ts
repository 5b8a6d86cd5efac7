import { messages } from '../messages.ts';
import { allow, refuse, type Verdict } from '../verdict.ts';
import { type FloorActor, isFullyPicked, type PickFacts, type PickLineFacts } from './pick-facts.ts';
import { checkRecording } from './record-pick.ts';

/** A pick is complete when every line is picked in full or has a reason. */
export const checkCompletePick = (lines: readonly Pick<PickLineFacts, 'qty_picked' | 'qty_allocated' | 'code'>[]): Verdict =>
  lines.every((line) => isFullyPicked(line) || line.code) ? allow : refuse('reason_required', messages.select_reason, 'code');

/** Completing needs the same as recording, and every line must be complete. */
export function checkMoveToPrep(pick: PickFacts, lines: readonly PickLineFacts[], actor: FloorActor): Verdict {
  const now = checkRecording(pick, actor);
  return now.ok ? checkCompletePick(lines) : now;
}

export interface PickedLine {
  qty_picked: number;
  decoration: string | null;
  employee_id: number;
}

/**
 * Where a completed pick goes: to prep if there is something to decorate or more than one wearer to bag for, else straight to
 * dispatch; back to allocation if nothing was picked. `wearers` are all of the order's, where the caller knows them.
 */
export function afterPick(
  lines: readonly PickedLine[],
  wearers = new Set(lines.map((line) => line.employee_id)).size,
): 'picked' | 'booked' | 'closed' {
  if (lines.every((line) => line.qty_picked === 0)) return 'closed';
  return wearers > 1 || lines.some((line) => line.decoration) ? 'picked' : 'booked';
}
