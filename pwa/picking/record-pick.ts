import type { Verdict } from '../../shared/verdict.ts';
import { queueMutation } from '../offline/queue-mutation.ts';

/** Records a line's picked quantity as a total, never as an increment, with the reason for a shortfall. */
export const recordPick = (
  line: { id: number; pick_id: number; product_id: number },
  qty_picked: number,
  reason: { code: string; other_reason?: string | null } | null = null,
): Promise<Verdict> =>
  queueMutation('pick.record_line', {
    pick_id: line.pick_id,
    pick_line_id: line.id,
    product_id: line.product_id,
    qty_picked,
    code: reason?.code ?? null,
    other_reason: reason?.other_reason ?? null,
  });
