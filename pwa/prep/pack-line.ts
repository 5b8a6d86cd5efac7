import type { Verdict } from '../../shared/verdict.ts';
import { queueMutations } from '../offline/queue-mutation.ts';

interface Packed {
  id: number;
  pick_id: number;
  qty_packed: number;
}

/** Records how many items of each line are in their bags, all in one step. */
export const packLines = (lines: readonly Packed[]): Promise<Verdict> =>
  queueMutations(
    'prep.pack_line',
    lines.map(({ id, pick_id, qty_packed }) => ({ pick_id, pick_line_id: id, qty_packed })),
  );
