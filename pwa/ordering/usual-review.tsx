import { Navigate, useParams } from 'react-router';
import { BudgetBar } from '../api/budget-bar.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { Why } from '../ui/why.tsx';
import { overspent } from './budget-stand.ts';
import { ChooseSize } from './choose-size.tsx';
import type { Order } from './client.ts';
import { DecorationCards } from './decoration-cards.tsx';
import { MissingSizeCard } from './missing-size-card.tsx';
import { NextOrder } from './next-order.tsx';
import { useBudgets, useOrder, useUsual } from './order-data.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderTotals } from './order-summary.tsx';
import { asksApproval, firstName, missingSizes, wantsSize } from './order-words.ts';
import { PoCard } from './po-card.tsx';
import { SplitOffer } from './split-offer.tsx';
import { type Leaving, useLeaving } from './use-leaving.ts';
import { useListPath } from './use-list-path.ts';
import { useNextOrders } from './use-next-orders.ts';
import { useOverlay } from './use-overlay.ts';
import { useRemovals } from './use-removals.tsx';
import { useSendStep } from './use-send-step.tsx';
import { useUsualActs } from './use-usual-acts.ts';
import { UsualCard } from './usual-card.tsx';
import './ordering.css';
import './usual.css';

/** The review of an order with what its wearers usually have: it asks only for what is missing, and sends the order. */
export default function UsualReview() {
  const { uuid = '' } = useParams();
  return <ReviewOf key={uuid} uuid={uuid} />;
}

function ReviewOf({ uuid }: { uuid: string }) {
  const query = useOrder(uuid, true);
  const listPath = useListPath();
  const { isLeaving, leaving } = useLeaving(useNextOrders(uuid, listPath).afterSending);
  if (!query.data) {
    return (
      <Page title="The usual" back={listPath}>
        <Loaded query={query} noun="order" waiting={<SkeletonText lines={8} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const { can, is_submitted } = query.data;
  // The review stays until the list is shown, if the order was sent from here.
  if ((is_submitted || !can.edit_lines) && !isLeaving) return <Navigate to={`/orders/${uuid}`} replace />;
  return <Review order={query.data} leaving={leaving} />;
}

/** The title: "The usual for Marek", "The usual for 3 people". */
const titleOf = ({ employees }: Order): string => {
  const [first] = employees;
  return `The usual for ${employees.length === 1 && first ? firstName(first.name) : countText(employees.length, 'person', 'people')}`;
};

function Review({ order, leaving }: { order: Order; leaving: Leaving }) {
  const isPhone = useIsPhone();
  const listPath = useListPath();
  const overlay = useOverlay();
  const { usual, isPending } = useUsual(order);
  const budgets = useBudgets(order).data?.items ?? [];
  const { send, dialogs } = useSendStep(order, budgets, overlay, leaving.leave);
  const removals = useRemovals(order, leaving.leave);
  const acts = useUsualActs(order);
  const { uuid, lines, employees } = order;
  const missing = lines.filter(wantsSize).length;
  const site = order.delivery_site?.name;
  const waits = lines.length === 0 ? 'Nothing is ordered yet' : null;
  const open = [missing > 0 && missingSizes(missing), overspent(budgets).length > 0 && 'Over budget'].filter(Boolean).join(' · ');
  const sender = (
    <Button look="primary" disabled={waits !== null} aria-describedby={waits ? 'usual-waits' : undefined} onClick={() => void send()}>
      {asksApproval(order) ? 'Send for approval' : 'Send order'}
    </Button>
  );
  return (
    <>
      <Page
        title={titleOf(order)}
        back={listPath}
        sub={
          <>
            <span className="code">{order.order_number}</span> · {site ? `To ${site}` : order.account.name}
          </>
        }
        actions={
          <Menu
            items={[
              ...(order.can.add_employees ? [{ label: 'Add an employee', icon: 'plus' as const, to: `/orders/${uuid}/edit#employees` }] : []),
              { label: 'Choose other products', icon: 'none', to: `/orders/${uuid}/edit` },
              { label: 'Change delivery and contact', icon: 'none', to: `/orders/${uuid}/edit#details` },
              ...(order.can.delete ? [{ label: 'Delete order', icon: 'trash' as const, danger: true, onSelect: removals.removeOrder }] : []),
            ]}
          >
            <IconButton icon="more" label="More" className={isPhone ? 'head-end' : undefined} />
          </Menu>
        }
        primary={
          <>
            <Why id="usual-waits">{waits}</Why>
            {sender}
          </>
        }
        foot={
          isPhone && (
            <>
              <div className="grow">
                {order.total !== null && (
                  <p className="strong">
                    {formatMoney(order.total)} <span className="note">with VAT</span>
                  </p>
                )}
                <p className={open ? 't-warn text-md' : 'note text-md'} id="usual-waits" role="status">
                  {waits ?? (open || 'All sizes known')}
                </p>
              </div>
              {sender}
            </>
          )
        }
      >
        <div className="review">
          <div className="review-main stack">
            <NextOrder order={order} />
            <SplitOffer order={order} />
            <MissingSizeCard order={order} />
            {order.can.submit && order.requires.po && <PoCard order={order} />}
            <DecorationCards order={order} usual={usual} acts={acts} />
            {employees.length === 0 && (
              <EmptyState title="Nobody is on this order" action={<ButtonLink to={`/orders/${uuid}/edit#employees`}>Add an employee</ButtonLink>} />
            )}
            {employees.map((wearer, n) => (
              <UsualCard
                key={wearer.id}
                order={order}
                wearer={wearer}
                usual={usual.find(({ employee }) => employee.id === wearer.id)}
                isPending={isPending}
                isFirst={n === 0}
                acts={acts}
                removals={removals}
                onChange={(line) => overlay.show(`line=${line.id}`)}
              />
            ))}
          </div>
          <aside className="review-side stack" aria-label="About this order">
            {budgets.length > 0 && (
              <section className="card budgets" aria-label="Budgets">
                {budgets.map((budget) => (
                  <BudgetBar key={`${budget.employee_id}/${budget.id}`} budget={budget} named={employees.length > 1} />
                ))}
              </section>
            )}
            <OrderFacts order={order} />
            {order.sub_total !== null && (
              <section className="card">
                <OrderTotals order={order} />
              </section>
            )}
          </aside>
        </div>
      </Page>
      <ChooseSize order={order} label={overlay.overlay} close={overlay.close} />
      {dialogs}
    </>
  );
}
