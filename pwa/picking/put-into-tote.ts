import { recordsOfTurn, type Turn } from '../../shared/picking/cluster-stops.ts';
import type { Verdict } from '../../shared/verdict.ts';
import type { LineView } from '../offline/views.ts';
import { assignTote } from './assign-tote.ts';
import { qtyOfTurn, type ShortPlan } from './cluster-walk-state.ts';
import { recordPicks } from './record-pick.ts';

/**
 * Records that the items of a turn are in the tote of their order. `assigns` is the code of a tote that the order gets now. If the tote cannot be
 * assigned, nothing is recorded.
 */
export async function putIntoTote(turn: Turn<LineView>, product_id: number, plan: ShortPlan | null, assigns: string | null = null): Promise<Verdict> {
  if (assigns !== null) {
    const verdict = await assignTote(turn.pick_id, assigns);
    if (!verdict.ok) return verdict;
  }
  const reason = plan?.product_id === product_id ? plan.reason : null;
  const records = recordsOfTurn(turn, qtyOfTurn(turn, product_id, plan));
  return recordPicks(records.map(({ line, qty_picked, is_short }) => ({ line, qty_picked, reason: is_short ? reason : null })));
}
