import { digestOf } from '../../shared/sync/digest.ts';
import { linesOf } from '../../shared/sync/floor.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { openTablet } from '../offline/this-tablet.ts';

/**
 * Completes picks with the lines that the screen shows now: all of them or none. The server refuses each pick whose lines of its own differ.
 */
export async function completePicks(pick_ids: readonly number[]): Promise<Verdict> {
  const engine = await openTablet();
  const { rows } = engine.screens.get().floor;
  return engine.mutateEach(
    'pick.complete',
    pick_ids.map((pick_id) => ({ pick_id, digest: digestOf(linesOf(rows, pick_id)) })),
  );
}

/** Completes one pick. */
export const completePick = (pick_id: number): Promise<Verdict> => completePicks([pick_id]);
