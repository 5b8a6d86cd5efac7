import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MAX_ORDERS_AT_ONCE } from '../../shared/ordering/list-actions.ts';
import { countText, formatCount } from '../ui/count-text.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Tick } from '../ui/tick.tsx';
import { allocation } from './allocation.ts';
import { answer } from './answer.ts';
import './batch-dialog.css';
import { BatchDialog } from './batch-dialog.tsx';
import { PrintLists } from './print-lists.tsx';
import { PART_FOLLOWS } from './release-order.ts';
import { type PlannedOrder, readReleasePlan } from './release-plan.ts';
import { useBatches } from './use-batches.ts';

/** How many orders one list of the dialog names. */
const MAX_NAMED = 100;

interface NamedOrdersProps {
  orders: readonly PlannedOrder[];
  label: string;
  about: (order: PlannedOrder) => string;
}

const NamedOrders = ({ orders, label, about }: NamedOrdersProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
  <section className="many-results release-orders" aria-label={label} tabIndex={0}>
    <ul>
      {orders.slice(0, MAX_NAMED).map((order) => (
        <li key={order.uuid} className="line">
          <span className="code strong">{order.order_number}</span>
          <span className="cut grow" title={order.account}>
            {order.account}
          </span>
          <span className="sub nowrap">{about(order)}</span>
        </li>
      ))}
    </ul>
    {orders.length > MAX_NAMED && <p className="note">and {countText(orders.length - MAX_NAMED, 'more order')}</p>}
  </section>
);

const goes = (count: number): string => (count === 1 ? 'goes' : 'go');

interface PlanProps {
  items: readonly PlannedOrder[];
  withParts: boolean;
  onWithParts: (withParts: boolean) => void;
}

/** Which orders go to the warehouse in full, which would go in part, and which stay. The person decides about those in part. */
function Plan({ items, withParts, onWithParts }: PlanProps) {
  const heading = useId();
  const [full, parts, others] = (['full', 'part', 'none'] as const).map((extent) => items.filter((order) => order.extent === extent));
  return (
    <div className="flow">
      <p>
        <strong>{countText(full?.length ?? 0, 'order')}</strong> {goes(full?.length ?? 0)} to the warehouse in full.
      </p>
      {parts && parts.length > 0 && (
        <section className="flow" aria-labelledby={heading}>
          <p className="t-warn" id={heading}>
            <strong>{countText(parts.length, 'order')}</strong> would go in part. {PART_FOLLOWS}
          </p>
          <Tick checked={withParts} onChange={({ target }) => onWithParts(target.checked)}>
            Start Pick for {parts.length === 1 ? 'this one' : `these ${formatCount(parts.length)}`} too
          </Tick>
          <NamedOrders
            orders={parts}
            label="Orders that would go in part"
            about={({ qty_allocated, qty_remaining }) => `${formatCount(qty_allocated)} of ${countText(qty_remaining, 'item')}`}
          />
        </section>
      )}
      {others && others.length > 0 && (
        <details>
          <summary>
            {countText(others.length, 'order')} {others.length === 1 ? 'stays' : 'stay'} here
          </summary>
          <NamedOrders orders={others} label="Orders that stay here" about={({ reason }) => reason ?? ''} />
        </details>
      )}
    </div>
  );
}

/**
 * Releases the chosen orders to the warehouse. Before that it says which of them would go in part, and releases those only if the person ticks them.
 * Afterwards it offers the picking lists of the released orders as one document.
 */
export function ReleaseOrders({ uuids, onClose }: { uuids: readonly string[]; onClose: (isDone: boolean) => void }) {
  const [withParts, setWithParts] = useState(false);
  const plan = useQuery({
    queryKey: ['release-plan', uuids],
    queryFn: ({ signal }) => readReleasePlan(uuids, signal),
    // The plan of an open dialog stays the one that the person reads. A dialog that opens asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const items = plan.data?.items ?? [];
  const chosen = items.filter(({ extent }) => extent === 'full' || (withParts && extent === 'part'));
  const batches = useBatches({
    items: chosen,
    idOf: ({ uuid }) => uuid,
    size: MAX_ORDERS_AT_ONCE,
    refresh: [['admin-orders'], ['orders'], ['day'], ['allocation-runs']],
    send: async (orders, options) => {
      const json = { action: 'release' as const, orders: orders.map(({ uuid }) => uuid), only_full: !withParts };
      const sent = await answer(allocation.actions.$post({ json }, options));
      return sent.items.map(({ uuid, order_number, ...result }) => ({ ...result, id: uuid, name: order_number ?? 'Gone' }));
    },
  });
  const done = new Set(batches.results.filter(({ is_done }) => is_done).map(({ id }) => id));
  const released = chosen.filter(({ uuid }) => done.has(uuid)).map(({ id }) => id);
  const why = plan.data ? (chosen.length === 0 ? 'None of them goes in full.' : null) : 'Looking at what is allocated.';
  return (
    <BatchDialog
      batches={batches}
      title={`Start Pick: ${countText(batches.state === 'asking' ? uuids.length : chosen.length, 'order')}`}
      ask="Allocated items are released to the warehouse."
      start={`Start Pick for ${countText(chosen.length, 'order')}`}
      cancel="Leave all as they are"
      waits={why}
      noun="order"
      hasCodes
      csv={{ file: 'release-results.csv', heading: 'order_number' }}
      onClose={onClose}
      next={released.length > 0 && <PrintLists orders={released} isPrimary hasFocus />}
    >
      <Loaded query={plan} noun="orders">
        {(read) => <Plan items={read.items} withParts={withParts} onWithParts={setWithParts} />}
      </Loaded>
    </BatchDialog>
  );
}
