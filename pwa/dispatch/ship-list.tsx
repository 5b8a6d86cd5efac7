import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { holdsText } from '../../shared/folded.ts';
import { floorSort, sortOrders } from '../offline/floor-sort.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { ScaleLine } from '../offline/scale-line.tsx';
import { SortChoice } from '../offline/sort-choice.tsx';
import { useDispatches, useSyncState } from '../offline/use-floor.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { ReadyView } from '../offline/views.ts';
import { SearchOrScan } from '../scan/search-or-scan.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useStore } from '../ui/store.ts';
import { Tick } from '../ui/tick.tsx';
import { toast } from '../ui/toast.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useKey } from '../ui/use-key.ts';
import { requestDispatch } from './request-dispatch.ts';
import './dispatch.css';
import { boxQuestion, boxWeightOf } from './box-weight.ts';
import { dispatchStop } from './dispatch-stop.ts';
import { weightFieldId } from './how-to-ship.tsx';
import { ReadyRow, rowId } from './ready-row.tsx';
import { ShipmentPreview } from './shipment-preview.tsx';
import { useReadyScan } from './use-ready-scan.ts';
import { type How, obstacle, useShipment } from './use-shipment.ts';
import { useWeightQuestions } from './use-weight-questions.tsx';
import { whatNext } from './what-next.ts';

const matches = (order: ReadyView, search: string): boolean =>
  [order.order_number, order.account_name, order.delivery_to, order.tote].some((words) => holdsText(words, search));

/** The state that this screen passes to the list of dispatches. */
export interface FromShipList {
  /** The uuids of the orders whose dispatch a person has just requested. */
  requested?: string[];
  /** True if the person wants to print labels. */
  print?: boolean;
}

/** The way to ship with a measured weight, which nobody has confirmed yet. */
const withWeight = ({ expected_g: _expected_g, ...how }: How, total_weight: number): How => ({ ...how, total_weight, is_weighed: true });

const DISPATCHES = '/admin/shipping/dispatches';

/** Orders that are ready to leave. A person chooses orders, enters weight and boxes, and requests the dispatch. Only the office ships. */
export default function ShipList() {
  const screen = useDispatches();
  const { online, offline_since } = useSyncState();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const { askWeight, weightDialog } = useWeightQuestions();
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);

  const sort = useStore(floorSort);
  const ready = useMemo(() => sortOrders(screen?.ready ?? [], sort), [screen, sort]);
  const services = useMemo(() => screen?.services ?? [], [screen]);
  const { shipment, consolidated, setConsolidated, choose, say } = useShipment(ready, services);
  const rows = search ? ready.filter((order) => matches(order, search)) : ready;
  const free = rows.filter((order) => obstacle(order) === null);
  const stop = dispatchStop(shipment);
  const elsewhereOf = useOtherTrolleys();
  const isOffline = !online && offline_since !== null;

  const lastChosen = useRef<string | null>(null);
  const onChoose = useCallback(
    (uuid: string, on: boolean): void => {
      if (on) lastChosen.current = uuid;
      choose([uuid], on);
    },
    [choose],
  );
  useReadyScan(
    screen !== null,
    ({ uuid }) => {
      setSearch('');
      lastChosen.current = uuid;
      choose([uuid], true);
      requestAnimationFrame(() => {
        const row = document.getElementById(rowId(uuid));
        row?.scrollIntoView({ block: 'center' });
        // Tab leads on to service, weight and boxes of this order. A checkbox opens no keyboard on a tablet.
        row?.querySelector<HTMLElement>('input[type=checkbox]')?.focus({ preventScroll: true });
      });
    },
    (total_weight) => {
      // The scale weighs the boxes of the order that was chosen last.
      const uuid = shipment.of.get(lastChosen.current ?? '')?.lead.uuid;
      const order = ready.find((each) => each.uuid === uuid);
      if (!order) return false;
      say(order.uuid, withWeight(shipment.howOf(order), total_weight));
      return true;
    },
  );

  const dispatchButton = useRef<HTMLButtonElement>(null);
  const onWeighed = useCallback((): void => dispatchButton.current?.focus(), []);
  const { chosen, dispatches, boxes } = shipment;
  const orders = countText(chosen.length, 'order');
  const shippedCount = dispatches.reduce((sum, { orders: inside, how }) => sum + (how.mark_as_shipped ? inside.length : 0), 0);
  const next = whatNext(chosen.length, shippedCount, isOffline);
  const dock = isOffline ? ['No network: requested now.', 'Labels come when it is back.'] : ['Shipping cannot be undone.', 'Labels are next.'];
  const togetherWith = (uuid: string): ReadyView[] =>
    dispatches.find(({ orders: inside }) => inside.some((order) => order.uuid === uuid))?.orders ?? [];

  /** Asks about each weight that differs. Returns the confirmed ways to ship by the uuid of their first order, or null if something is weighed again. */
  const confirmWeights = async (): Promise<ReadonlyMap<string, How> | null> => {
    const confirmed = new Map<string, How>();
    for (const { orders: inside, how } of dispatches) {
      const [lead] = inside;
      const weight = boxWeightOf(inside, how, services);
      if (!lead || weight?.verdict.is !== 'differs' || how.expected_g === weight.verdict.expected_g) continue;
      const { verdict, weight_g } = weight;
      if (await askWeight(boxQuestion(inside, how, services, { weight_g, verdict }))) {
        confirmed.set(lead.uuid, { ...how, expected_g: verdict.expected_g });
        say(lead.uuid, { ...how, expected_g: verdict.expected_g });
      } else {
        // The measured weight stays until another one replaces it, and is asked about again.
        requestAnimationFrame(() => document.getElementById(weightFieldId(lead.order_number))?.focus());
        return null;
      }
    }
    return confirmed;
  };
  const dispatch = async (): Promise<void> => {
    const confirmed = await confirmWeights();
    if (!confirmed) return;
    const sure = await ask({
      title: 'Are you sure you want to ship the selected orders?',
      body: (
        <>
          <ShipmentPreview shipment={shipment} services={services} consolidated={consolidated} />
          <p>
            {isOffline
              ? `There is no network: ${chosen.length === 1 ? 'it is' : 'they are'} requested now. ${next} Shipping cannot be undone.`
              : 'Shipping cannot be undone.'}
          </p>
        </>
      ),
      action: `Dispatch ${orders}`,
      keep: 'Not yet',
    });
    if (!sure) return;
    setBusy(true);
    const verdict = await requestDispatch(
      chosen.map((order) => ({ uuid: order.uuid, ...(confirmed.get(order.uuid) ?? shipment.howOf(order)) })),
      consolidated,
    );
    setBusy(false);
    if (showRefusal(verdict)) return;
    toast(next, { title: `${orders} requested, not shipped` });
    await navigate(DISPATCHES, { state: { requested: chosen.map(({ uuid }) => uuid) } satisfies FromShipList });
  };
  useKey('ctrl+enter', chosen.length > 0 && !stop && !busy ? () => void dispatch() : undefined, 'Dispatch the selected orders');
  useKey('p', () => void navigate(DISPATCHES, { state: { print: true } satisfies FromShipList }), 'Print labels');

  return (
    <Page
      title="Dispatch"
      flush
      strip={
        <SearchOrScan value={search} onSearch={setSearch}>
          <SortChoice />
        </SearchOrScan>
      }
      foot={
        ready.length > 0 && (
          <>
            <div className="grow ship-sum">
              <strong>
                {chosen.length === 0
                  ? 'Nothing selected'
                  : `${orders}, ${countText(dispatches.length, 'dispatch', 'dispatches')}, ${countText(boxes, 'box', 'boxes')}`}
              </strong>
              <p className="sub">
                {chosen.length === 0 && 'Select the orders that leave together.'}
                {chosen.length > 0 && !stop && `${dock[0]} ${shippedCount === chosen.length ? next : dock[1]}`}
                {stop}
              </p>
            </div>
            <Button
              ref={dispatchButton}
              size="lg"
              look="primary"
              icon="truck"
              disabled={chosen.length === 0 || stop !== null}
              busy={busy}
              onClick={() => void dispatch()}
            >
              {chosen.length === 0 ? 'Dispatch' : `Dispatch ${orders}`}
            </Button>
          </>
        )
      }
    >
      {screen === null && (
        <FloorWaiting>
          <SkeletonText lines={5} />
        </FloorWaiting>
      )}
      {screen !== null && rows.length === 0 && (
        <EmptyState title="No orders ready for dispatch">
          {search ? <p>Nothing matches “{search}”.</p> : <p>Orders come here when they are picked and prepped.</p>}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <>
          <div className="line wide ship-tools">
            <Tick
              className="whitespace-nowrap"
              checked={free.length > 0 && free.every(({ uuid }) => shipment.of.has(uuid))}
              disabled={free.length === 0}
              onChange={(event) =>
                choose(
                  free.map(({ uuid }) => uuid),
                  event.target.checked,
                )
              }
            >
              Select all {rows.length}
            </Tick>
            <ScaleLine />
            <Tick className="push" checked={consolidated} onChange={(event) => setConsolidated(event.target.checked)}>
              Consolidated <span className="note">same address, one dispatch</span>
            </Tick>
          </div>
          <p className="line note ship-heads" aria-hidden="true">
            <span className="grow">Order</span>
            <span className="head-service">Service</span>
            <span className="head-weight">Weight</span>
            <span className="head-boxes">Boxes</span>
          </p>
          <ul className="rows ship-rows bg-surface border-line border-y">
            {rows.map((order) => {
              const place = shipment.of.get(order.uuid);
              return (
                <ReadyRow
                  key={order.uuid}
                  order={order}
                  elsewhere={elsewhereOf(order.holders)}
                  how={shipment.howOf(order)}
                  leadHow={shipment.howOf(place?.lead ?? order)}
                  services={services}
                  place={place}
                  weight={boxWeightOf(place ? togetherWith(order.uuid) : [order], shipment.howOf(order), services)}
                  onChoose={onChoose}
                  onSay={say}
                  onWeighed={onWeighed}
                />
              );
            })}
          </ul>
          <p className="note ship-tools">{countText(rows.length, 'order')} ready for dispatch</p>
        </>
      )}
      {dialog}
      {weightDialog}
    </Page>
  );
}
