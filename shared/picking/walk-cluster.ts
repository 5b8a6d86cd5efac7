import type { ClusterLine, Stop } from './cluster-stops.ts';

/** The picker's own choices, which override the order of the bins. Stops are named by their SKU. */
export interface ClusterWish {
  /** The stop that the picker went to by tap or scan; null for the next stop in walking order. */
  chosen: number | null;
  /** Lines that the picker skipped. A stop is skipped if all its open lines are. */
  skipped: ReadonlySet<number>;
}

export interface ClusterWalk<Line extends ClusterLine> {
  current: Stop<Line> | null;
  /** The position of the current stop in walking order, from 1; 0 if there is none. */
  position: number;
  /** The stops still to come, those that were skipped last. */
  next: Stop<Line>[];
  done: Stop<Line>[];
}

const isOpenLine = (line: ClusterLine): boolean => line.qty_picked < line.qty_allocated && line.code === null;

/** The stops in walking order, changed by the picker's own choices. */
export function walkCluster<Line extends ClusterLine>(stops: readonly Stop<Line>[], { chosen, skipped }: ClusterWish): ClusterWalk<Line> {
  const isSkipped = ({ turns }: Stop<Line>): boolean => turns.every(({ lines }) => lines.every((line) => !isOpenLine(line) || skipped.has(line.id)));
  const open = stops.filter((stop) => !stop.is_done);
  const next = [...open.filter((stop) => !isSkipped(stop)), ...open.filter(isSkipped)];
  const current = stops.find(({ product_id }) => product_id === chosen) ?? next[0] ?? null;
  return {
    current,
    position: current ? stops.indexOf(current) + 1 : 0,
    next: next.filter((stop) => stop !== current),
    done: stops.filter((stop) => stop.is_done && stop !== current),
  };
}
