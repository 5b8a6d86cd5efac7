import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { messages } from '../../shared/messages.ts';
import { useAllowances } from '../api/allowances.tsx';
import { BudgetBar } from '../api/budget-bar.tsx';
import { useReadOrder } from '../api/use-read-order.ts';
import type { AddedPerson } from '../api/use-start-order.ts';
import { useSession } from '../session/use-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { Segments } from '../ui/segments.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { createStore, useStore } from '../ui/store.ts';
import { toast } from '../ui/toast.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { useAdded } from './added-banner.tsx';
import type { Line, Order, Style, Wearer } from './client.ts';
import { GiveSame } from './give-same.tsx';
import { limitOfStyle, type StyleLimit } from './judge-product.ts';
import { KeptFromSite } from './kept-from-site.tsx';
import { useBudgets, useOrder, useUsual } from './order-data.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderNotices } from './order-notices.tsx';
import { Details, OverlayContext, Overlays } from './order-overlays.tsx';
import { OrderSummary } from './order-summary.tsx';
import { firstName, itemsOf, standingOf } from './order-words.ts';
import { ProductGrid, ProductGridWaiting } from './product-grid.tsx';
import { type QuickLine, quickLine } from './quick-line.ts';
import { Saving } from './saving.tsx';
import { type ComingLine, hasUnsaved, type NewLine } from './use-add-line.ts';
import { useEditedWearer } from './use-edited-wearer.ts';
import { type Leaving, useLeaving } from './use-leaving.ts';
import { useListPath } from './use-list-path.ts';
import { useNextOrders } from './use-next-orders.ts';
import { type Overlay, useOverlay } from './use-overlay.ts';
import { useRemovals } from './use-removals.tsx';
import { WearerRail } from './wearer-rail.tsx';
import './ordering.css';

/** An order that is being filled: the wearers, the products, their sizes, the delivery, and sending it. */
export default function OrderEdit() {
  const { uuid = '' } = useParams();
  return <EditOf key={uuid} uuid={uuid} />;
}

function EditOf({ uuid }: { uuid: string }) {
  const query = useOrder(uuid, true);
  const listPath = useListPath();
  const overlay = useOverlay();
  const { isLeaving, leaving } = useLeaving(useNextOrders(uuid, listPath).afterSending);
  const added = useAdded();
  const wasOpen = useRef(false);
  if (!query.data) {
    return (
      <Page title="Order" back={listPath}>
        <Loaded query={query} noun="order" waiting={<Waiting />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  // An order that can no longer be changed is shown read-only. If it was sent from this screen, the screen stays until the list is shown.
  if (!query.data.can.edit_lines && !isLeaving) return <ToReview order={query.data} isNews={wasOpen.current} />;
  wasOpen.current = true;
  return (
    <OverlayContext value={overlay}>
      <Edit order={query.data} show={overlay.show} showsDetails={overlay.overlay === 'details'} listPath={listPath} leaving={leaving} added={added} />
    </OverlayContext>
  );
}

/** Goes to the review of an order. `isNews`: a toast says that somebody else has sent or closed the order meanwhile. */
function ToReview({ order, isNews }: { order: Order; isNews: boolean }) {
  const { uuid, is_submitted, is_requested } = order;
  useEffect(() => {
    if (isNews)
      toast(is_submitted ? messages.order_submitted : is_requested ? messages.already_requested : messages.changed_meanwhile, { tone: 'plain' });
  }, [isNews, is_submitted, is_requested]);
  return <Navigate to={`/orders/${uuid}`} replace />;
}

const Waiting = () => (
  <div className="stack" aria-hidden="true">
    <Skeleton width="60%" height={20} />
    <ProductGridWaiting />
  </div>
);

/** A first name with more letters than this does not fit beside the other text on a phone. */
const LONG_NAME = 12;

interface EditProps {
  order: Order;
  show: Overlay['show'];
  showsDetails: boolean;
  listPath: string;
  leaving: Leaving;
  added: AddedPerson | null;
}

const Edit = memo(DrawnEdit);

function DrawnEdit({ order, show, showsDetails, listPath, leaving, added }: EditProps) {
  const isPhone = useIsPhone();
  const { can, who: me, role } = useSession();
  const read = useReadOrder(order, showsDetails);
  const { wearer, activeId, lines, products, onFile, selectWearer } = useEditedWearer(order);
  const [view, setView] = useState<'products' | 'lines'>('products');

  const budgets = useBudgets(order).data?.items ?? [];
  const wearerBudgets = budgets.filter(({ employee_id }) => employee_id === wearer?.id);
  const styles = products.data?.items ?? [];
  const { removeOrder, removeWearer, removeLine } = useRemovals(order, leaving.leave);
  const [pendingLines] = useState(() => createStore<readonly ComingLine[]>([]));
  const waits = waitText(order, wearer, lines, useStore(hasUnsaved));

  // The function stays the same between renders, so that the cards need not be rendered again.
  const choose = useCallback(
    (style: Style, line?: Line): void => show(line ? `line=${line.id}` : `product=${style.id}&wearer=${activeId}`),
    [show, activeId],
  );
  const adder = useRef<((line: NewLine) => void) | null>(null);
  const { usual, isPending: isUsualPending } = useUsual(order, activeId);
  const quickLineOf = (style: Style): QuickLine | null => (isUsualPending ? null : quickLine(style, onFile.get(style.id), usual[0], order.lines));
  const { data: wearerAllowances } = useAllowances(activeId, { enabled: styles.some(({ allowances }) => allowances.length > 0) });
  const limitOf = (style: Style, quantity: number): StyleLimit | null =>
    activeId === undefined ? null : limitOfStyle({ order, employee_id: activeId, style, quantity, wearerAllowances });
  const addAtOnce = useCallback(
    (style: Style, line: QuickLine): void => {
      if (activeId === undefined) return;
      adder.current?.({
        ...line,
        employee_id: activeId,
        style_id: style.id,
        is_size_selected: true,
        variation_colour: null,
        budget: null,
        notes: '',
        is_quick: true,
      });
    },
    [activeId],
  );
  const changeLine = (line: Line): void => show(`line=${line.id}`);
  const orderItems = (
    <Button look="primary" disabled={waits !== null} aria-describedby={waits ? 'order-waits' : undefined} onClick={() => show('details')}>
      Order Items
    </Button>
  );

  const details = showsDetails && order.lines.length > 0 && (
    <Details order={order} read={read} budgets={budgets} onChooseFor={selectWearer} leaving={leaving} />
  );
  if (details && isPhone) return details;

  const mayChangeSets = wearer !== undefined && can('change_roles_and_sets') && (role === 'super' || wearer.id !== me.user.id);
  const menu: MenuItem[] = [
    ...(mayChangeSets ? [{ label: 'Change Roles and Clothing Sets', icon: 'swap' as const, onSelect: () => show(`roles&wearer=${wearer.id}`) }] : []),
    ...(wearer && order.can.add_employees && order.employees.length > 1
      ? [{ label: `Remove ${wearer.name}`, icon: 'user' as const, danger: true, onSelect: () => removeWearer(wearer) }]
      : []),
    ...(order.can.delete ? [{ label: 'Delete order', icon: 'trash' as const, danger: true, onSelect: removeOrder }] : []),
  ];
  const people = `${countText(order.employees.length, 'person', 'people')} · ${countText(order.qty_total_items, 'item')}`;
  const rail = (
    <WearerRail
      wearers={order.employees}
      selected={wearer?.id ?? null}
      onSelect={selectWearer}
      onAdd={order.can.add_employees ? () => show('employees') : undefined}
    />
  );
  const budgetCard = wearerBudgets.length > 0 && (
    <section className="card budgets" aria-label="Budget">
      {wearerBudgets.map((budget) => (
        <BudgetBar key={budget.id} budget={budget} />
      ))}
    </section>
  );
  const grid = wearer?.is_archived ? (
    <ArchivedWearer order={order} wearer={wearer} onRemove={() => removeWearer(wearer)} onDelete={removeOrder} />
  ) : (
    <Loaded query={products} noun="products" waiting={<ProductGridWaiting />}>
      {(offer) => (
        <>
          <KeptFromSite
            order={order}
            products={offer}
            otherwise={mayChangeSets && <Button onClick={() => show(`roles&wearer=${wearer.id}`)}>Change Roles and Clothing Sets</Button>}
          />
          {offer.items.length > 0 && (
            <ProductGrid
              styles={offer.items}
              lines={lines}
              coming={pendingLines}
              wearer={activeId}
              onFile={onFile}
              onChoose={choose}
              quickLineOf={quickLineOf}
              limitOf={limitOf}
              onAdd={addAtOnce}
              prices={order.sub_total !== null}
            />
          )}
        </>
      )}
    </Loaded>
  );
  const lineList = (
    <>
      <OrderLines order={order} lines={lines} onChange={changeLine} onDelete={removeLine} />
      {wearer && lines.length > 0 && <GiveSame order={order} wearer={wearer} />}
    </>
  );
  const notices = <OrderNotices order={order} added={added && added.id === wearer?.id ? added : null} />;
  const who = wearer ? firstName(wearer.name) : '';

  return (
    <>
      <Page
        title={
          <>
            Order <span className="code">{order.order_number}</span>
          </>
        }
        name={`Order ${order.order_number}`}
        back={listPath}
        sub={
          isPhone ? (
            <>
              {standingOf(order)} · <Saving />
            </>
          ) : (
            `${standingOf(order)} · ${order.account.name}`
          )
        }
        actions={
          menu.length > 0 && (
            <Menu items={menu}>
              <IconButton icon="more" label="More" className={isPhone ? 'head-end' : undefined} />
            </Menu>
          )
        }
        strip={rail}
        primary={
          <>
            {waits && (
              <span className="note" id="order-waits">
                {waits}
              </span>
            )}
            {orderItems}
          </>
        }
        foot={
          isPhone && (
            <>
              <SummaryButton order={order} people={people} waits={waits} onOpen={() => show('summary')} />
              {orderItems}
            </>
          )
        }
      >
        {isPhone ? (
          <div className="stack edit-phone">
            {notices}
            {budgetCard}
            <div className="line">
              <h2 className="sr">{view === 'products' ? `Products for ${who}` : `Ordered for ${who}`}</h2>
              <Segments
                label={`For ${who}`}
                value={view}
                onChange={(next) => setView(next === 'lines' ? 'lines' : 'products')}
                segments={[
                  { value: 'products', label: who.length > LONG_NAME ? 'Products' : `Products for ${who}`, count: styles.length || undefined },
                  { value: 'lines', label: 'Ordered', count: lines.length },
                ]}
              />
            </div>
            {view === 'products' ? grid : <section className="card">{lineList}</section>}
          </div>
        ) : (
          <div className="edit-desk">
            <div className="edit-main">
              {notices}
              <div className="line edit-heading">
                <h2>Products for {who}</h2>
                {styles.length > 0 && <span className="note push">{countText(styles.length, 'product')}</span>}
              </div>
              {grid}
            </div>
            <aside className="edit-side" aria-label="What is ordered">
              {budgetCard}
              <section className="card">
                <header>
                  <h2 className="cut">Ordered for {who}</h2>
                  <span className="note push nowrap">{countText(itemsOf(lines), 'item')}</span>
                </header>
                {lineList}
              </section>
              <SummaryCard order={order} />
            </aside>
          </div>
        )}
      </Page>
      <Overlays
        order={order}
        wearer={wearer}
        styles={products.data?.items}
        roles={products.data?.employee_roles}
        mayLeaveSize={can('order_for_others')}
        onAdded={selectWearer}
        coming={pendingLines}
        adder={adder}
      />
      {details}
    </>
  );
}

/** Says why the order cannot be sent yet; null if it can. */
function waitText(order: Order, wearer: Wearer | undefined, lines: readonly Line[], isUnsaved: boolean): string | null {
  if (!wearer) return 'Add an employee first';
  const archivedWearer = order.employees.find(({ id, is_archived }) => is_archived && order.lines.some(({ employee }) => employee.id === id));
  if (archivedWearer) return `${archivedWearer.name} is archived`;
  if (isUnsaved) return 'A product is not saved yet';
  return lines.length === 0 ? `Nothing is ordered for ${firstName(wearer.name)} yet` : null;
}

interface ArchivedWearerProps {
  order: Order;
  wearer: Wearer;
  onRemove: () => void;
  onDelete: () => void;
}

function ArchivedWearer({ order, wearer, onRemove, onDelete }: ArchivedWearerProps) {
  return (
    <EmptyState
      title={`${wearer.name} is archived`}
      action={
        order.employees.length > 1
          ? order.can.add_employees && <Button onClick={onRemove}>Remove {wearer.name}</Button>
          : order.can.delete && <Button onClick={onDelete}>Delete order</Button>
      }
    >
      <p>Nothing can be ordered for them any more.</p>
    </EmptyState>
  );
}

interface SummaryButtonProps {
  order: Order;
  /** How many people and items the order has, as text. */
  people: string;
  waits: string | null;
  onOpen: () => void;
}

/** The order's sum in the dock of a phone. A press opens the order's summary. */
function SummaryButton({ order, people, waits, onOpen }: SummaryButtonProps) {
  return (
    <button type="button" className="grow dock-summary" onClick={onOpen} aria-label={`In this order: ${people}`}>
      {order.sub_total !== null && (
        <span className="strong block">
          {formatMoney(order.sub_total)} <span className="note">ex VAT</span>
        </span>
      )}
      <span className="note text-md block" id="order-waits">
        {waits ?? people}
      </span>
    </button>
  );
}

function SummaryCard({ order }: { order: Order }) {
  return (
    <section className="card">
      <header>
        <h2>In this order</h2>
        <span className="push small nowrap">
          <Saving />
        </span>
      </header>
      <OrderSummary order={order} />
    </section>
  );
}
