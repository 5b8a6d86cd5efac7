import type { ArgsOf } from '../../shared/sync/mutations.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation, queueMutations } from '../offline/queue-mutation.ts';

/** The reason for a shortfall. */
export interface ShortReason {
  code: string;
  other_reason?: string | null;
}

interface RecordedLine {
  id: number;
  pick_id: number;
  product_id: number;
}

const recordArgs = (line: RecordedLine, qty_picked: number, reason: ShortReason | null): ArgsOf<'pick.record_line'> => ({
  pick_id: line.pick_id,
  pick_line_id: line.id,
  product_id: line.product_id,
  qty_picked,
  code: reason?.code ?? null,
  other_reason: reason?.other_reason ?? null,
});

/** Records a line's picked quantity as a total, never as an increment, with the reason for a shortfall. */
export const recordPick = (line: RecordedLine, qty_picked: number, reason: ShortReason | null = null): Promise<Verdict> =>
  queueMutation('pick.record_line', recordArgs(line, qty_picked, reason));

/** Records several lines in one step: all of them or none. */
export const recordPicks = (records: readonly { line: RecordedLine; qty_picked: number; reason: ShortReason | null }[]): Promise<Verdict> =>
  queueMutations(
    'pick.record_line',
    records.map(({ line, qty_picked, reason }) => recordArgs(line, qty_picked, reason)),
  );
