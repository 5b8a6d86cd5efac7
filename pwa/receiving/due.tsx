import { formatDate } from '../../shared/uk-time.ts';
import { Badge } from '../ui/badge.tsx';
import type { OrderToReceive } from './goods.ts';

/** The day on which an order is due, marked if it is late or today. */
export function Due({ order }: { order: Pick<OrderToReceive, 'due' | 'next_due_on'> }) {
  if (order.due === 'late')
    return (
      <Badge tone="warn" icon="clock">
        Late, due {formatDate(order.next_due_on ?? '')}
      </Badge>
    );
  if (order.due === 'today') return <Badge tone="accent">Due today</Badge>;
  return order.next_due_on ? <span className="note">Due {formatDate(order.next_due_on)}</span> : <span className="note">No date</span>;
}
