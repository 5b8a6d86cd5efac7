import { messages } from '../../shared/messages.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf, pickById } from '../../shared/sync/floor.ts';
import type { ArgsOf } from '../../shared/sync/mutations.ts';
import { refuse, type Verdict } from '../../shared/verdict.ts';
import { openTablet } from '../offline/this-tablet.ts';

/** Requests the dispatch of ready orders, in the version that the screen shows. The office ships them, never the tablet. */
export async function requestDispatch(orders: ArgsOf<'dispatch.request'>['orders'], consolidated: boolean): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  const picks = orders.map(({ uuid }) => rows.pick.get(uuid));
  if (picks.some((pick) => !pick || !pickById(rows, pick.id))) return refuse('pick_closed', messages.pick_closed);
  const lines = picks.flatMap((pick) => (pick ? linesOf(rows, pick.id) : []));
  return engine.mutate('dispatch.request', { orders, consolidated, digest: digestOf(lines) });
}
