import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { BudgetBar } from '../api/budget-bar.tsx';
import { useReadOrder } from '../api/use-read-order.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { Why } from '../ui/why.tsx';
import { Approval } from './approval.tsx';
import { ChooseExchangeLine } from './choose-exchange-line.tsx';
import { ChooseSize } from './choose-size.tsx';
import type { Budget, CreatedExchange, CreatedReturn, Line, Order } from './client.ts';
import { DeclinePanel } from './decline-panel.tsx';
import { ExchangeCreated } from './exchange-created.tsx';
import { exchangeableLines } from './exchangeable-lines.ts';
import { NextOrder } from './next-order.tsx';
import { readNextRequest, useBudgets, useOrder } from './order-data.ts';
import { OrderDispatches } from './order-dispatches.tsx';
import { OrderExchange } from './order-exchange.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderReturn, ReturnCreated } from './order-return.tsx';
import { OrderStanding } from './order-standing.tsx';
import { OrderTotals } from './order-summary.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { asksApproval, firstName, peopleWithLines } from './order-words.ts';
import { SplitOffer } from './split-offer.tsx';
import { useListPath } from './use-list-path.ts';
import { useNextOrders } from './use-next-orders.ts';
import { type Overlay, useOverlay } from './use-overlay.ts';
import { useReviewActs } from './use-review-acts.tsx';
import { useSendStep } from './use-send-step.tsx';
import { WearerCard } from './wearer-card.tsx';
import { WearerRail } from './wearer-rail.tsx';
import './ordering.css';

/** One order, read-only: what is ordered for whom, the order's progress, and the actions that the person may still do. */
export default function OrderReview() {
  const { uuid = '' } = useParams();
  const query = useOrder(uuid);
  const listPath = useListPath();
  const { overlay, swap, close } = useOverlay();
  const [created, setCreated] = useState<CreatedReturn | null>(null);
  const [exchanged, setExchanged] = useState<{ line: Line; created: CreatedExchange } | null>(null);
  if (!query.data) {
    return (
      <Page title="Order" back={listPath}>
        <Loaded query={query} noun="order" waiting={<SkeletonText lines={8} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const order = query.data;
  const showReturn = (): void => swap('return');
  const line = !exchanged && order.lines.find(({ id, qty_shipped }) => qty_shipped > 0 && overlay === `exchange=${id}`);
  if (line) {
    const takeExchange = (exchange: CreatedExchange): void => {
      setExchanged({ line, created: exchange });
      close();
    };
    return <OrderExchange key={line.id} order={order} line={line} onCreated={takeExchange} onReturn={showReturn} />;
  }
  if (overlay === 'return' && created) return <ReturnCreated order={order} created={created} />;
  if (overlay === 'return' && order.can.create_return) return <OrderReturn order={order} onClose={close} onCreated={setCreated} />;
  return (
    <>
      {/* Each order has its own form: the next request must not get the references of the one before. */}
      <Review key={order.uuid} order={order} />
      {overlay === 'exchange' && order.can.create_return && (
        <ChooseExchangeLine order={order} onChoose={({ id }) => swap(`exchange=${id}`)} onReturn={showReturn} onClose={close} />
      )}
      {exchanged && <ExchangeCreated uuid={uuid} {...exchanged} onClose={() => setExchanged(null)} />}
    </>
  );
}

/** The review of an order. If the person may decide on it, the fields and the buttons of the decision are in the page. */
function Review({ order }: { order: Order }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const listPath = useListPath();
  const overlay = useOverlay();
  const read = useReadOrder(order);
  const budgets = useBudgets(order).data?.items ?? [];
  const { can, uuid } = order;
  const couldApprove = useRef(can.approve);
  useEffect(() => {
    // Somebody who is declining the request knows that it is returned.
    if (couldApprove.current && !can.approve && order.status === 'draft' && overlay.overlay !== 'decline') toast(messages.request_returned);
    couldApprove.current = can.approve;
  }, [can.approve, order.status, overlay.overlay]);
  const openNext = async (): Promise<void> => {
    const next = await readNextRequest(queries, uuid);
    void navigate(next ? `/orders/${next}` : listPath, { replace: true });
  };
  const { afterSending } = useNextOrders(uuid, listPath);
  const page = { order, budgets, overlay, onSent: () => void navigate(afterSending, { replace: true }), onDecided: () => void openNext() };
  if (!can.approve) return <ReviewPage {...page} />;
  return (
    <Approval order={order} read={read} budgets={budgets} onDecided={page.onDecided} onDecline={() => overlay.show('decline')}>
      {({ fields, buttons }) => <ReviewPage {...page} approval={fields} primary={buttons} />}
    </Approval>
  );
}

interface ReviewPageProps {
  order: Order;
  budgets: readonly Budget[];
  overlay: Overlay;
  /** The fields and buttons of the decision on a request. */
  approval?: ReactNode;
  primary?: ReactNode;
  onSent: () => void;
  onDecided: () => void;
}

function ReviewPage({ order, budgets, overlay: view, approval, primary, onSent, onDecided }: ReviewPageProps) {
  const isPhone = useIsPhone();
  const listPath = useListPath();
  const acts = useReviewActs(order);
  const { overlay, show, close } = view;
  const { send, dialogs } = useSendStep(order, budgets, view, onSent);
  const [selectedWearer, setSelectedWearer] = useState<number | null>(null);
  const { can, uuid } = order;
  // Once the order is sent, people for whom nothing was ordered are no longer of interest.
  const people = order.is_submitted && order.lines.length > 0 ? peopleWithLines(order) : order.employees;
  const wearers = people.filter(({ id }) => selectedWearer === null || id === selectedWearer);
  const selected = people.find(({ id }) => id === selectedWearer);
  const reorder = can.reorder && (
    <Button icon="retry" className={isPhone ? 'wide-button' : undefined} onClick={() => acts.reorder(selectedWearer)} busy={acts.reordering}>
      {selected ? `Re-order for ${firstName(selected.name)}` : 'Re-order'}
    </Button>
  );
  const isOpen = !order.is_submitted && !order.is_requested && order.status === 'draft';
  const sends = can.submit || can.request;
  const noun = order.is_requested ? 'Request' : 'Order';
  // A phone shows where the parcels are before what is in them.
  const dispatches = order.dispatches.length > 0 && <OrderDispatches order={order} />;

  return (
    <>
      <Page
        title={
          isOpen ? (
            'Review order'
          ) : (
            <>
              {noun} <span className="code">{order.order_number}</span>
            </>
          )
        }
        name={`${noun} ${order.order_number}`}
        back={listPath}
        sub={
          <>
            {isOpen && <span className="code">{order.order_number} · </span>}
            {[order.delivery_site?.name, order.client_po_reference].filter(Boolean).join(' · ') || order.account.name}
          </>
        }
        actions={<ReviewActions order={order} acts={acts} reorder={reorder} onShow={show} />}
        primary={primary ?? ((sends || isPhone) && <NextStep order={order} listPath={listPath} onSend={() => void send()} onShow={show} />)}
      >
        <div className="review">
          <div className="review-main stack">
            <OrderStanding order={order} />
            <NextOrder order={order} />
            <SplitOffer order={order} />
            {isPhone && dispatches}
            {approval}
            {people.length > 1 && <WearerRail wearers={people} selected={selectedWearer} onSelect={setSelectedWearer} all />}
            {wearers.map((wearer) => (
              <WearerCard
                key={wearer.id}
                wearer={wearer}
                order={order}
                onSize={(line) => show(`line=${line.id}`)}
                onExchange={(line) => show(`exchange=${line.id}`)}
              />
            ))}
            {isPhone && reorder}
            {(can.approve || (isOpen && can.edit_lines)) && (
              <ButtonLink to={`/orders/${uuid}/edit`} className="wide-button">
                {can.approve ? 'Edit before approving' : 'Edit order'}
              </ButtonLink>
            )}
          </div>
          <aside className="review-side stack" aria-label="About this order">
            {(can.approve || sends) && budgets.length > 0 && (
              <section className="card budgets" aria-label="Budgets">
                {budgets.map((budget) => (
                  <BudgetBar
                    key={`${budget.employee_id}/${budget.id}`}
                    budget={budget}
                    noun={order.is_requested ? 'request' : 'order'}
                    named={order.employees.length > 1}
                  />
                ))}
              </section>
            )}
            {!isPhone && dispatches}
            <OrderFacts order={order} />
            {order.sub_total !== null && (
              <section className="card">
                <OrderTotals order={order} />
              </section>
            )}
            <OrderTimeline uuid={uuid} />
            {!isPhone && (
              <p>
                <ButtonLink to={listPath} look="quiet" icon="back">
                  Back to Orders
                </ButtonLink>
              </p>
            )}
          </aside>
        </div>
      </Page>
      {overlay === 'decline' && can.decline && <DeclinePanel order={order} onClose={close} onDeclined={onDecided} />}
      <ChooseSize order={order} label={overlay} close={close} />
      {acts.dialogs}
      {dialogs}
    </>
  );
}

interface ReviewActionsProps {
  order: Order;
  acts: ReturnType<typeof useReviewActs>;
  /** The button that orders the same again. */
  reorder: ReactNode;
  onShow: Overlay['show'];
}

/** The further actions on the order: buttons on a desktop, a menu on a phone. */
function ReviewActions({ order, acts, reorder, onShow }: ReviewActionsProps) {
  const isPhone = useIsPhone();
  const { can, uuid } = order;
  const confirmation: MenuItem = { label: 'Order confirmation', icon: 'print', to: `/orders/${uuid}/confirmation` };
  const menu: MenuItem[] = [
    ...(order.is_submitted ? [confirmation] : []),
    ...(can.create_return ? [{ label: 'Create Return', icon: 'undo' as const, onSelect: () => onShow('return') }] : []),
    ...(can.withdraw ? [{ label: 'Withdraw request', icon: 'back' as const, onSelect: acts.withdraw }] : []),
    ...(can.cancel ? [{ label: 'Cancel Order', icon: 'x' as const, danger: true, onSelect: acts.cancel }] : []),
  ];
  if (isPhone) {
    return (
      menu.length > 0 && (
        <Menu items={menu}>
          <IconButton icon="more" label="More" className="head-end" />
        </Menu>
      )
    );
  }
  return (
    <>
      {order.is_submitted && (
        <ButtonLink to={`/orders/${uuid}/confirmation`} icon="print">
          Order confirmation
        </ButtonLink>
      )}
      {reorder}
      {can.create_return && <Button onClick={() => onShow('return')}>Create Return</Button>}
      {can.withdraw && <Button onClick={acts.withdraw}>Withdraw request</Button>}
      {can.cancel && (
        <Button look="danger" onClick={acts.cancel} busy={acts.cancelling}>
          Cancel Order
        </Button>
      )}
      {can.approve && (
        <Button look="danger" onClick={() => onShow('decline')}>
          Decline
        </Button>
      )}
    </>
  );
}

interface NextStepProps {
  order: Order;
  listPath: string;
  onSend: () => void;
  onShow: Overlay['show'];
}

/** The exchange of the one line that was sent; if several were, the choice of one. */
const exchangeOverlay = (order: Order): string => {
  const [line, ...others] = exchangeableLines(order);
  return line && others.length === 0 ? `exchange=${line.id}` : 'exchange';
};

/** The buttons that decide on the order; if there is nothing to decide, the link back to the list. */
function NextStep({ order, listPath, onSend, onShow }: NextStepProps) {
  const isPhone = useIsPhone();
  const { can } = order;
  if (can.submit || can.request) {
    const waits = order.lines.length === 0 ? messages.no_lines : null;
    return (
      <>
        <Why id="review-waits">{waits}</Why>
        {isPhone && <ButtonLink to={listPath}>Back to Orders</ButtonLink>}
        <Button
          look="primary"
          className={isPhone ? 'grow' : undefined}
          disabled={waits !== null}
          aria-describedby={waits ? 'review-waits' : undefined}
          onClick={onSend}
        >
          {asksApproval(order) ? 'Send for approval' : 'Submit'}
        </Button>
      </>
    );
  }
  return (
    <>
      <ButtonLink to={listPath} className={can.create_return ? 'grow' : undefined}>
        Back to Orders
      </ButtonLink>
      {can.create_return && (
        <Button className="grow" onClick={() => onShow(exchangeOverlay(order))}>
          Return or exchange
        </Button>
      )}
    </>
  );
}
