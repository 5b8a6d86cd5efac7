import { totesOf } from '../purchasing/tote.ts';
import type { ClusterPlace } from '../sync/rows.ts';
import { toteName } from './tote-places.ts';

/** Where a pick's items stand after the walk: `tote T-014 and T-015`, or `tote 3 Pink` if its tote has no code; null if it has no tote. */
export function totesText(pick: {
  tote: string | null;
  full_totes?: readonly string[] | undefined;
  cluster?: ClusterPlace | null | undefined;
}): string | null {
  const totes = totesOf(pick);
  if (totes.length > 0) return `tote ${totes.join(' and ')}`;
  return pick.cluster ? toteName(pick.cluster.position) : null;
}
