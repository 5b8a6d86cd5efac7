import type { z } from 'zod';
import { clusterAfterStart } from '../../picking/cluster-members.ts';
import { checkStartPick } from '../../picking/start-pick.ts';
import type { Mutation } from '../mutation.ts';
import { checkPickHere, pickArgs } from '../pick-mutation.ts';
import { clusterPlace } from '../rows.ts';

/** `cluster` is the order's place on the trolley if it is picked together with others. */
export const startPickArgs = pickArgs.extend({ cluster: clusterPlace.optional() });

/** `pick.start`: a picker claims a released pick, alone or as part of a cluster. */
export const startPick: Mutation<z.infer<typeof startPickArgs>> = {
  version: 1,
  check: (rows, { pick_id }, actor) => checkPickHere(rows, pick_id, (pick) => checkStartPick(pick, actor)),
  apply: (overlay, { pick_id, cluster }, { actor, at }) =>
    overlay.changePick(pick_id, (pick) => ({
      state: 'picking',
      picker: actor,
      started_at: pick.started_at ?? at,
      claimed_at: pick.picker?.id === actor.id ? pick.claimed_at : at,
      paused_at: null,
      cluster: clusterAfterStart(pick, actor.id, cluster),
    })),
  describe: (names, { pick_id, cluster }) => ({
    text: cluster ? `Took tote ${cluster.position} of the trolley for the pick` : 'Started the pick',
    order_number: names.orderOfPick(pick_id),
    is_of_order: true,
  }),
  title: 'Started a pick',
};
