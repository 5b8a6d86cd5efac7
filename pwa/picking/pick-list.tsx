import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { holdsText } from '../../shared/folded.ts';
import { limits } from '../../shared/limits.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { floorSort, sortOrders } from '../offline/floor-sort.ts';
import { FloorWaiting } from '../offline/floor-waiting.tsx';
import { SortChoice } from '../offline/sort-choice.tsx';
import { usePickList } from '../offline/use-floor.ts';
import { useOtherTrolleys } from '../offline/use-other-trolleys.ts';
import type { PickView } from '../offline/views.ts';
import { WaitingPrintJobs } from '../offline/waiting-print-jobs.tsx';
import { SearchOrScan } from '../scan/search-or-scan.tsx';
import { useSession } from '../session/use-session.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OrderRow, OrderRows } from '../ui/order-row.tsx';
import { OrderRowsSkeleton } from '../ui/order-rows-skeleton.tsx';
import { Page } from '../ui/page.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useStore } from '../ui/store.ts';
import { ClusterRow, clustersIn } from './cluster-rows.tsx';
import { formatPickTime } from './format-pick-time.ts';
import { ALL_PICKS, aislesOf, filterText, passesFilter, pickFilter } from './pick-filter.ts';
import { pickSelection, setPickSelection } from './pick-selection.ts';
import { startCluster } from './start-cluster.ts';
import { startPick } from './start-pick.ts';
import './picking.css';

const SelectByScan = lazy(() => import('./select-by-scan.tsx'));
const PickFilterSheet = lazy(() => import('./pick-filter-sheet.tsx'));

const matches = (pick: PickView, search: string): boolean =>
  [pick.order_number, pick.account_name, pick.site_name, pick.site_reference, pick.picker?.name, pick.tote].some((words) => holdsText(words, search));

/** The orders to pick, as this tablet knows them; works without a network. */
export default function PickList() {
  const picks = usePickList();
  const { who } = useSession();
  const sort = useStore(floorSort);
  const [search, setSearch] = useState('');
  const filter = useStore(pickFilter);
  const [isFiltering, setIsFiltering] = useState(false);
  const navigate = useNavigate();
  const me = who?.user.id;
  const stored = useStore(pickSelection);
  const selection = stored?.by === me ? (stored?.ids ?? null) : null;
  const setSelection = useCallback((ids: ReadonlySet<number> | null): void => setPickSelection(ids && { by: me, ids }), [me]);

  // One's own pick comes first, because it is the next thing to do.
  const visible = useMemo(() => {
    const today = ukDate(new Date().toISOString());
    const matching = sortOrders(picks ?? [], sort).filter((pick) => !search || matches(pick, search));
    // A search finds any order, and one's own pick stays in the list, whatever the filter says.
    const others = matching.filter((pick) => pick.picker?.id !== me && (search !== '' || passesFilter(pick, filter, today)));
    return [...matching.filter((pick) => pick.picker?.id === me), ...others];
  }, [picks, sort, search, filter, me]);
  const applied = search ? '' : filterText(filter);
  const { clusters, others } = useMemo(() => clustersIn(visible, me), [visible, me]);
  // An order that somebody has taken meanwhile is no longer selected.
  const selected = selection === null ? [] : others.filter((pick) => selection.has(pick.id) && canJoin(pick));
  const possible = others.filter(canJoin).slice(0, limits.cluster_orders);
  const toggle = useCallback(
    (id: number): void => {
      const before = pickSelection.get()?.ids ?? new Set();
      setSelection(new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
    },
    [setSelection],
  );
  const selectPick = (pick: PickView): boolean => {
    const ids = pickSelection.get()?.ids ?? new Set();
    if (ids.has(pick.id)) return true;
    if (!canJoin(pick) || selected.length >= limits.cluster_orders) return false;
    setSearch('');
    toggle(pick.id);
    return true;
  };
  const pickTogether = async (): Promise<void> => {
    const { id, verdict } = await startCluster(selected.map((pick) => pick.id));
    if (showRefusal(verdict)) return;
    setSelection(null);
    await navigate(`/admin/picking/clusters/${id}`);
  };
  const items = visible.reduce((sum, pick) => sum + pick.qty_allocated, 0);

  return (
    <Page
      title="Picking"
      flush
      strip={
        <SearchOrScan value={search} onSearch={setSearch}>
          <SortChoice />
          <Button onClick={() => setIsFiltering(true)}>Filter</Button>
          <Button aria-pressed={selection !== null} onClick={() => setSelection(selection === null ? new Set() : null)}>
            {selection === null ? 'Pick several' : 'Cancel'}
          </Button>
        </SearchOrScan>
      }
      foot={
        selection !== null && (
          <PickTogether
            count={selected.length}
            possible={possible.length}
            isMore={others.filter(canJoin).length > possible.length}
            onSelectAll={() => setSelection(new Set(possible.map(({ id }) => id)))}
            onStart={() => void pickTogether()}
          />
        )
      }
    >
      {picks === null && (
        <FloorWaiting>
          <OrderRowsSkeleton />
        </FloorWaiting>
      )}
      <div className="pick-print-jobs">
        <WaitingPrintJobs />
      </div>
      {applied && (
        <p className="line flex-wrap pick-applied">
          <span className="grow">
            <strong>{applied}</strong>
            <span className="sub">
              {' '}
              · {visible.length} of {countText(picks?.length ?? 0, 'order')}
            </span>
          </span>
          <Button onClick={() => pickFilter.set(ALL_PICKS)}>All orders</Button>
        </p>
      )}
      {picks !== null && visible.length === 0 && (
        <EmptyState title={search || applied ? 'No Orders' : 'No orders are waiting for picking'}>
          {search ? (
            <p>Nothing matches “{search}”.</p>
          ) : (
            <p>{applied ? 'No order passes this filter.' : 'Orders appear here as soon as the office releases them.'}</p>
          )}
        </EmptyState>
      )}
      {visible.length > 0 && (
        <>
          {clusters.length > 0 && (
            <ul className="rows bg-surface border-line border-b">
              {clusters.map((cluster) => (
                <ClusterRow key={cluster.id} cluster={cluster} />
              ))}
            </ul>
          )}
          <OrderRows orders={others} className="border-b">
            {(pick) => (
              <PickRow
                key={pick.id}
                pick={pick}
                isMine={pick.picker !== null && pick.picker.id === me}
                selection={
                  selection === null
                    ? undefined
                    : {
                        isSelected: selection.has(pick.id),
                        isPossible: canJoin(pick) && (selection.has(pick.id) || selected.length < limits.cluster_orders),
                        toggle,
                      }
                }
              />
            )}
          </OrderRows>
          <p className="note px-(--pad) py-4">
            {countText(visible.length, 'order')} · {countText(items, 'item')} ·{' '}
            {sort === 'required' ? 'the first required on top' : 'in the order they were submitted'}
          </p>
        </>
      )}
      {selection !== null && (
        <Suspense fallback={null}>
          <SelectByScan picks={picks ?? []} select={selectPick} />
        </Suspense>
      )}
      {isFiltering && (
        <Suspense fallback={null}>
          <PickFilterSheet filter={filter} aisles={aislesOf(picks ?? [])} count={visible.length} onClose={() => setIsFiltering(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Whether an order can be picked with others: nobody picks it, and it is not on hold. */
const canJoin = (pick: PickView): boolean => pick.picker === null && !pick.is_frozen && pick.qty_allocated > 0;

/** Docked under the list while orders are selected: starts them together, or says what is missing. */
const PickTogether = ({
  count,
  possible,
  isMore,
  onSelectAll,
  onStart,
}: {
  count: number;
  /** How many orders of the list one trolley takes. */
  possible: number;
  /** True if the list has more of them. */
  isMore: boolean;
  onSelectAll: () => void;
  onStart: () => void;
}) => (
  <div className="line flex-wrap pick-together">
    <p className="grow sub">
      {count < 2
        ? `Select 2 to ${limits.cluster_orders} orders that go on one trolley.`
        : `Totes 1 to ${count} of the trolley, in the order of the list.`}
    </p>
    {possible > 1 && count < possible && (
      <Button size="lg" onClick={onSelectAll}>
        {isMore ? `Select the first ${possible}` : `Select all ${possible}`}
      </Button>
    )}
    <Button size="lg" look="primary" disabled={count < 2} onClick={onStart}>
      {count < 2 ? 'Pick together' : `Pick ${count} together`}
    </Button>
  </div>
);

/** The selection of orders for one trolley, as one row has it. */
interface RowSelection {
  isSelected: boolean;
  isPossible: boolean;
  toggle: (id: number) => void;
}

function PickRow({ pick, isMine, selection }: { pick: PickView; isMine: boolean; selection: RowSelection | undefined }) {
  const navigate = useNavigate();
  const href = `/admin/picking/orders/${pick.uuid}`;
  const isTaken = pick.picker !== null && !isMine;
  const hasPicked = pick.qty_picked > 0;
  // Items on other trolleys are not named while somebody else picks the order: items on that picker's trolley belong there.
  const elsewhere = useOtherTrolleys()(isTaken ? [] : pick.holders);

  const begin = async (): Promise<void> => {
    if (!isMine && showRefusal(await startPick(pick.id))) return;
    await navigate(href);
  };

  const action = selection ? (
    <Button
      aria-pressed={selection.isSelected}
      look={selection.isSelected ? 'primary' : 'plain'}
      icon={selection.isSelected ? 'check' : 'plus'}
      disabled={!selection.isPossible}
      onClick={() => selection.toggle(pick.id)}
      aria-label={`Select order ${pick.order_number}`}
    >
      {selection.isSelected ? 'Selected' : 'Select'}
    </Button>
  ) : isTaken || pick.is_frozen ? (
    <ButtonLink to={href} aria-label={`View order ${pick.order_number}`}>
      View
    </ButtonLink>
  ) : (
    <Button look={isMine ? 'primary' : 'plain'} onClick={() => void begin()} aria-label={`${isMine ? 'Resume' : 'Pick'} order ${pick.order_number}`}>
      {isMine ? 'Resume' : 'Pick'}
    </Button>
  );
  return (
    <OrderRow
      href={href}
      order_number={pick.order_number}
      account={pick.account_name}
      about={
        <span title={pick.site_name ?? undefined}>
          {pick.site_reference && <span className="code">{pick.site_reference} · </span>}
          {pick.site_name}
          {pick.tote && ` · tote ${pick.tote}`}
          {elsewhere && <span className="pick-elsewhere"> · {elsewhere}</span>}
        </span>
      }
      required_on={pick.required_on}
      notes={pick.customer_notes}
      badges={<Standing pick={pick} isMine={isMine} />}
      garments={pick.products}
      count={hasPicked ? pick.qty_picked : pick.qty_allocated}
      of={hasPicked ? pick.qty_allocated : undefined}
      unit="items"
      isMine={isMine}
      action={action}
    />
  );
}

/** Who has the order and since when, and what blocks it. */
function Standing({ pick, isMine }: { pick: PickView; isMine: boolean }) {
  const { picker, paused_at, claimed_at, handed_over } = pick;
  const who = isMine ? 'You' : picker?.name;
  return (
    <>
      {pick.is_frozen && (
        <Badge tone="warn" icon="lock">
          On hold
        </Badge>
      )}
      {pick.state === 'paused' && (
        <Badge tone="line-only" icon="pause">
          Paused by {isMine ? 'you' : who}
          {paused_at && `, ${formatPickTime(paused_at)}`}
        </Badge>
      )}
      {pick.state === 'picking' && isMine && <Badge tone="accent">You are picking</Badge>}
      {pick.state === 'picking' && !isMine && (
        <Badge icon="lock">
          Picked by {who}
          {claimed_at && ` since ${formatPickTime(claimed_at)}`}
        </Badge>
      )}
      {!picker && handed_over && (
        <Badge tone="line-only" icon="swap">
          Handed over by {handed_over.name}, {formatPickTime(handed_over.at)}
        </Badge>
      )}
    </>
  );
}
