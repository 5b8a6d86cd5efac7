import { checkOnFloor } from '../picking/on-floor.ts';
import type { PickFacts, PickLineFacts } from '../picking/pick-facts.ts';
import { isToPick } from '../picking/pick-states.ts';
import { checkPick, type ErrorCode, isSamePick, pickedFacts } from '../picking/record-pick.ts';
import { applied, type Judgement, noop, outcomeOfRefusal, refuseWith } from './outcomes.ts';
import type { LineFacts } from './wire.ts';

/** A line as the server has it, with who recorded it last. */
export interface JudgedLine extends PickLineFacts {
  fact_version: number;
  picked_by: number | null;
  /** The tablet that recorded the line; null if the line was recorded without a tablet or not at all. */
  picked_device: string | null;
}

/** The base of the mutation, with `{after}` resolved: the version that the earlier mutation produced, or `refused` if that mutation was refused. */
export type SeenBase = { version: number } | { facts: LineFacts } | 'refused' | 'missing';

export interface RecordedLine {
  product_id: number;
  qty_picked: number;
  code: string | null;
  other_reason: string | null;
}

const unchanged = (line: JudgedLine, base: { version: number } | { facts: LineFacts }): boolean =>
  'version' in base
    ? base.version === line.fact_version
    : base.facts.product_id === line.product_id &&
      base.facts.qty_allocated === line.qty_allocated &&
      base.facts.qty_picked === line.qty_picked &&
      base.facts.code === line.code;

/**
 * Decides whether a tablet's record of a line is applied, given what has changed since. A pick is a physical fact: it is applied if nothing that
 * matters to a picker has changed, and otherwise a person has to decide. Holds, pauses and a change of picker do not matter here.
 */
export function judgeRecordedPick(
  pick: PickFacts,
  line: JudgedLine,
  record: RecordedLine,
  base: SeenBase,
  by: { device: string; actor_id: number },
  reasons: readonly ErrorCode[],
): Judgement {
  const verdict = checkOnFloor(pick);
  if (!verdict.ok) return outcomeOfRefusal(verdict);
  if (record.product_id !== line.product_id) return refuseWith('PRODUCT_CHANGED');

  const isOwn = line.picked_device === by.device && line.picked_by === by.actor_id;
  // A restored database may lack changes that the tablet has seen, such as items that were put back. Equal quantities then stand for different items.
  const isForgotten = typeof base === 'object' && ('facts' in base ? base.facts.qty_picked > record.qty_picked : base.version > line.fact_version);
  if (isSamePick(pickedFacts(line, record), line) && isOwn && !isForgotten) return noop;
  if (base === 'refused') return refuseWith('AFTER');

  const possible = checkPick(line, record, reasons);
  if (!possible.ok) return outcomeOfRefusal(possible);
  if (base === 'missing' || !unchanged(line, base)) {
    if (record.qty_picked !== line.qty_picked || (isOwn && record.qty_picked > 0)) return refuseWith('LINE_CHANGED');
    return record.qty_picked === 0 ? noop : refuseWith('DOUBLE_PICKED');
  }
  return isToPick(pick.state) ? applied : refuseWith('PICK_CLOSED');
}
