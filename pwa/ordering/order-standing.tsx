import { listText } from '../../shared/list-text.ts';
import { mailWaits } from '../session/mail-server.ts';
import { useSession } from '../session/use-session.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Bar } from '../ui/bar.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import type { Order } from './client.ts';
import { MissingSizesCard } from './missing-sizes.tsx';
import { OrderItems } from './order-items.tsx';
import { declinedBy, isDeclined, missingSizes, sizedLines, standingOf, wantsSize } from './order-words.ts';

const toneOf = (order: Order): Tone => {
  if (order.status === 'cancelled' || isDeclined(order)) return 'wrong';
  if (order.status === 'shipped') return 'done';
  return order.status === 'requested' || order.status === 'draft' ? 'accent' : 'plain';
};

/** Who decides on a request: for its requester all who were asked, for an approver who else was. */
function approverWords({ approvers, can }: Order, isOwn: boolean, ownName: string): string {
  const others = approvers.filter((name) => name !== ownName);
  if (isOwn || !can.approve) return `${listText(approvers, 'or')} can approve it.`;
  return others.length > 0 ? `${listText(others, 'or')} can approve it too.` : 'Only you were asked to approve it.';
}

/** Shows an order's progress three times: as a badge, as a bar over its items and in a sentence. */
export function OrderStanding({ order }: { order: Order }) {
  const { is_submitted, is_requested, progress_summary: progress } = order;
  const missing = order.lines.filter(wantsSize).length;
  const lines = progress.lines_with_sizes + progress.lines_with_no_sizes;
  const { who, can } = useSession();
  const isOwn = who.user.id === order.requester.id;
  const isMissing = missing > 0 && order.status !== 'cancelled';
  /** Whether to show the card that asks wearers for sizes again. Only people who order for others see it; others read that the wearers were asked. */
  const asksForSizes = isMissing && is_submitted && order.sub_total !== null && can('order_for_others');
  return (
    <section className="standing" aria-label="Progress">
      <div className="line standing-head">
        <Badge
          tone={toneOf(order)}
          icon={order.status === 'requested' ? 'clock' : order.status === 'shipped' ? 'check' : isDeclined(order) ? 'x' : undefined}
        >
          {standingOf(order)}
        </Badge>
        {order.is_frozen && (
          <Badge tone="warn" icon="lock">
            On hold
          </Badge>
        )}
        {isMissing && <Badge tone="warn">{missingSizes(missing)}</Badge>}
        <span className="note push nowrap">
          <DateText value={order.submitted_at ?? order.requested_at ?? order.created_at} form="moment" />
        </span>
      </div>
      {is_requested && !is_submitted && (
        <>
          <h2 className="standing-words">
            {isOwn ? 'You asked' : `${order.requester.name} asks`} for {countText(order.qty_total_items, 'item')}
          </h2>
          {order.approvers.length > 0 && <p className="sub text-md">{approverWords(order, isOwn, who.user.name)}</p>}
          {order.customer_notes && <blockquote className="standing-quote">{order.customer_notes}</blockquote>}
        </>
      )}
      {isDeclined(order) && (
        <Banner tone="wrong" live={false}>
          <p className="strong">{declinedBy(order)}</p>
          <p>{order.declined_reason}</p>
        </Banner>
      )}
      {is_submitted && <OrderItems order={order} />}
      {asksForSizes && <MissingSizesCard order={order} />}
      {isMissing && !asksForSizes && (
        <div className="card standing-sizes">
          <strong>{sizedLines(progress)}</strong>
          <Bar parts={[{ share: lines ? progress.lines_with_sizes / lines : 0, tone: 'done' }]} label="Lines with a size" />
          <p className="sub text-md">
            {is_submitted
              ? 'The other lines wait for a size. Their wearers have been asked by email.'
              : 'Their wearers are asked by email when the order is submitted.'}
            {mailWaits()}
          </p>
        </div>
      )}
    </section>
  );
}
