import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { purchaseOrderUrl } from '../../shared/documents/document-urls.ts';
import { messages } from '../../shared/messages.ts';
import type { PurchaseOrder, PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { approvalFaults } from '../../shared/purchasing/rules.ts';
import { formatDate, ukDate } from '../../shared/uk-time.ts';
import type { ApiError } from '../api/api-error.ts';
import { useWrite } from '../api/use-write.ts';
import { useSession } from '../session/use-session.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { focusField } from '../ui/field-name.ts';
import { FormMessages } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from '../ui/money.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { useStore } from '../ui/store.ts';
import { useConfirm } from '../ui/use-confirm.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { CancelPartDialog } from './cancel-part-dialog.tsx';
import { addLine, changePurchaseOrder, chasePurchaseOrder, deleteLine, readPurchaseOrder, sendPurchaseOrder } from './client.ts';
import { OrderHead } from './order-head.tsx';
import { EditedLine, FixedLine, type LineErrors, productText } from './order-lines.tsx';
import { Late, qtyOrdered, Stage } from './purchase-order-words.tsx';
import { ReceiptsCard } from './receipts-card.tsx';
import { type OrderSaves, useSaveOrder } from './use-save-order.ts';
import './purchasing.css';

const list = '/admin/purchase-orders';
const refresh = [['purchase-orders'], ['suppliers'], ['shortfall'], ['stock'], ['mail']];

/** One purchase order or work order: a draft is written here; what is approved is fixed but for dates, contact and notes. */
export default function EditPurchaseOrder() {
  return (
    <RecordPage title="Purchase order" back={list} queryKey={['purchase-orders', 'one']} read={readPurchaseOrder}>
      {(order) => order && <Sheet order={order} />}
    </RecordPage>
  );
}

/** Asks before text is left behind that is not stored. */
function UnsavedGuard({ saves }: { saves: OrderSaves }) {
  useUnsavedGuard(useStore(saves.unsaved) > 0);
  return null;
}

const faultsOf = ({ lines }: PurchaseOrder): Record<string, string> =>
  approvalFaults(lines.map((line) => ({ ...line, product_id: line.product?.id ?? null, unit_price: line.unit_price ?? null })));

/** The faults of each line by its place; the same object for a line whose faults are the same. */
function lineErrors(errors: Record<string, string>): Map<number, LineErrors> {
  const byPlace = new Map<number, LineErrors>();
  for (const [name, message] of Object.entries(errors)) {
    const [, place, field] = /^lines\.(\d+)\.(\w+)$/.exec(name) ?? [];
    if (field) byPlace.set(Number(place), { ...byPlace.get(Number(place)), [field]: message });
  }
  return byPlace;
}

/** What is fixed and why; null while everything can be changed. */
function fixedText({ is_approved, is_closed, is_cancelled }: PurchaseOrder): string | null {
  if (is_cancelled) return 'This order is cancelled and can only be read';
  if (is_closed) return 'This order is closed and can only be read';
  return is_approved ? 'Lines, supplier, reference and prices are fixed since it was approved' : null;
}

/** Shows that there is no address to mail to, on its field; true where that is the reason of a refusal. */
function refuseMail({ first_messages }: ApiError): boolean {
  const isAddress = 'contact_email' in first_messages;
  // The message is on the screen first.
  if (isAddress) afterPaint(() => focusField('contact_email'));
  return isAddress;
}

function Sheet({ order }: { order: PurchaseOrder }) {
  const { id, our_reference, lines, can, work_order } = order;
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const { can: may } = useSession();
  const [seesSuppliers, seesCosts] = [may('see_suppliers'), may('see_costs')];
  const { ask, dialog } = useConfirm();
  const { saves, stale, epoch } = useSaveOrder(id);
  const [fresh, setFresh] = useState<number | null>(null);
  const [cancelling, setCancelling] = useState<PurchaseOrderLine | null>(null);
  /** Approving was tried: what prevents it is shown until it is mended. */
  const [isTried, setTried] = useState(false);

  const add = useWrite({
    send: (_: undefined, options) => addLine(id, options),
    refresh: [['purchase-orders']],
    onSaved: (line) => setFresh(line.id),
  });
  const remove = useWrite({
    send: (line: number, options) => deleteLine(id, line, options),
    success: 'Line Deleted',
    refresh: [['purchase-orders']],
    onSaved: () => document.getElementById('add-line')?.focus(),
  });
  const step = useWrite({
    send: (json: { approved?: true; send?: false; cancelled?: true; closed?: true; version: number }, options) =>
      changePurchaseOrder(id, json, options),
    success: 'Purchase order updated',
    refresh,
    onRefused: refuseMail,
    onSaved: ({ is_cancelled, is_closed }) => {
      if (is_cancelled || is_closed) void navigate(list);
    },
  });
  const mailed = ({ contact_email, supplier }: PurchaseOrder) => contact_email ?? supplier?.sales_email ?? 'the supplier';
  const send = useWrite({
    send: (_: undefined, options) => sendPurchaseOrder(id, options),
    success: (answer) => `The order is on its way to ${mailed(answer)}`,
    refresh,
    onRefused: refuseMail,
  });
  const chase = useWrite({
    send: (_: undefined, options) => chasePurchaseOrder(id, options),
    success: (answer) => `${mailed(answer)} is asked for what is late`,
    refresh,
    onRefused: refuseMail,
  });
  const askMail = async (what: 'send' | 'chase'): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    const isSend = what === 'send';
    const yes = await ask({
      title: isSend ? `Send ${latest.our_reference} again?` : `Chase ${latest.our_reference}?`,
      body: (
        <p>
          {isSend ? 'The order and its PDF go to' : 'The lines that are late go to'} {mailed(latest)}.
          {isSend && latest.sent_at && ` It was sent on ${formatDate(latest.sent_at, 'moment')}.`}
        </p>
      ),
      action: isSend ? 'Send again' : 'Chase supplier',
      keep: 'Go back',
    });
    if (yes) void (isSend ? send : chase).write(undefined);
  };
  const { write: writeLine } = add;
  const onAdd = useCallback(() => void saves.inTurn(() => writeLine(undefined)), [saves, writeLine]);
  const { write: removeLine } = remove;
  const onDelete = useCallback(
    async (line: PurchaseOrderLine): Promise<void> => {
      const title = line.product ? `Delete the line ${productText(line.product)}?` : 'Delete this line?';
      if (await ask({ title, action: 'Delete line', destroys: true })) void saves.inTurn(() => removeLine(line.id));
    },
    [ask, saves, removeLine],
  );

  /** The order once every field is stored; undefined where one is not. */
  const settle = async (): Promise<PurchaseOrder | undefined> => {
    const latest = await saves.settled();
    if (saves.unsaved.get() === 0) return latest;
    document.querySelector<HTMLElement>('.purchase-order [aria-invalid]')?.focus();
    return undefined;
  };
  const askApprove = async (): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    setTried(true);
    const [first] = Object.keys(faultsOf(latest));
    if (first) {
      // The messages are on the screen first.
      requestAnimationFrame(() => (first === 'lines' ? document.getElementById('add-line')?.focus() : focusField(first)));
      return;
    }
    const address = latest.contact_email ?? latest.supplier?.sales_email;
    const yes = await ask({
      title: `Approve & finalise ${latest.our_reference}?`,
      body: (
        <div className="flow">
          <p>
            {countText(latest.qty_lines, 'line')}, {countText(latest.qty_requested, 'item')}
            {latest.sub_total !== undefined && latest.sub_total !== null && `, ${formatMoney(latest.sub_total)} ex VAT`}.
          </p>
          <p>
            {address ? (
              <>A copy will be sent to the supplier: {address}</>
            ) : (
              'Neither this order nor its supplier has an email address. Enter one, or send the PDF yourself.'
            )}
          </p>
          <p>Lines, supplier, reference and prices can no longer be changed afterwards.</p>
        </div>
      ),
      action: address ? 'Approve & Finalise' : 'Approve without email',
      keep: address ? 'Go back' : 'Enter an address',
    });
    if (yes) void step.write({ approved: true, ...(!address && { send: false }), version: latest.version });
    else if (!address) afterPaint(() => focusField('contact_email'));
  };
  const askEnd = async (end: 'cancelled' | 'closed'): Promise<void> => {
    const latest = await settle();
    if (!latest) return;
    const isCancel = end === 'cancelled';
    const yes = await ask({
      title: `${isCancel ? 'Cancel' : 'Close'} ${latest.our_reference}?`,
      body: <p>This cannot be undone</p>,
      action: isCancel ? 'Cancel PO' : 'Close PO',
      keep: 'Go back',
      destroys: isCancel,
    });
    if (yes) void step.write({ [end]: true, version: latest.version });
  };

  const faults = isTried && can.edit_lines ? faultsOf(order) : {};
  const errorsByPlace = lineErrors(faults);
  const fixed = may('edit_purchase_orders') ? fixedText(order) : null;
  const ordered = qtyOrdered(order);
  const supplier_id = work_order ? undefined : order.supplier?.id;
  const account_id = work_order ? (order.account?.id ?? null) : undefined;
  const today = ukDate(new Date().toISOString());
  const grid = can.edit_lines
    ? work_order
      ? 'purchase-draft with-sets'
      : 'purchase-draft'
    : seesCosts
      ? 'purchase-ordered'
      : 'purchase-ordered without-costs';
  const headings = can.edit_lines
    ? ['Product', 'Supplier SKU', '#Quantity', '#Price £', '#Total', 'Due', ...(work_order ? ['Clothing set'] : []), 'Notes', '']
    : [
        'Product',
        seesSuppliers ? 'Supplier SKU' : '',
        'Due',
        '#Ordered',
        '#Received',
        '#Cancelled',
        '#Left',
        ...(seesCosts ? ['#Price £', '#Total £'] : []),
        'Notes',
        '',
      ];

  const pdf = (
    <a className="btn" href={purchaseOrderUrl(order)} target="_blank" rel="noreferrer">
      <Icon name="file" />
      PDF
    </a>
  );
  const cancel = can.cancel && (
    <Button look="danger" busy={step.busy} onClick={() => void askEnd('cancelled')}>
      Cancel PO
    </Button>
  );
  const isChased = can.send && order.is_late && !can.chase;
  const mails = can.send && (
    <>
      <Button icon="mail" busy={send.busy} onClick={() => void askMail('send')}>
        {order.sent_at ? 'Send again' : 'Send'}
      </Button>
      {(can.chase || isChased) && (
        <Button
          icon="mail"
          busy={chase.busy}
          disabled={!can.chase}
          title={isChased ? messages.already_chased : undefined}
          onClick={() => void askMail('chase')}
        >
          {isChased ? 'Chased today' : 'Chase supplier'}
        </Button>
      )}
    </>
  );
  const receive = can.receive && order.is_approved && (
    <ButtonLink
      look={order.qty_pending > 0 ? 'primary' : undefined}
      className={isPhone ? 'grow' : undefined}
      to={`/admin/purchase-orders/${id}/receive`}
    >
      Receive
    </ButtonLink>
  );
  const approve = can.edit_lines && (
    <Button look="primary" className={isPhone ? 'grow' : undefined} busy={step.busy} busyText="One moment" onClick={() => void askApprove()}>
      Approve &amp; Finalise
    </Button>
  );
  const isClosable = can.edit && order.is_approved;
  const closeWaits = isClosable && !can.close ? `Close waits for the ${formatCount(order.qty_pending)} still to come` : null;
  const close = isClosable && (
    <Button
      className={isPhone ? 'grow' : undefined}
      look={can.close ? 'primary' : undefined}
      busy={step.busy}
      disabled={!can.close}
      aria-describedby={closeWaits ? 'close-waits' : undefined}
      onClick={() => void askEnd('closed')}
    >
      Close PO
    </Button>
  );

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
      actions={
        isPhone ? undefined : (
          <>
            {pdf}
            {mails}
            {cancel}
          </>
        )
      }
      foot={
        approve || close || receive ? (
          <>
            {!isPhone && (
              <span>
                <strong>{countText(order.qty_lines, 'line')}</strong>, {countText(ordered, 'item')}
              </span>
            )}
            <span className={isPhone ? 'line grow' : 'push line'}>
              {closeWaits && (
                <span className="note" id="close-waits">
                  {closeWaits}
                </span>
              )}
              {close}
              {receive}
              {approve}
            </span>
          </>
        ) : undefined
      }
    >
      <UnsavedGuard saves={saves} />
      <div className="purchase-order">
        {stale && <FormMessages form={{ id: '', busy: false, submit: () => undefined, faults: [], stale }} />}
        <OrderHead
          key={`head-${epoch}`}
          order={order}
          saves={saves}
          errors={{ ...step.errors, ...send.errors, ...chase.errors }}
          seesSuppliers={seesSuppliers}
        />
        <section className="card" aria-label="Lines">
          <header>
            <h2>Lines</h2>
            <span className="note">
              {countText(lines.length, 'line')} ·{' '}
              {order.is_approved ? `${formatCount(order.qty_received)} of ${formatCount(ordered)} received` : countText(ordered, 'item')}
            </span>
            {can.edit_lines && (
              <Button className="push" icon="plus" id="add-line" busy={add.busy} onClick={onAdd}>
                Add line
              </Button>
            )}
          </header>
          {lines.length === 0 ? (
            <div role={isTried ? 'alert' : undefined}>
              <EmptyState title={messages.purchase_order_empty} />
            </div>
          ) : (
            <>
              <div className={`purchase-heads ${grid} note`} aria-hidden="true">
                {headings.map((heading) => (
                  <span key={heading} className={heading.startsWith('#') ? 'num' : undefined}>
                    {heading.replace('#', '')}
                  </span>
                ))}
              </div>
              <ul className={`rows purchase-lines ${grid}`}>
                {lines.map((line, index) =>
                  can.edit_lines ? (
                    <EditedLine
                      key={`${line.id}/${epoch}`}
                      line={line}
                      index={index}
                      saves={saves}
                      errors={errorsByPlace.get(index)}
                      supplier_id={supplier_id}
                      account_id={account_id}
                      isFresh={line.id === fresh}
                      onDelete={onDelete}
                      onAdd={onAdd}
                    />
                  ) : (
                    <FixedLine
                      key={`${line.id}/${epoch}`}
                      line={line}
                      index={index}
                      saves={saves}
                      due_on={order.due_on}
                      today={today}
                      canEdit={can.edit}
                      seesCosts={seesCosts}
                      isWorkOrder={work_order}
                      onCancelPart={setCancelling}
                    />
                  ),
                )}
              </ul>
            </>
          )}
          {(fixed || seesCosts) && (
            <footer>
              {fixed && (
                <span className="note line purchase-fixed">
                  <Icon name="lock" /> {fixed}
                </span>
              )}
              {seesCosts && (
                <span className="push nowrap">
                  <span className="sub">Sub total</span> <strong>{formatMoney(order.sub_total ?? 0)}</strong>
                </span>
              )}
            </footer>
          )}
        </section>
        {order.is_approved && may('receive_goods') && <ReceiptsCard order={order} />}
        {isPhone && (
          <div className="line flex-wrap">
            {pdf}
            {mails}
            <span className="push">{cancel}</span>
          </div>
        )}
      </div>
      {cancelling && <CancelPartDialog order_id={id} line={cancelling} onClose={() => setCancelling(null)} />}
      {dialog}
    </Page>
  );
}
