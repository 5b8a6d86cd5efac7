import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import './batch-dialog.css';
import { lineName } from './line-name.ts';
import type { Order } from './order-changes.ts';
import { PART_FOLLOWS, type PartOrder, readPartOrder, releaseOrder } from './release-order.ts';
import { useWrite } from './use-write.ts';

/** How many items of a line would go, and how many would follow, as text: "2 go, 1 follows". */
function lineSplit({ qty_allocated, remaining_to_ship }: Order['lines'][number]): string {
  const later = remaining_to_ship - qty_allocated;
  const parts = [
    qty_allocated > 0 && `${formatCount(qty_allocated)} ${qty_allocated === 1 ? 'goes' : 'go'}`,
    later > 0 && `${formatCount(later)} ${later === 1 ? 'follows' : 'follow'}`,
  ];
  return parts.filter(Boolean).join(', ');
}

function Part({ order }: { order: Order }) {
  const lines = order.lines.filter(({ remaining_to_ship }) => remaining_to_ship > 0);
  const later = (line: (typeof lines)[number]): number => line.remaining_to_ship - line.qty_allocated;
  const total = lines.reduce((sum, { remaining_to_ship }) => sum + remaining_to_ship, 0);
  const allocated = lines.reduce((sum, { qty_allocated }) => sum + qty_allocated, 0);
  return (
    <div className="flow">
      <p>
        <strong>
          {formatCount(allocated)} of {countText(total, 'item')}
        </strong>{' '}
        would go. {PART_FOLLOWS}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard */}
      <section className="many-results release-orders" aria-label="What would go and what follows" tabIndex={0}>
        <ul>
          {/* Lines of which something is missing come first, because the decision is about them. */}
          {lines
            .toSorted((one, other) => Number(later(other) > 0) - Number(later(one) > 0))
            .map((line) => (
              <li key={line.id} className="line">
                <span className="grow">
                  {lineName(line)} <span className="sub">for {line.employee.name}</span>
                </span>
                <span className={later(line) > 0 ? 't-warn nowrap' : 'sub nowrap'}>{lineSplit(line)}</span>
              </li>
            ))}
        </ul>
      </section>
    </div>
  );
}

/** Asks whether an order goes to the warehouse in part: it says what would go and what follows later. */
export default function ReleaseInPart({ order, onClose }: { order: PartOrder; onClose: () => void }) {
  const { uuid, order_number } = order;
  const query = useQuery({ queryKey: ['orders', uuid, 'part'], queryFn: ({ signal }) => readPartOrder(uuid, signal), gcTime: 0 });
  const start = useWrite({
    send: (_: undefined, options) => releaseOrder(uuid, false, options),
    success: 'Order is now ready to pick',
    refresh: [['orders', uuid], ['admin-orders'], ['day']],
    onSaved: onClose,
    onRefused: () => {
      onClose();
      return false;
    },
  });
  return (
    <ConfirmDialog
      open
      title={`Start Pick for a part of order ${order_number}?`}
      action="Start Pick for this part"
      keep="Leave it as it is"
      busy={start.busy}
      onConfirm={() => void start.write(undefined)}
      onClose={onClose}
    >
      <Loaded query={query} noun="order">
        {(read) => <Part order={read} />}
      </Loaded>
    </ConfirmDialog>
  );
}
