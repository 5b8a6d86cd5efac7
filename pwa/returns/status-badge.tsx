import type { ReturnStatus } from '../../shared/returns/return-status.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import type { IconName } from '../ui/icon-paths.ts';

const looks: Record<ReturnStatus, { tone: Tone; icon?: IconName }> = {
  new: { tone: 'accent', icon: 'clock' },
  part_approved: { tone: 'part', icon: 'minus' },
  approved: { tone: 'done', icon: 'check' },
  rejected: { tone: 'wrong', icon: 'x' },
};

/** The status of a return. */
export function StatusBadge({ status }: { status: { name: ReturnStatus; description: string } }) {
  return <Badge {...looks[status.name]}>{status.description}</Badge>;
}
