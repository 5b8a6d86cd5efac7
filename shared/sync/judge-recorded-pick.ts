import { checkOnFloor } from '../picking/on-floor.ts';
import type { PickFacts, PickLineFacts } from '../picking/pick-facts.ts';
import { checkPick, type ErrorCode, pickedFacts } from '../picking/record-pick.ts';
import { applied, type Judgement, noop, outcomeOfRefusal, refused } from './outcomes.ts';
import type { LineFacts } from './wire.ts';

/** A line as the server has it, with who recorded it last. */
export interface JudgedLine extends PickLineFacts {
  fact_version: number;
  picked_by: number | null;
  /** The tablet that recorded it; null where it was recorded without a tablet or not at all. */
  picked_device: string | null;
}

/** The base of the mutation, once `{after}` is resolved: the version that the earlier mutation produced, or that it was refused. */
export type SeenBase = { version: number } | { facts: LineFacts } | 'refused' | 'missing';

export interface RecordedLine {
  product_id: number;
  qty_picked: number;
  code: string | null;
  other_reason: string | null;
}

const unchanged = (line: JudgedLine, seen: { version: number } | { facts: LineFacts }): boolean =>
  'version' in seen
    ? seen.version === line.fact_version
    : seen.facts.product_id === line.product_id &&
      seen.facts.qty_allocated === line.qty_allocated &&
      seen.facts.qty_picked === line.qty_picked &&
      seen.facts.code === line.code;

/**
 * Decides on a line that was recorded on a tablet, given what has changed meanwhile. A pick is a physical fact: it is applied
 * where nothing that matters to a picker has changed, and otherwise left for a person to decide. Holds, pauses and a change of
 * picker do not matter here.
 */
export function judgeRecordedPick(
  pick: PickFacts,
  line: JudgedLine,
  recorded: RecordedLine,
  seen: SeenBase,
  by: { device: string; actor_id: number },
  reasons: readonly ErrorCode[],
): Judgement {
  const there = checkOnFloor(pick);
  if (!there.ok) return outcomeOfRefusal(there);
  if (recorded.product_id !== line.product_id) return refused('PRODUCT_CHANGED');

  const facts = pickedFacts(line, recorded);
  const same = facts.qty_picked === line.qty_picked && facts.code === line.code && facts.other_reason === line.other_reason;
  if (same && line.picked_device === by.device && line.picked_by === by.actor_id) return noop;
  if (seen === 'refused') return refused('AFTER');

  const possible = checkPick(line, recorded, reasons);
  if (!possible.ok) return outcomeOfRefusal(possible);
  if (seen === 'missing' || !unchanged(line, seen)) {
    if (recorded.qty_picked !== line.qty_picked) return refused('LINE_CHANGED');
    return recorded.qty_picked === 0 ? noop : refused('DOUBLE_PICKED');
  }
  const isPicking = pick.state === 'released' || pick.state === 'picking' || pick.state === 'paused';
  return isPicking ? applied : refused('PICK_CLOSED');
}
