import { z } from 'zod';
import { messages } from '../messages.ts';
import { keyText } from '../text.ts';
import { all, allow, refuse, type Verdict } from '../verdict.ts';
import { checkNotFrozen, checkNotPicked, checkOnFloor, checkPicker } from './on-floor.ts';
import { type FloorActor, isFullyPicked, type PickFacts, type PickLineFacts } from './pick-facts.ts';

/** The input that records a line: the total number of items picked, and the reason if these are too few. */
export const recordPickInput = z.object({
  qty_picked: z.int().nonnegative().max(100_000),
  code: keyText(60).nullish(),
  other_reason: z.string().trim().max(500).nullish(),
});
export type RecordPickInput = z.infer<typeof recordPickInput>;

/** A reason for picking less than was allocated. */
export interface ErrorCode {
  code: string;
  requires_input: boolean;
}

/**
 * The quantity must not exceed the allocated one. The reason for a short line may follow later; if a reason is sent, it must be a known one, with the
 * details that it requires.
 */
export function checkPick(line: Pick<PickLineFacts, 'qty_allocated'>, pick: RecordPickInput, reasons: readonly ErrorCode[]): Verdict {
  if (pick.qty_picked > line.qty_allocated) return refuse('over_pick', messages.over_pick(line.qty_allocated), 'qty_picked');
  if (!pick.code || pick.qty_picked === line.qty_allocated) return allow;
  const reason = reasons.find(({ code }) => code === pick.code);
  if (!reason) return refuse('reason_unknown', messages.select_reason, 'code');
  if (reason.requires_input && !pick.other_reason) return refuse('details_required', messages.details_required, 'other_reason');
  return allow;
}

/** Lines can be recorded by the picker or a super while the pick runs and the order is not on hold. */
export function checkRecording(pick: PickFacts, actor: FloorActor): Verdict {
  const verdict = all(checkOnFloor(pick), checkNotFrozen(pick), checkNotPicked(pick));
  if (!verdict.ok) return verdict;
  if (pick.state === 'released') return refuse('not_picking', messages.not_picking);
  if (pick.state === 'paused') return refuse('pick_paused', messages.pick_paused);
  return checkPicker(pick, actor);
}

/** The stored facts of a picked line. */
export type PickedFacts = Pick<PickLineFacts, 'qty_picked' | 'code' | 'other_reason'>;

/** The facts to store: a line picked in full has no reason. */
export function pickedFacts(line: Pick<PickLineFacts, 'qty_allocated'>, pick: RecordPickInput): PickedFacts {
  if (isFullyPicked({ qty_picked: pick.qty_picked, qty_allocated: line.qty_allocated }) || !pick.code)
    return { qty_picked: pick.qty_picked, code: null, other_reason: null };
  return { qty_picked: pick.qty_picked, code: pick.code, other_reason: pick.other_reason || null };
}

/** Whether two records of a line have the same quantity and the same reason. */
export const isSamePick = (one: PickedFacts, other: PickedFacts): boolean =>
  one.qty_picked === other.qty_picked && one.code === other.code && one.other_reason === other.other_reason;
