import { type ClusterMemberView, type ClusterScreen, clusterScreen } from '../../pwa/offline/cluster-view.ts';
import { byAge } from '../../pwa/offline/views.ts';
import { groupBy } from '../../shared/group-by.ts';
import { nextTurn, qtyToPut, recordsOfTurn } from '../../shared/picking/cluster-stops.ts';
import { shortChoices } from '../../shared/picking/divide-short.ts';
import { totesOf } from '../../shared/purchasing/tote.ts';
import { digestOf } from '../../shared/sync/digest.ts';
import { type Floor, linesOf } from '../../shared/sync/floor.ts';
import type { ArgsOf, MutationName } from '../../shared/sync/mutations.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One step of a person who picks several orders in one walk: the same action on each of some orders or lines, all of them or none. */
export type ClusterAction = { [N in MutationName]: { n: N; each: ArgsOf<N>[] } }[MutationName];

type Option = readonly [weight: number, action: ClusterAction];
const option = <N extends MutationName>(weight: number, n: N, each: ArgsOf<N>[]): Option => [
  each.length > 0 ? weight : 0,
  { n, each } as ClusterAction,
];

/** The clusters on this tablet in which the person picks orders, or could take over some. */
export function clustersOf(floor: Floor, me: number): { id: string; screen: ClusterScreen }[] {
  const ids = new Set([...floor.rows.pick.values()].flatMap(({ cluster }) => cluster?.id ?? []));
  return [...ids].sort().flatMap((id) => {
    const screen = clusterScreen(floor, id, me);
    return screen?.members.some(({ state }) => state === 'walking' || state === 'paused' || state === 'released') ? [{ id, screen }] : [];
  });
}

/** Chooses a step of a person who picks clusters; undefined if there is none. The person follows the app's own walk. */
export function chooseClusterAction(
  floor: Floor,
  me: number,
  random: SeededRandom,
  reasons: readonly string[],
  { weighs = false } = {},
): ClusterAction | undefined {
  if (weighs && random.chance(0.15)) {
    const labels = labelsOfOrder(floor, random);
    if (labels.length > 0) return { n: 'print.request', each: labels };
  }
  const released = [...floor.rows.pick.values()].filter(
    ({ picker, is_frozen, state, cluster }) => !picker && !is_frozen && state === 'released' && !cluster,
  );
  const cluster = random.one(clustersOf(floor, me));
  if (!cluster || (released.length > 1 && random.chance(0.1))) {
    const chosen = released.slice(0, random.between(2, 6));
    const id = random.uuid();
    return chosen.length > 1
      ? { n: 'pick.start', each: chosen.map((pick, index) => ({ pick_id: pick.id, cluster: { id, position: index + 1 } })) }
      : undefined;
  }
  const { id, screen } = cluster;
  const ofState = (state: ClusterMemberView['state']) => screen.members.filter((member) => member.state === state);
  const walking = ofState('walking');
  const args = (members: readonly ClusterMemberView[]) => members.map(({ pick_id }) => ({ pick_id }));
  const complete = walking.filter(({ lines }) => lines.every(({ is_done }) => is_done));
  const one = random.one(walking);
  const fresh = `T-${random.between(10, 14)}`;
  return random.weighted([
    option(
      8,
      'pick.start',
      ofState('released').map(({ pick_id, position }) => ({ pick_id, cluster: { id, position } })),
    ),
    option(8, 'pick.resume', args(ofState('paused'))),
    option(16, 'pick.record_line', turnOf(screen, walking, random, reasons)),
    option(
      4,
      'pick.complete',
      complete.map(({ pick_id }) => ({ pick_id, digest: digestOf(linesOf(floor.rows, pick_id)) })),
    ),
    option(0.7, 'pick.pause', args(walking)),
    option(0.7, 'pick.handover', args([...walking, ...ofState('paused')])),
    option(0.5, 'pick.leave_cluster', one ? [{ pick_id: one.pick_id }] : []),
    option(
      1,
      'pick.assign_tote',
      one
        ? [
            {
              pick_id: one.pick_id,
              tote: fresh,
              full_totes: totesOf(one.pick)
                .filter((tote) => tote !== fresh)
                .slice(0, 3),
            },
          ]
        : [],
    ),
  ]);
}

/** The labels of all bags of a picked order, each with what is in the bag. */
function labelsOfOrder(floor: Floor, random: SeededRandom): ArgsOf<'print.request'>[] {
  const pick = random.one([...floor.rows.pick.values()].filter(({ state }) => state === 'picked'));
  const lines = pick ? linesOf(floor.rows, pick.id).filter(({ qty_picked }) => qty_picked > 0) : [];
  return [...groupBy(lines, ({ employee_id }) => employee_id)].map(([employee_id, ofWearer]) => ({
    what: 'bag_label',
    pick_id: ofWearer[0]?.pick_id ?? 0,
    employee_id,
    count: 1,
    items: ofWearer.map(({ id, qty_picked }) => ({ pick_line_id: id, qty: qty_picked })),
    ...(random.chance(0.5) && { weight_g: random.between(40, 3_000) }),
  }));
}

/** The records of the next turn of the walk, or of a stop where too few items are found. */
function turnOf(
  screen: ClusterScreen,
  walking: readonly ClusterMemberView[],
  random: SeededRandom,
  reasons: readonly string[],
): ArgsOf<'pick.record_line'>[] {
  if (walking.length === 0) return [];
  const stop = screen.stops.find(({ is_done }) => !is_done);
  const turn = stop && nextTurn(stop);
  if (!stop || !turn) return [];
  const code = random.one(reasons) ?? null;
  const recordsOf = (one: typeof turn, qty: number): ArgsOf<'pick.record_line'>[] =>
    recordsOfTurn(one, qty).map(({ line, qty_picked, is_short }) => ({
      pick_id: line.pick_id,
      pick_line_id: line.id,
      product_id: line.product_id,
      qty_picked,
      code: is_short ? code : null,
      other_reason: is_short && code === 'OTHER' ? 'torn' : null,
    }));
  if (random.chance(0.8)) return recordsOf(turn, qtyToPut(turn));
  const open = stop.turns.filter(({ is_done }) => !is_done);
  const wants = walking
    .filter(({ pick_id }) => open.some((one) => one.pick_id === pick_id))
    .sort((a, b) => byAge(a.pick, b.pick))
    .map(({ pick_id, lines }) => ({
      pick_id,
      qty: open.filter((one) => one.pick_id === pick_id).reduce((sum, one) => sum + qtyToPut(one), 0),
      can_be_complete: lines.every((line) => line.code === null),
    }));
  const found = random.between(0, wants.reduce((sum, { qty }) => sum + qty, 0) - 1);
  const choice = random.one(shortChoices(wants, found));
  return open.flatMap((one) => recordsOf(one, choice?.shares.get(one.pick_id) ?? 0));
}
