import type { ScannedProduct, ScanTarget } from '../scan/resolve-scan.ts';
import type { ProductRow } from '../sync/rows.ts';
import { type ClusterLine, nextTurn, type Stop, type Turn } from './cluster-stops.ts';
import { isInBin } from './scan-on-pick.ts';

/** A line of a cluster with the bins of its product. */
export interface ScannableClusterLine extends ClusterLine {
  product: Pick<ProductRow, 'bin' | 'bins'> | null;
}

/** An order of the cluster as a scan names it. `tote` is the tote that the picker fills now. */
export interface ScannableMember {
  pick_id: number;
  uuid: string;
  position: number;
  tote: string | null;
}

/** What a scan does while a cluster is picked. */
export type ClusterScan<Line extends ScannableClusterLine> =
  /** The item of this stop is in hand: its turns begin. */
  | { does: 'open'; stop: Stop<Line> }
  /** The item was scanned before: one scan is for all totes of the stop. */
  | { does: 'open_already'; stop: Stop<Line>; turn: Turn<Line> }
  /** Show this stop, because its bin was scanned. */
  | { does: 'go'; stop: Stop<Line> }
  /** All totes have this item. */
  | { does: 'enough'; stop: Stop<Line> }
  /** The items of the turn are in its tote. `assigns` is the tote's code if the order gets the tote by this scan. */
  | { does: 'put'; turn: Turn<Line>; assigns: string | null }
  /** Another tote of this trolley. */
  | { does: 'wrong_tote'; position: number }
  /** A tote that is not on the trolley, while the order in turn has one already. */
  | { does: 'second_tote'; tote: string }
  /** Another order is in this tote. */
  | { does: 'taken_tote'; tote: string; order_number: string }
  /** A tote, before its item was scanned. */
  | { does: 'no_turn' }
  | { does: 'wrong_product'; product: ScannedProduct }
  | { does: 'wrong_bin'; bin: string }
  | { does: 'unknown' }
  /** The code belongs to another screen. */
  | { does: 'leave' };

export interface ClusterState<Line extends ScannableClusterLine> {
  stops: readonly Stop<Line>[];
  members: readonly ScannableMember[];
  /** The stop in view; null if all stops are done. */
  current: Stop<Line> | null;
  /** Whether the item of the current stop was scanned, so that its totes are in turn. */
  is_open: boolean;
}

/** The stop in view if it matches, else the first match that is not done, else any match. */
function bestStop<Line extends ScannableClusterLine>({ stops, current }: ClusterState<Line>, fits: (stop: Stop<Line>) => boolean) {
  const fitting = stops.filter(fits);
  const open = fitting.filter(({ is_done }) => !is_done);
  return open.find((stop) => stop.product_id === current?.product_id) ?? open[0] ?? fitting[0];
}

/** What a scanned code does while a cluster is picked. */
export function scanOnCluster<Line extends ScannableClusterLine>(target: ScanTarget, state: ClusterState<Line>): ClusterScan<Line> {
  const { current, is_open } = state;
  const turn = current && is_open ? nextTurn(current) : undefined;
  switch (target.is) {
    case 'product': {
      const stop = bestStop(state, ({ product_id }) => product_id === target.product.id);
      if (!stop) return { does: 'wrong_product', product: target.product };
      if (stop.is_done) return { does: 'enough', stop };
      return turn && stop.product_id === current?.product_id ? { does: 'open_already', stop, turn } : { does: 'open', stop };
    }
    case 'bin': {
      const stop = bestStop(state, ({ turns }) => turns.some(({ lines }) => lines.some(({ product }) => product && isInBin(product, target.bin))));
      return stop ? { does: 'go', stop } : { does: 'wrong_bin', bin: target.bin };
    }
    case 'order':
    case 'tote': {
      const owner = target.pick && state.members.find(({ uuid }) => uuid === target.pick?.uuid);
      if (target.is === 'order' && !owner) return { does: 'leave' };
      if (!owner && target.pick && target.is === 'tote') return { does: 'taken_tote', tote: target.tote, order_number: target.pick.order_number };
      if (!turn) return { does: 'no_turn' };
      if (owner) return owner.pick_id === turn.pick_id ? { does: 'put', turn, assigns: null } : { does: 'wrong_tote', position: owner.position };
      const member = state.members.find(({ pick_id }) => pick_id === turn.pick_id);
      if (target.is !== 'tote') return { does: 'leave' };
      return member?.tote ? { does: 'second_tote', tote: target.tote } : { does: 'put', turn, assigns: target.tote };
    }
    case 'bag':
    case 'collection':
    case 'box':
    case 'return':
    case 'tracking':
      return { does: 'leave' };
    case 'unknown':
      return { does: 'unknown' };
  }
}
