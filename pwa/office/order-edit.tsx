import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { officeStatusWords } from '../../shared/ordering/office-status-words.ts';
import { useOrderNews } from '../api/order-news.ts';
import { WorksElsewhere } from '../api/works-elsewhere.tsx';
import { useIsPainted } from '../ui/after-paint.ts';
import { Badge } from '../ui/badge.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useFrame } from '../ui/frame-context.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressBadges } from '../ui/progress-badges.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AllocationResult } from './allocation-result.tsx';
import { type Order, readBudgets, readOrder } from './client.ts';
import { FulfilmentCard } from './fulfilment-card.tsx';
import { LinesCard } from './lines-card.tsx';
import './office.css';
import { startWaits } from '../api/start-waits.ts';
import { isWaiting, waitingTime } from './office-words.ts';
import { hasNextStep, NextStep, OrderButtons } from './order-buttons.tsx';
import { OrderHead } from './order-head.tsx';
import { NeighbourButtons } from './order-neighbours.tsx';
import { OrderStanding } from './order-standing.tsx';
import { type PendingSaves, PendingSavesContext } from './pending-saves.ts';
import { TimelineCard } from './timeline-card.tsx';
import { useChange } from './use-change.ts';
import { useNeighbours } from './use-neighbours.ts';
import { type AllocationResults, useOrderActions } from './use-order-actions.tsx';

/** One order on the office's screen: its head, its lines with their allocated stock, and its next step. */
export default function OrderEdit() {
  const { uuid = '' } = useParams();
  const order = useQuery({ queryKey: ['orders', uuid], queryFn: () => readOrder(uuid), refetchInterval: 30_000 });
  const queries = useQueryClient();
  const id = order.data?.id;
  useOrderNews((ids) => {
    if (ids.length === 0 || (id !== undefined && ids.includes(id))) void queries.invalidateQueries({ queryKey: ['orders', uuid] });
  });
  const [pending] = useState<PendingSaves>(() => new Set());
  if (!order.data) {
    return (
      <Page title="Order" back="/admin/orders">
        {order.isError && !order.isFetching ? <LoadFailed noun="order" error={order.error} retry={() => void order.refetch()} /> : <Waiting />}
      </Page>
    );
  }
  return (
    <PendingSavesContext value={pending}>
      <Desk key={uuid} order={order.data} />
    </PendingSavesContext>
  );
}

/** The keys that open another order; somebody who goes through the orders with them does not wait for the lines. */
const neighbourKeys = ['[', ']'];

/** Whether the lines have what an allocation gave them: its result is not shown any more once somebody has changed the quantities. */
const isCurrent = (results: AllocationResults, { lines }: Order): boolean =>
  results.every(({ id, qty_allocated }) => lines.find((line) => line.id === id)?.qty_allocated === qty_allocated);

function Desk({ order }: { order: Order }) {
  const frame = useFrame();
  const change = useChange(order.uuid);
  const [results, setResults] = useState<AllocationResults | null>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const own = useCallback((element: HTMLDivElement | null) => {
    scroller.current = element;
  }, []);
  useEffect(() => {
    if (frame.kind !== 'desk') scroller.current = document.getElementById('main');
  }, [frame.kind]);
  const budgets = useQuery({ queryKey: ['orders', order.uuid, 'budgets'], queryFn: () => readBudgets(order.uuid) });
  const actions = useOrderActions(order, setResults);
  const neighbours = useNeighbours(order.uuid);
  const why = startWaits(order);
  // The number and the head come first, so that somebody who goes through the orders sees each one at once.
  const isHeadPainted = useIsPainted(neighbourKeys);
  const { stale } = change;

  const isPhone = frame.kind !== 'desk';
  const hasProgress = order.is_submitted || order.cancelled_at !== null;
  const progress = hasProgress ? (
    <ProgressBadges progress={order.progress_summary} />
  ) : (
    <Badge tone="line-only">{order.is_requested ? 'Requested' : 'Draft'}</Badge>
  );
  const body = (
    <div className="office-order">
      {isPhone && hasProgress && <div>{progress}</div>}
      {stale && (
        <div className="office-stale">
          <Banner
            tone="warn"
            action={
              <span className="line">
                <Button size="sm" onClick={change.settle}>
                  {stale.isOwn ? 'Keep the other' : 'Keep theirs'}
                </Button>
                <Button size="sm" look="primary" onClick={stale.saveMine}>
                  {stale.isOwn ? 'Save this' : 'Save mine'}
                </Button>
              </span>
            }
          >
            <strong>{stale.isOwn ? `You changed ${stale.about} in another tab.` : `Somebody else changed ${stale.about} meanwhile.`}</strong>{' '}
            {stale.changes.join(' ')} {stale.isOwn ? 'What you typed here' : 'Your own change'} is kept, and not saved yet.
          </Banner>
        </div>
      )}
      {order.is_frozen && (
        <Banner tone="wrong" live={false}>
          <strong>On hold.</strong> {order.frozen_reason}
        </Banner>
      )}
      {!order.is_submitted && !order.cancelled_at && order.delivery_site && (
        <WorksElsewhere order={order} site_id={order.delivery_site.id} site={order.delivery_site.name} />
      )}
      {order.declined_reason && !order.is_submitted && !order.is_requested && (
        <Banner tone="warn" live={false}>
          <strong>{order.declined_by ? `${order.declined_by.name} declined the request.` : 'The request was declined.'}</strong>{' '}
          {order.declined_reason}
        </Banner>
      )}
      {isWaiting(order) && (
        <Banner
          tone={order.is_stuck ? 'warn' : undefined}
          live={false}
          action={
            <span className="line">
              <ButtonLink size="sm" to={`/admin/orders/${order.uuid}/set-as-allocated`}>
                Set as allocated
              </ButtonLink>
              <ButtonLink size="sm" to={`/admin/orders/${order.uuid}/set-as-allocated?dispatched=1`}>
                Set as dispatched
              </ButtonLink>
            </span>
          }
        >
          <strong>Waiting for courier for {waitingTime(order.status_since)}.</strong>
        </Banner>
      )}
      {results && order.can.allocate && isCurrent(results, order) && (
        <AllocationResult lines={order.lines} results={results} onClose={() => setResults(null)} />
      )}
      <OrderStanding order={order} />
      <OrderHead order={order} change={change} />
      {isHeadPainted && (
        <>
          <FulfilmentCard order={order} />
          <div className="office-work">
            <LinesCard order={order} budgets={budgets.data?.items} change={change} results={results} scroller={scroller} />
            <TimelineCard order={order} />
          </div>
        </>
      )}
      {actions.dialogs}
      {change.dialog}
    </div>
  );

  return (
    <Page
      title={
        <>
          Order <span className="code">{order.order_number}</span>
        </>
      }
      name={`Order ${order.order_number}`}
      back="/admin/orders"
      sub={
        isPhone ? (
          (why ?? officeStatusWords[order.status])
        ) : (
          <span className="line">
            {progress}
            {why ?? (order.is_submitted && officeStatusWords[order.status])}
          </span>
        )
      }
      actions={
        <>
          {neighbours && !isPhone && <NeighbourButtons {...neighbours} />}
          <OrderButtons order={order} actions={actions} neighbours={neighbours} />
        </>
      }
      primary={hasNextStep(order) && <NextStep order={order} actions={actions} />}
      fill
    >
      {frame.kind === 'desk' ? (
        <div ref={own} className="scroll grow page-body">
          {body}
        </div>
      ) : (
        body
      )}
    </Page>
  );
}

/** The frame of the screen while the order is loading. */
const Waiting = () => (
  <div className="office-order" aria-busy="true">
    <section className="card office-head">
      {[0, 1, 2, 3].map((part) => (
        <div key={part}>
          <Skeleton width="40%" />
          <Skeleton width="80%" />
          <Skeleton width="60%" />
          <Skeleton width="70%" />
        </div>
      ))}
    </section>
    <section className="card office-lines">
      <header>
        <h2>Lines</h2>
      </header>
      <div className="in-card flow">
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <div key={line}>
            <Skeleton width={`${88 - line * 6}%`} height={14} />
          </div>
        ))}
      </div>
    </section>
  </div>
);
