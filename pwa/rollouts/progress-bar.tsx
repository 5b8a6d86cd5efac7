import type { RolloutCounts } from '../../shared/rollouts/rollout.ts';
import { Bar } from '../ui/bar.tsx';
import './rollouts.css';

/** People for whom orders can be sent. */
export const orderable = ({ ready, answered, filled }: RolloutCounts): number => ready + answered + filled;
/** People without sizes, asked or not. */
export const waiting = ({ people, ordered, failed, ...counts }: RolloutCounts): number =>
  people - ordered - failed - orderable({ people, ordered, failed, ...counts });

/** How many people are ordered for, can be, and have not answered. */
export function ProgressBar({ counts }: { counts: RolloutCounts }) {
  const share = (people: number): number => (counts.people ? people / counts.people : 0);
  return (
    <Bar
      label={`${counts.ordered} ordered, ${orderable(counts)} can be ordered, ${waiting(counts)} have not answered${counts.failed ? `, ${counts.failed} failed` : ''}`}
      parts={[
        { share: share(counts.ordered), tone: 'done' },
        { share: share(orderable(counts)), tone: 'now' },
        { share: share(counts.failed), tone: 'over' },
        { share: share(waiting(counts)), tone: 'wait' },
      ]}
    />
  );
}
