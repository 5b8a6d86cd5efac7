import { dueState } from '../../shared/due-state.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import { Badge } from './badge.tsx';

/** The day by which the client needs an order; renders nothing if there is none. */
export function RequiredBy({ day }: { day: string | null | undefined }) {
  const state = dueState(day, ukDate(new Date().toISOString()));
  if (!day || state === null) return null;
  if (state === 'late')
    return (
      <Badge tone="warn" icon="clock">
        Late, required {formatDate(day)}
      </Badge>
    );
  if (state === 'today') return <Badge tone="accent">Required today</Badge>;
  return <Badge tone="line-only">Required by {formatDate(day)}</Badge>;
}
