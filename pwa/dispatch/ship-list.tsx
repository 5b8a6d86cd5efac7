import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DispatchOrder } from '../../shared/sync/mutations.ts';
import type { ShippingServiceRow } from '../../shared/sync/rows.ts';
import { requestDispatch } from '../offline/actions.ts';
import { useDispatches } from '../offline/use-floor.ts';
import type { ReadyView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import './dispatch.css';

type How = Omit<DispatchOrder, 'uuid'>;
const collection = '999';

/** Orders ready to leave: choose, weigh, count boxes, dispatch. The office ships; this asks for it. */
export default function ShipList() {
  const screen = useDispatches();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [consolidated, setConsolidated] = useState(false);
  const [how, setHow] = useState<ReadonlyMap<string, How>>(new Map());
  const [busy, setBusy] = useState(false);

  const ready = screen?.ready ?? [];
  const services = screen?.services ?? [];
  const shown = ready.filter((order) =>
    [order.order_number, order.account_name, order.site_name].some((words) => words?.toLowerCase().includes(search.toLowerCase())),
  );
  const picked = ready.filter((order) => chosen.has(order.uuid));
  const [usual] = services;
  const howOf = (order: ReadyView): How =>
    how.get(order.uuid) ?? {
      service_key: usual?.service_key ?? '',
      total_weight: usual?.default_weight ?? 1,
      total_items: usual?.default_items ?? 1,
    };

  // With "Consolidated" the first chosen order of a delivery carries the others with it.
  const leaderOf = (order: ReadyView): ReadyView =>
    (consolidated ? picked.find((each) => each.delivery_key === order.delivery_key) : undefined) ?? order;
  const leaders = picked.filter((order) => leaderOf(order).uuid === order.uuid);
  const boxes = leaders.reduce((sum, order) => sum + howOf(order).total_items, 0);

  const toggle = (uuid: string): void => {
    const next = new Set(chosen);
    if (!next.delete(uuid)) next.add(uuid);
    setChosen(next);
  };
  const change = (uuid: string, to: How): void => setHow(new Map(how).set(uuid, to));

  const dispatch = async (): Promise<void> => {
    const sure = await ask({
      title: `Dispatch ${countText(picked.length, 'order')}?`,
      body: `${countText(leaders.length, 'dispatch', 'dispatches')}, ${countText(boxes, 'box', 'boxes')}. Shipping cannot be undone.`,
      action: `Dispatch ${countText(picked.length, 'order')}`,
      keep: 'Not yet',
    });
    if (!sure) return;
    setBusy(true);
    const verdict = await requestDispatch(
      picked.map((order) => ({ uuid: order.uuid, ...howOf(leaderOf(order)) })),
      consolidated,
    );
    setBusy(false);
    if (!verdict.ok) {
      toast(verdict.message, { tone: 'wrong' });
      return;
    }
    setChosen(new Set());
    await navigate('/admin/shipping/dispatches');
  };

  return (
    <Page
      title="Dispatch"
      flush
      strip={<SearchInput value={search} onSearch={setSearch} label="Search or scan an order" placeholder="Search or scan an order" from={1} />}
      foot={
        ready.length > 0 && (
          <>
            <div className="grow">
              <strong>
                {picked.length === 0
                  ? 'Nothing selected'
                  : `${countText(picked.length, 'order')}, ${countText(leaders.length, 'dispatch', 'dispatches')}, ${countText(boxes, 'box', 'boxes')}`}
              </strong>
              <p className="sub">
                {picked.length === 0 ? 'Select the orders that leave together.' : 'Shipping cannot be undone. Labels print next.'}
              </p>
            </div>
            <Button size="lg" look="primary" icon="truck" disabled={picked.length === 0} busy={busy} onClick={() => void dispatch()}>
              {picked.length === 0 ? 'Dispatch' : `Dispatch ${countText(picked.length, 'order')}`}
            </Button>
          </>
        )
      }
    >
      {screen === null && <SkeletonText lines={5} />}
      {screen !== null && shown.length === 0 && (
        <EmptyState title="No orders ready for dispatch">
          {search ? <p>Nothing matches “{search}”.</p> : <p>Orders come here when they are picked and prepped.</p>}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <div className="line wide ship-tools">
            <Tick
              checked={shown.every((order) => chosen.has(order.uuid) || order.is_frozen)}
              onChange={(event) =>
                setChosen(new Set(event.target.checked ? shown.filter((order) => !order.is_frozen).map((order) => order.uuid) : []))
              }
            >
              Select all {shown.length}
            </Tick>
            <Tick className="push" checked={consolidated} onChange={(event) => setConsolidated(event.target.checked)}>
              Consolidated <span className="note">same address, one dispatch</span>
            </Tick>
          </div>
          <ul className="rows bg-surface border-line border-y">
            {shown.map((order) => {
              const leader = leaderOf(order);
              const isChosen = chosen.has(order.uuid);
              const isMerged = isChosen && leader.uuid !== order.uuid;
              return (
                <li key={order.uuid} className={`ship-row${isChosen ? ' chosen' : ''}${isMerged ? ' merged' : ''}`}>
                  <label className="tick">
                    <input
                      type="checkbox"
                      aria-label={`Select ${order.order_number}`}
                      checked={isChosen}
                      disabled={order.is_frozen}
                      onChange={() => toggle(order.uuid)}
                    />
                  </label>
                  <div className="grow">
                    <p className="line">
                      <strong className="code order-number">{order.order_number}</strong>
                      <span className="cut">{order.account_name}</span>
                      <span className="sub whitespace-nowrap">{countText(order.qty_picked, 'item')}</span>
                      {order.is_frozen && (
                        <Badge tone="warn" icon="lock">
                          On hold
                        </Badge>
                      )}
                    </p>
                    <p className="cut sub">{order.delivery_to}</p>
                  </div>
                  {isMerged ? (
                    <p className="line ship-with">
                      <Icon name="swap" />
                      <span>
                        Goes with <strong className="code">{leader.order_number}</strong>, one delivery
                      </span>
                    </p>
                  ) : (
                    <HowToShip order={order} how={howOf(order)} services={services} onChange={(to) => change(order.uuid, to)} />
                  )}
                </li>
              );
            })}
          </ul>
          <p className="note p-4">{countText(shown.length, 'order')} ready for dispatch</p>
        </>
      )}
      {dialog}
    </Page>
  );
}

interface HowToShipProps {
  order: ReadyView;
  how: How;
  services: readonly ShippingServiceRow[];
  onChange: (how: How) => void;
}

function HowToShip({ order, how, services, onChange }: HowToShipProps) {
  const [weight, setWeight] = useState(String(how.total_weight));
  const choose = (service_key: string): void => {
    const service = services.find((each) => each.service_key === service_key);
    const total_weight = service?.default_weight ?? how.total_weight;
    setWeight(String(total_weight));
    onChange({
      service_key,
      total_weight,
      total_items: service?.default_items ?? how.total_items,
      ...(service_key === collection ? { mark_as_shipped: true } : {}),
    });
  };
  return (
    <div className="line ship-how">
      <select
        className="in"
        aria-label={`Service for ${order.order_number}`}
        value={how.service_key}
        onChange={(event) => choose(event.target.value)}
      >
        {services.map((service) => (
          <option key={service.service_key} value={service.service_key}>
            {service.service_key} {service.name}
          </option>
        ))}
      </select>
      {how.service_key === collection && (
        <Tick checked={how.mark_as_shipped ?? false} onChange={(event) => onChange({ ...how, mark_as_shipped: event.target.checked })}>
          Mark as shipped
        </Tick>
      )}
      <span className="line ship-weight">
        <input
          className="in num"
          inputMode="decimal"
          aria-label={`Weight of ${order.order_number} in kilograms`}
          value={weight}
          onChange={(event) => setWeight(event.target.value.replace(/[^\d.]/g, '').slice(0, 7))}
          onBlur={() => {
            const total_weight = Number.parseFloat(weight);
            if (total_weight > 0) onChange({ ...how, total_weight });
            else setWeight(String(how.total_weight));
          }}
        />
        kg
      </span>
      <QtyStepper
        value={how.total_items}
        min={1}
        max={99}
        onChange={(total_items) => onChange({ ...how, total_items })}
        label={`Boxes of ${order.order_number}`}
      />
    </div>
  );
}
