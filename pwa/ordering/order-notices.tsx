import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import type { AddedPerson } from '../api/use-start-order.ts';
import { Banner } from '../ui/banner.tsx';
import { AddedBanner } from './added-banner.tsx';
import type { Order } from './client.ts';
import { declinedBy, isDeclined } from './order-words.ts';

/** Notices for the person who fills the order: for whom it was started, who requested or declined it, and whether it is full. */
export function OrderNotices({ order, added }: { order: Order; added: AddedPerson | null }) {
  return (
    <>
      {added && <AddedBanner person={added} />}
      {order.is_requested ? (
        <Banner tone="warn" live={false}>
          {order.requester.name} requested these items. <strong>Order Items</strong> approves and submits them.
        </Banner>
      ) : isDeclined(order) ? (
        <Banner tone="wrong" live={false}>
          <p className="strong">{declinedBy(order)}</p>
          <p>{order.declined_reason}</p>
        </Banner>
      ) : null}
      {order.lines.length >= limits.lines_per_order && (
        <Banner tone="warn" live={false}>
          {messages.order_full(limits.lines_per_order)}
        </Banner>
      )}
    </>
  );
}
