import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf } from '../../shared/sync/floor.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { openTablet } from '../offline/this-tablet.ts';

/** Completes a pick with the lines that the screen shows now. The server refuses if its own lines of the pick differ. */
export async function completePick(pick_id: number): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  return engine.mutate('pick.complete', { pick_id, digest: digestOf(linesOf(rows, pick_id)) });
}
