import { memo } from 'react';
import { toteColour } from '../../shared/picking/tote-places.ts';
import { totesOf } from '../../shared/purchasing/tote.ts';
import type { ClusterMemberView } from '../offline/cluster-view.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { TotePlate } from './tote-plate.tsx';

/** A tote whose order has left the walk before it was complete. */
export interface GoneTote {
  position: number;
  order_number: string;
  /** True if the order was taken off the trolley, false if the office has taken it back. */
  isOnFloor: boolean;
}

/** Why an order of the cluster is not in the walk; null if it is. */
function hindranceOf({ state, pick }: ClusterMemberView): string | null {
  if (state === 'held') return 'On hold';
  if (state === 'elsewhere') return pick.picker?.name ?? 'Elsewhere';
  if (state === 'released') return 'Handed over';
  if (state === 'paused') return 'Paused';
  return null;
}

/** The trolley as it stands: each tote with its order and how much of it is in. A tap on a tote shows what can be done with it. */
export function ClusterTrolley({
  members,
  gone,
  current,
  onChoose,
}: {
  members: readonly ClusterMemberView[];
  gone: readonly GoneTote[];
  current: number | null;
  onChoose: (pick_id: number) => void;
}) {
  const complete = members.filter(({ state, lines }) => state === 'complete' || lines.every(({ is_done }) => is_done)).length;
  return (
    <section className="card trolley-card" aria-label="The trolley">
      <header>
        <h2>Trolley</h2>
        <span className="push note">
          {complete} of {members.length} complete
        </span>
      </header>
      <ol className="trolley">
        {[...members, ...gone]
          .sort((a, b) => a.position - b.position)
          .map((one) =>
            'pick' in one ? (
              <ToteCell key={one.position} member={one} isCurrent={one.pick_id === current} onChoose={onChoose} />
            ) : (
              <li key={one.position} className="off">
                <div className="tote-cell">
                  <TotePlate position={one.position} />
                  <div className="min-w-0">
                    <p className="strong code">{one.order_number}</p>
                    <p className="tote-sub">Off the walk</p>
                  </div>
                </div>
              </li>
            ),
          )}
      </ol>
    </section>
  );
}

const ToteCell = memo(function ToteCell({
  member,
  isCurrent,
  onChoose,
}: {
  member: ClusterMemberView;
  isCurrent: boolean;
  onChoose: (pick_id: number) => void;
}) {
  const { pick, position, lines, state, pick_id } = member;
  const hindrance = hindranceOf(member);
  const isDone = state === 'complete' || lines.every(({ is_done }) => is_done);
  const { qty_picked, qty_allocated } = pick;
  return (
    <li className={classNames(isCurrent && 'now', hindrance && 'off')} aria-current={isCurrent || undefined}>
      <button type="button" className="tote-cell" onClick={() => onChoose(pick_id)}>
        <TotePlate position={position} isFilled={totesOf(pick).length > 1} />
        <span className="min-w-0">
          <span className="line tote-order">
            <strong className="code">{pick.order_number}</strong>
            {isDone && (
              <span className="t-done">
                <Icon name="check" />
                <span className="sr">complete</span>
              </span>
            )}
          </span>
          <span className="tote-sub">
            {toteColour(position)} · {hindrance ?? `${qty_picked} / ${qty_allocated}`}
          </span>
        </span>
        <span className="bar" aria-hidden="true">
          <i className={isDone ? 'done' : 'now'} style={{ width: `${qty_allocated ? (qty_picked / qty_allocated) * 100 : 100}%` }} />
        </span>
      </button>
    </li>
  );
}, isSameCell);

/** A cell is drawn again only if its order has changed: the view of a member is new after each scan. */
function isSameCell(one: { member: ClusterMemberView; isCurrent: boolean }, other: { member: ClusterMemberView; isCurrent: boolean }): boolean {
  const [a, b] = [one.member, other.member];
  return (
    one.isCurrent === other.isCurrent &&
    a.state === b.state &&
    a.pick.qty_picked === b.pick.qty_picked &&
    a.pick.qty_allocated === b.pick.qty_allocated &&
    a.pick.picker?.name === b.pick.picker?.name &&
    totesOf(a.pick).join() === totesOf(b.pick).join() &&
    a.lines.every((line, index) => line.is_done === b.lines[index]?.is_done)
  );
}
