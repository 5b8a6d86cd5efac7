import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { answer } from '../api/answer.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Bar } from '../ui/bar.tsx';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { GarmentTile } from '../ui/garment-tile.tsx';
import { Icon } from '../ui/icon.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { AddressWords } from './address-editor.tsx';
import { BudgetBar } from './budget-bar.tsx';
import { type Dispatch, type Line, type Order, orders } from './client.ts';
import { DeclinePanel } from './decline-panel.tsx';
import { afterChange, useBudgets, useKeepOrder, useOrder, useProducts } from './order-data.ts';
import { LineWords } from './order-lines.tsx';
import { OrderTotals } from './order-summary.tsx';
import { itemsOf, missingSizes, statusWords, subTotalOf } from './order-words.ts';
import { ProductPanel } from './product-panel.tsx';
import { SendPanel } from './send-panel.tsx';
import { isOfStyle } from './style.ts';
import { useListPath } from './use-list-path.ts';
import { useOverlay } from './use-overlay.ts';
import { WearerRail } from './wearer-rail.tsx';
import './ordering.css';

/** One order as it stands: what for whom, how far it is, and what one may still do. */
export default function OrderReview() {
  const { uuid = '' } = useParams();
  const query = useOrder(uuid);
  const listPath = useListPath();
  if (!query.data) {
    return (
      <Page title="Order" back={listPath}>
        <Loaded query={query} noun="order" waiting={<SkeletonText lines={8} />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  return <Review order={query.data} />;
}

const toneOf = (order: Order): Tone => {
  if (order.status === 'cancelled') return 'wrong';
  if (order.status === 'shipped') return 'done';
  return order.status === 'requested' || order.status === 'draft' ? 'accent' : 'plain';
};

function Review({ order }: { order: Order }) {
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const listPath = useListPath();
  const { shown, show, close } = useOverlay();
  const { ask, dialog } = useConfirm();
  const keep = useKeepOrder();
  const budgets = useBudgets(order).data?.items ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const { can, uuid } = order;
  const missing = order.lines.filter(({ is_size_selected }) => !is_size_selected).length;
  const wearers = order.employees.filter(({ id }) => chosen === null || id === chosen);
  const isOpen = !order.is_submitted && !order.is_requested && order.status === 'draft';

  const cancel = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].cancel.$post({ param: { uuid } }, options)),
    said: (after) =>
      after.cancelled_at ? `Order ${order.order_number} cancelled` : `What had not been dispatched of order ${order.order_number} is cancelled`,
    refresh: afterChange(uuid),
    onSaved: keep,
  });
  const withdraw = useWrite({
    send: (_: undefined, options) => answer(orders[':uuid'].withdraw.$post({ param: { uuid } }, options)),
    said: `Request ${order.order_number} is a draft again`,
    refresh: afterChange(uuid),
    onSaved: (after) => {
      keep(after);
      void navigate(`/orders/${uuid}/edit`);
    },
  });
  const askCancel = async (): Promise<void> => {
    const body = <p>{countText(order.qty_total_items - order.qty_items_shipped, 'item')} will not be sent. This cannot be taken back.</p>;
    if (await ask({ title: `Cancel order ${order.order_number}?`, body, action: 'Cancel Order', keep: 'Keep it', destroys: true }))
      await cancel.write(undefined);
  };
  const askWithdraw = async (): Promise<void> => {
    const body = <p>It becomes a draft that you can change and send again.</p>;
    if (await ask({ title: `Withdraw request ${order.order_number}?`, body, action: 'Withdraw', keep: 'Leave it' })) await withdraw.write(undefined);
  };

  const sends = can.submit || can.request;
  // Where it goes is still to be said: that is asked where all the details are.
  const send = (): void => (order.delivery_address ? show('send') : void navigate(`/orders/${uuid}/edit#details`));
  const primary = can.approve ? (
    <>
      {isPhone && (
        <Button look="danger" onClick={() => show('decline')}>
          Decline
        </Button>
      )}
      <Button look="primary" className={isPhone ? 'grow' : undefined} onClick={send}>
        Approve and submit
      </Button>
    </>
  ) : sends ? (
    <>
      {isPhone && <ButtonLink to={listPath}>Back to Orders</ButtonLink>}
      <Button look="primary" className={isPhone ? 'grow' : undefined} disabled={order.lines.length === 0} onClick={send}>
        {can.request ? 'Send for approval' : 'Submit'}
      </Button>
    </>
  ) : (
    isPhone && (
      <ButtonLink to={listPath} className="grow">
        Back to Orders
      </ButtonLink>
    )
  );
  const confirmation: MenuItem = { label: 'Order confirmation', icon: 'print', to: `/orders/${uuid}/confirmation` };
  const menu: MenuItem[] = [
    ...(order.is_submitted ? [confirmation] : []),
    ...(can.withdraw ? [{ label: 'Withdraw request', icon: 'back' as const, onSelect: () => void askWithdraw() }] : []),
    ...(can.cancel ? [{ label: 'Cancel Order', icon: 'x' as const, danger: true, onSelect: () => void askCancel() }] : []),
  ];
  const deskActions = (
    <>
      {order.is_submitted && (
        <ButtonLink to={`/orders/${uuid}/confirmation`} icon="print">
          Order confirmation
        </ButtonLink>
      )}
      {can.withdraw && <Button onClick={() => void askWithdraw()}>Withdraw request</Button>}
      {can.cancel && (
        <Button look="danger" onClick={() => void askCancel()} busy={cancel.busy}>
          Cancel Order
        </Button>
      )}
      {can.approve && (
        <Button look="danger" onClick={() => show('decline')}>
          Decline
        </Button>
      )}
    </>
  );
  const noun = order.is_requested ? 'Request' : 'Order';

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
        actions={
          isPhone
            ? menu.length > 0 && (
                <Menu items={menu}>
                  <IconButton icon="more" label="More" className="head-end" />
                </Menu>
              )
            : deskActions
        }
        primary={primary}
      >
        <div className="review">
          <div className="review-main stack">
            <Standing order={order} missing={missing} />
            {order.employees.length > 1 && <WearerRail wearers={order.employees} selected={chosen} onSelect={setChosen} all />}
            {wearers.map((wearer) => (
              <WearerCard
                key={wearer.id}
                name={wearer.name}
                number={wearer.employee_number}
                order={order}
                lines={order.lines.filter(({ employee }) => employee.id === wearer.id)}
                onSize={(line) => show(`line=${line.id}`)}
              />
            ))}
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
            {order.dispatches.length > 0 && <Dispatches dispatches={order.dispatches} />}
            <Details order={order} />
            {order.sub_total !== null && (
              <section className="card">
                <OrderTotals order={order} />
              </section>
            )}
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
      {shown === 'send' && (can.approve || sends) && (
        <SendPanel order={order} budgets={budgets} onClose={close} onSent={() => void navigate(listPath, { replace: true })} />
      )}
      {shown === 'decline' && can.decline && (
        <DeclinePanel order={order} onClose={close} onDeclined={() => void navigate(listPath, { replace: true })} />
      )}
      <ChooseSize order={order} shown={shown} close={close} />
      {dialog}
    </>
  );
}

/** How far the order is, in a badge, in the pipeline and in a sentence. */
function Standing({ order, missing }: { order: Order; missing: number }) {
  const { is_submitted, is_requested, progress_summary: progress } = order;
  const lines = progress.lines_with_sizes + progress.lines_with_no_sizes;
  const isOwn = useSession().who.user.id === order.requester.id;
  return (
    <section className="standing" aria-label="Progress">
      <div className="line standing-head">
        <Badge tone={toneOf(order)} icon={order.status === 'requested' ? 'clock' : order.status === 'shipped' ? 'check' : undefined}>
          {statusWords[order.status]}
        </Badge>
        {order.is_frozen && (
          <Badge tone="warn" icon="lock">
            On hold
          </Badge>
        )}
        {missing > 0 && order.status !== 'cancelled' && <Badge tone="warn">{missingSizes(missing)}</Badge>}
        <span className="note push nowrap">
          <DateText value={order.submitted_at ?? order.requested_at ?? order.created_at} form="moment" />
        </span>
      </div>
      {is_requested && !is_submitted && (
        <>
          <h2 className="standing-words">
            {isOwn ? 'You ask' : `${order.requester.name} asks`} for {countText(order.qty_total_items, 'item')}
          </h2>
          {order.customer_notes && <blockquote className="standing-quote">{order.customer_notes}</blockquote>}
        </>
      )}
      {order.declined_reason && !is_submitted && !is_requested && (
        <Banner tone="wrong" live={false}>
          <p className="strong">This request was declined</p>
          <p>{order.declined_reason}</p>
        </Banner>
      )}
      {is_submitted && order.status !== 'cancelled' && <ProgressBadges progress={progress} />}
      {missing > 0 && order.status !== 'cancelled' && (
        <div className="card standing-sizes">
          <strong>
            {progress.lines_with_sizes} of {countText(lines, 'line')} {progress.lines_with_sizes === 1 ? 'has' : 'have'} a size
          </strong>
          <Bar parts={[{ share: lines ? progress.lines_with_sizes / lines : 0, tone: 'done' }]} label="Lines with a size" />
          <p className="sub text-md">
            {is_submitted
              ? 'Those without one wait: their wearers have been asked by e-mail.'
              : 'Their wearers are asked by e-mail when the order is submitted.'}
          </p>
        </div>
      )}
    </section>
  );
}

interface WearerCardProps {
  name: string;
  number: string | null;
  order: Order;
  lines: Line[];
  onSize: (line: Line) => void;
}

function WearerCard({ name, number, order, lines, onSize }: WearerCardProps) {
  const pence = subTotalOf(lines);
  return (
    <section className="card">
      <header>
        <h2 className="cut" title={name}>
          {name}
        </h2>
        {number && <span className="code note">{number}</span>}
        <span className="push strong nowrap">{pence === null ? countText(itemsOf(lines), 'item') : formatMoney(pence)}</span>
      </header>
      {lines.length === 0 ? (
        <p className="note lines-none">No order lines for this employee</p>
      ) : (
        <ul className="rows">
          {lines.map((line) => (
            <li key={line.id} className="review-line">
              <GarmentTile media={line.product.media} alt="" colour={line.product.attributes.colour_hex} size={56} />
              <div className="grow">
                <LineWords line={line} onSize={order.can.choose_size ? () => onSize(line) : undefined} />
                <LineProgress order={order} line={line} />
              </div>
              <div className="num">
                <p>{line.sub_total === null ? `× ${line.qty_requested}` : formatMoney(line.sub_total)}</p>
                {line.unit_price !== null && (
                  <p className="note line-about nowrap">
                    {line.qty_requested} × {formatMoney(line.unit_price)}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How much of a line is dispatched, where the order is on its way. */
function LineProgress({ order, line }: { order: Order; line: Line }) {
  if (!order.is_submitted || order.cancelled_at) return null;
  const wanted = line.qty_requested - line.qty_cancelled;
  const words = [
    line.qty_cancelled > 0 && `${line.qty_cancelled} cancelled`,
    line.qty_shipped > 0 && line.qty_shipped < wanted && `${line.qty_shipped} of ${wanted} dispatched`,
  ].filter(Boolean);
  if (line.is_fully_shipped && wanted > 0) {
    return (
      <p className="t-done line-about line">
        <Icon name="check" /> Dispatched{words.length > 0 && `, ${words.join(', ')}`}
      </p>
    );
  }
  return words.length > 0 ? <p className="note line-about">{words.join(', ')}</p> : null;
}

function Dispatches({ dispatches }: { dispatches: readonly Dispatch[] }) {
  return (
    <section className="card">
      <header>
        <h2>{dispatches.length === 1 ? 'Dispatch' : 'Dispatches'}</h2>
      </header>
      <ul className="rows">
        {dispatches.map((dispatch) => (
          <li key={dispatch.id} className="dispatch-row">
            {dispatch.dispatched_at ? (
              <span className="t-done line nowrap">
                <Icon name="truck" />
                <span>
                  Dispatched <DateText value={dispatch.dispatched_at} />
                </span>
              </span>
            ) : (
              <span className="t-warn line nowrap">
                <Icon name="clock" /> Waiting for the courier
              </span>
            )}
            <TrackingLink dispatch={dispatch} />
            {dispatch.days_lapsed !== null && <span className="push sub nowrap">{countText(dispatch.days_lapsed, 'day')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function TrackingLink({ dispatch }: { dispatch: Dispatch }) {
  const number = dispatch.consignment?.tracking_number;
  if (!number) return null;
  const url = dispatch.consignment?.tracking_url;
  if (!url) return <span className="code cut">{number}</span>;
  return (
    <a className="code cut" href={url} target="_blank" rel="noreferrer" title={`Track ${number}`}>
      {number}
      <span className="sr"> (the carrier’s tracking, in a new tab)</span>
    </a>
  );
}

function Details({ order }: { order: Order }) {
  const { requester, delivery_address } = order;
  return (
    <section className="card">
      <header>
        <h2>Delivery and contact</h2>
      </header>
      <dl className="facts in-card order-facts">
        <dt>Site</dt>
        <dd>{order.delivery_site?.name ?? <span className="note">Not chosen yet</span>}</dd>
        {delivery_address && (
          <>
            <dt>Address</dt>
            <dd>
              <AddressWords of={delivery_address} />
            </dd>
          </>
        )}
        <dt>Requester</dt>
        <dd>
          {requester.name}
          {requester.email && (
            <a className="block" href={`mailto:${requester.email}`}>
              {requester.email}
            </a>
          )}
        </dd>
        {(order.contact_name || order.contact_phone) && (
          <>
            <dt>Contact</dt>
            <dd>
              {order.contact_name}
              {order.contact_phone && (
                <a className="block" href={`tel:${order.contact_phone.replace(/\s/g, '')}`}>
                  {order.contact_phone}
                </a>
              )}
            </dd>
          </>
        )}
        {order.approver && (
          <>
            <dt>Approved by</dt>
            <dd>{order.approver.name}</dd>
          </>
        )}
        {order.client_po_reference && (
          <>
            <dt>PO reference</dt>
            <dd className="code order-po">{order.client_po_reference}</dd>
          </>
        )}
        {order.cost_code && (
          <>
            <dt>Cost code</dt>
            <dd className="code order-po">{order.cost_code}</dd>
          </>
        )}
        {order.customer_notes && (order.is_submitted || !order.is_requested) && (
          <>
            <dt>Notes</dt>
            <dd>{order.customer_notes}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** The size chooser for a line that went without one. */
function ChooseSize({ order, shown, close }: { order: Order; shown: string; close: () => void }) {
  const [kind, id] = shown.split('=');
  const line = kind === 'line' ? order.lines.find((one) => one.id === Number(id)) : undefined;
  const products = useProducts(order, line?.employee.id);
  const style = line && products.data?.items.find((one) => isOfStyle(line, one));
  if (!line || !style || !order.can.choose_size) return null;
  return <ProductPanel order={order} wearer={line.employee} style={style} line={line} mayLeaveSize={false} onClose={close} />;
}
