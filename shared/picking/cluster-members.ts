import type { ClusterPlace } from '../sync/rows.ts';
import type { PickFacts } from './pick-facts.ts';
import { isToPick } from './pick-states.ts';

/**
 * What an order of a cluster is to the person at the tablet. `walking`: its items are picked in the walk. `paused`: it waits for its picker.
 * `released`: it was handed over and nobody has taken it over. `held`: the office has put it on hold. `elsewhere`: somebody else picks it. `complete`:
 * its pick is complete. Only orders that are `walking` are in the walk; the totes of all others stay on the trolley untouched.
 */
export type MemberState = 'walking' | 'paused' | 'released' | 'held' | 'elsewhere' | 'complete';

/** What an order of a cluster is to this person. */
export function memberState(pick: PickFacts, me: number): MemberState {
  if (!isToPick(pick.state)) return 'complete';
  if (pick.is_frozen) return 'held';
  if (!pick.picker) return 'released';
  if (pick.picker.id !== me) return 'elsewhere';
  return pick.state === 'paused' ? 'paused' : 'walking';
}

/**
 * The cluster of a pick after somebody has started the pick. A cluster that is named is taken. Without one, a pick that its picker starts again stays
 * where it is, and a pick that somebody claims is picked alone.
 */
export function clusterAfterStart(
  pick: Pick<PickFacts, 'picker'> & { cluster?: ClusterPlace | null | undefined },
  actor_id: number,
  cluster: ClusterPlace | undefined,
): ClusterPlace | null {
  if (cluster) return cluster;
  return pick.picker?.id === actor_id ? (pick.cluster ?? null) : null;
}

/** Whether two places are the same position of the same cluster, or neither is in a cluster. */
export const isSamePlace = (one: ClusterPlace | null | undefined, other: ClusterPlace | null | undefined): boolean =>
  one?.id === other?.id && one?.position === other?.position;
