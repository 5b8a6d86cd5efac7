import type { Pickable } from '../../shared/allocation/is-pickable.ts';
import type { StatusName } from '../../shared/ordering/order-status.ts';
import { statusWords } from '../../shared/ordering/status-words.ts';
import { Badge } from './badge.tsx';
import { Bar } from './bar.tsx';
import { countText } from './count-text.ts';

interface CountedOrder {
  is_pickable: Pickable;
  status: StatusName;
  qty_total_items: number;
  qty_items_shipped: number;
}

/** What is known of the stock for an order that is not released. */
const supplyWords: Partial<Record<Pickable, string>> = { full: 'In stock', partial: 'Partly in stock', pending_po: 'On order' };

/** The progress of a submitted order in a list: its status in the client's words, and how many items have left if some have. */
export function OrderProgress({ order }: { order: CountedOrder }) {
  const { status, is_pickable, qty_total_items: items, qty_items_shipped: sent } = order;
  if (status === 'cancelled')
    return (
      <Badge tone="wrong" icon="x">
        Cancelled
      </Badge>
    );
  if (status === 'shipped')
    return (
      <Badge tone="done" icon="check">
        {statusWords.shipped}
      </Badge>
    );
  if (sent === 0) return <span className="sub">{(status === 'submitted' && supplyWords[is_pickable]) || statusWords[status]}</span>;
  return (
    <span className="order-progress">
      <Bar parts={[{ share: sent / items, tone: 'done' }]} label={`${sent} of ${countText(items, 'item')} sent`} />
      <span className="sub nowrap">
        {sent} of {items} sent
      </span>
    </span>
  );
}
