import type { PurchaseOrder } from '../../shared/purchasing/purchase-order.ts';
import { useSession } from '../session/use-session.ts';
import { FormMessages } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { useStore } from '../ui/store.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { readPurchaseOrder } from './client.ts';
import { LinesCard } from './lines-card.tsx';
import { hasNextStep, OrderButtons, OrderFoot } from './order-buttons.tsx';
import { OrderHead } from './order-head.tsx';
import { Late, Stage } from './purchase-order-words.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { useOrderActions } from './use-order-actions.tsx';
import { type OrderSaves, useSaveOrder } from './use-save-order.ts';
import { WorkOrderCard } from './work-order-card.tsx';
import './purchasing.css';

const list = '/admin/purchase-orders';

/** One purchase order or work order. A draft is edited here; of an approved order only dates, contact and notes can be changed. */
export default function EditPurchaseOrder() {
  return (
    <RecordPage title="Purchase order" back={list} queryKey={['purchase-orders', 'one']} read={readPurchaseOrder}>
      {(order) => order && <Sheet order={order} />}
    </RecordPage>
  );
}

/** Asks the person before they leave the page while `saves` has text that is not stored. */
function UnsavedGuard({ saves }: { saves: OrderSaves }) {
  useUnsavedGuard(useStore(saves.unsaved) > 0);
  return null;
}

function Sheet({ order }: { order: PurchaseOrder }) {
  const { our_reference, work_order } = order;
  const isPhone = useIsPhone();
  const { can: may } = useSession();
  const { saves, stale, epoch } = useSaveOrder(order.id);
  const actions = useOrderActions(order, saves);
  const buttons = <OrderButtons order={order} actions={actions} />;
  return (
    <Page
      title={our_reference}
      name={`${work_order ? 'Work order' : 'Purchase order'} ${our_reference}`}
      back={list}
      sub={
        <span className="line purchase-due">
          {work_order && <span className="nowrap">Work order</span>}
          <Stage one={order} />
          <Late due_on={order.next_due_on} is_late={order.is_late} />
        </span>
      }
      actions={isPhone ? undefined : buttons}
      foot={hasNextStep(order) ? <OrderFoot order={order} actions={actions} /> : undefined}
    >
      <UnsavedGuard saves={saves} />
      <div className="purchase-order">
        {stale && <FormMessages form={{ id: '', busy: false, submit: () => undefined, faults: [], stale }} />}
        <OrderHead key={`head-${epoch}`} order={order} saves={saves} errors={actions.errors} seesSuppliers={may('see_suppliers')} />
        <LinesCard order={order} saves={saves} epoch={epoch} faults={actions.faults} isTried={actions.isTried} />
        {work_order && <WorkOrderCard order={order} />}
        {order.is_approved && may('receive_goods') && <ReceiptsCard order={order} />}
        {isPhone && <div className="line flex-wrap">{buttons}</div>}
      </div>
      {actions.dialog}
    </Page>
  );
}
