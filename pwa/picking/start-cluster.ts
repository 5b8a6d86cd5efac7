import type { ClusterPlace } from '../../shared/sync/rows.ts';
import type { Verdict } from '../../shared/verdict.ts';
import { newKey } from '../api/transport.ts';
import { queueMutations } from '../offline/queue-mutation.ts';

const startAll = (places: readonly { pick_id: number; cluster: ClusterPlace }[]): Promise<Verdict> => queueMutations('pick.start', places);

/** Starts several picks as one cluster, in totes 1, 2, 3 … of the trolley: all of them or none. Returns the cluster's id. */
export async function startCluster(pick_ids: readonly number[]): Promise<{ id: string; verdict: Verdict }> {
  const id = newKey();
  return { id, verdict: await startAll(pick_ids.map((pick_id, index) => ({ pick_id, cluster: { id, position: index + 1 } }))) };
}

/** Takes over orders of a cluster that was handed over; each stays in its tote. */
export const takeOverCluster = (id: string, members: readonly { pick_id: number; position: number }[]): Promise<Verdict> =>
  startAll(members.map(({ pick_id, position }) => ({ pick_id, cluster: { id, position } })));
