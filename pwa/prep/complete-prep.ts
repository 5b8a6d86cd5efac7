import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf } from '../../shared/sync/floor.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { openTablet } from '../offline/this-tablet.ts';

/** Completes the prep of a pick with the lines that the screen shows now; the server refuses if its stored lines differ. */
export async function completePrep(pick_id: number): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  return engine.mutate('prep.complete', { pick_id, digest: digestOf(linesOf(rows, pick_id)) });
}
