import { Link } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { DateText } from '../ui/date-text.tsx';
import { OrderProgress } from '../ui/order-progress.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import { type OpenOrder, type OpenReturn, type Person, readOpenOrders, readOpenReturns } from './client.ts';
import type { WearerScreens } from './use-wearer-screens.ts';
import { WearerListCard } from './wearer-card.tsx';

interface CardProps {
  person: Person;
  screens: WearerScreens;
}

/** The drafts, requests and open orders that have lines for a person or that the person placed, newest first. */
export const OpenOrdersCard = ({ person, screens }: CardProps) => (
  <WearerListCard
    title="Open orders"
    noun={['order', 'orders']}
    queryKey={['orders', 'of-wearer', person.id]}
    load={(page, signal) => readOpenOrders(person.id, page, signal)}
    none="No drafts, requests or open orders."
    rowKey={({ uuid }) => uuid}
    className="wearer-open"
    row={(order) => <OrderRow order={order} person={person} screens={screens} />}
  />
);

function OrderRow({ order, person, screens }: CardProps & { order: OpenOrder }) {
  const { order_number, status, submitted_at, created_at, requester, delivery_site } = order;
  const about = [requester.id !== person.id && `Ordered by ${requester.name}`, delivery_site?.name].filter(Boolean).join(' · ');
  return (
    <>
      <div className="grow">
        <p className="line">
          <Link className="code strong" to={screens.order(order)}>
            {order_number}
          </Link>
          <DateText value={submitted_at ?? created_at} form="list" />
        </p>
        {about && (
          <p className="note cut" title={about}>
            {about}
          </p>
        )}
      </div>
      {status === 'draft' ? (
        <Badge>Draft</Badge>
      ) : status === 'requested' ? (
        <Badge tone="accent" icon="clock">
          Requested
        </Badge>
      ) : (
        <Progress order={order} />
      )}
    </>
  );
}

/** The office reads the stages of an order; clients read where its items are. */
function Progress({ order }: { order: OpenOrder }) {
  const { role } = useSession();
  return role === 'super' ? <ProgressBadges progress={order.progress_summary} /> : <OrderProgress order={order} />;
}

/** The returns of items that a person wears and that nobody has decided yet, newest first. */
export const OpenReturnsCard = ({ person, screens }: CardProps) => (
  <WearerListCard
    title="Open returns"
    noun={['return', 'returns']}
    queryKey={['returns', 'of-wearer', person.id]}
    load={(page, signal) => readOpenReturns(person.id, page, signal)}
    none="No returns awaiting processing"
    rowKey={({ id }) => id}
    className="wearer-open"
    row={(one) => <ReturnRow one={one} screens={screens} />}
  />
);

function ReturnRow({ one, screens }: { one: OpenReturn; screens: WearerScreens }) {
  const { id, return_number, created_at, creator, order, status } = one;
  return (
    <>
      <div className="grow">
        <p className="line">
          <Link className="code strong" to={screens.returned(id)}>
            {return_number}
          </Link>
          <DateText value={created_at} form="list" />
        </p>
        <p className="note cut">
          Order <span className="code">{order.order_number}</span> · {creator.name}
        </p>
      </div>
      <Badge tone="accent" icon="clock">
        {status.description}
      </Badge>
    </>
  );
}
