import { type MemberState, memberState } from '../../shared/picking/cluster-members.ts';
import { clusterStops, type Stop } from '../../shared/picking/cluster-stops.ts';
import type { Floor } from '../../shared/sync/floor.ts';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import { type LineView, type PickView, pickScreenOf, shelvedIn } from './views.ts';

/** An order of a cluster, with the number of its tote on the trolley. */
export interface ClusterMemberView {
  pick_id: number;
  position: number;
  pick: PickView;
  lines: LineView[];
  /** What the order is to the person at the tablet. */
  state: MemberState;
}

/** A cluster as its screen shows it. */
export interface ClusterScreen {
  /** By position. */
  members: ClusterMemberView[];
  /** The stops of the orders in the walk; if none is in the walk, of the orders that can be taken into it again. */
  stops: Stop<LineView>[];
  reasons: ErrorCodeRow[];
}

/** The members that the walk is for. */
function walkedMembers(members: readonly ClusterMemberView[]): ClusterMemberView[] {
  const walking = members.filter(({ state }) => state === 'walking');
  return walking.length > 0 ? walking : members.filter(({ state }) => state === 'paused' || state === 'released');
}

let latest: { floor: Floor; id: string; me: number; screen: ClusterScreen | null } | null = null;

/** A cluster for the person `me`; null if no order of it is on the floor. The screen and the next scan share one computation. */
export function clusterScreen(floor: Floor, id: string, me: number): ClusterScreen | null {
  if (latest?.floor !== floor || latest.id !== id || latest.me !== me) latest = { floor, id, me, screen: clusterScreenOf(floor, id, me) };
  return latest.screen;
}

function clusterScreenOf(floor: Floor, id: string, me: number): ClusterScreen | null {
  const members = [...floor.rows.pick.values()].flatMap(({ uuid, cluster }): ClusterMemberView[] => {
    const screen = cluster?.id === id ? pickScreenOf(floor, uuid) : null;
    if (!cluster || !screen) return [];
    const { pick, lines } = screen;
    return [{ pick_id: pick.id, position: cluster.position, pick, lines, state: memberState(pick, me) }];
  });
  if (members.length === 0) return null;
  members.sort((a, b) => a.position - b.position);
  return { members, stops: clusterStops(walkedMembers(members), shelvedIn(floor)), reasons: [...floor.rows.error_code.values()] };
}
