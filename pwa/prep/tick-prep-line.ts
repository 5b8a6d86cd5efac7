import type { Verdict } from '../../shared/verdict.ts';
import { queueMutations } from '../offline/queue-mutation.ts';

/** Ticks lines off in prep, or removes their ticks, all in one step. */
export const tickPrepLines = (lines: readonly { id: number; pick_id: number }[], ticked: boolean): Promise<Verdict> =>
  queueMutations(
    'prep.tick_line',
    lines.map(({ id, pick_id }) => ({ pick_id, pick_line_id: id, ticked })),
  );
