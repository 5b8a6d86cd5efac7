import { type RefObject, useCallback, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { countScan, qtyMissing } from '../../shared/purchasing/line-of-code.ts';
import { type PurchaseOrder, type PurchaseOrderLine, purchaseOrderChange } from '../../shared/purchasing/purchase-order.ts';
import type { RecordedReceipt } from '../../shared/purchasing/receipt.ts';
import { useForm } from '../api/use-form.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ScansWait } from '../scan/scans-wait.tsx';
import { useScan } from '../scan/use-scan.ts';
import { useSession } from '../session/use-session.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, type FormState, Submit } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { readPurchaseOrder } from './client.ts';
import { focusNextLine, productText } from './order-lines.tsx';
import { OverReceiptDialog } from './over-receipt-dialog.tsx';
import { Late, Stage } from './purchase-order-words.tsx';
import { ReceivedItems } from './received-items.tsx';
import { fieldOfLine, ReceivedLine } from './received-line.tsx';
import { ReceivedMeanwhileDialog } from './received-meanwhile-dialog.tsx';
import { countOf } from './typed-count.ts';
import { useDelivery } from './use-delivery.ts';
import './purchasing.css';

/** One delivery of a purchase order: how many of each line have arrived, counted by scanner or by hand. */
export default function ReceiveOrder() {
  return (
    <RecordPage
      title="Purchase order"
      back="/admin/purchase-orders"
      queryKey={['purchase-orders', 'one']}
      read={readPurchaseOrder}
      waiting={
        <>
          <ScansWait />
          <SkeletonText lines={8} />
        </>
      }
    >
      {(order) => order && <Receiving order={order} />}
    </RecordPage>
  );
}

function Receiving({ order }: { order: PurchaseOrder }) {
  const [receipt, setReceipt] = useState<RecordedReceipt | null>(null);
  const back = `/admin/purchase-orders/${order.id}/edit`;
  if (receipt) return <ReceivedItems order={order} receipt={receipt} back={back} onAgain={() => setReceipt(null)} />;
  if (order.can.receive) return <Delivery order={order} back={back} onReceived={setReceipt} />;
  return (
    <Page title={`Receive ${order.our_reference}`} back={back}>
      <EmptyState title="Nothing can be received on this order">
        <p>{order.is_draft ? 'It is not approved yet.' : `It is ${order.is_cancelled ? 'cancelled' : 'closed'}.`}</p>
      </EmptyState>
    </Page>
  );
}

interface DeliveryProps {
  order: PurchaseOrder;
  back: string;
  onReceived: (receipt: RecordedReceipt) => void;
}

/** The quantity that is typed or scanned for each line, by the line's id. */
type TypedLines = Record<number, { qty_new: string }>;

/** The typed quantities; NaN for a text that is no number. */
const deliveredLines = (lines: readonly PurchaseOrderLine[], typed: TypedLines) =>
  lines.flatMap(({ id }) => {
    const text = typed[id]?.qty_new?.trim();
    return text ? [{ id, qty_new: /^\d+$/.test(text) ? Number(text) : Number.NaN }] : [];
  });

function Delivery({ order, back, onReceived }: DeliveryProps) {
  const { our_reference } = order;
  const seesCosts = useSession().can('see_costs');
  const lines = order.lines.filter(({ product }) => product !== null);
  const [scanned, setScanned] = useState<{ line: number; count: number } | null>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const delivery = useDelivery(order);
  const { over, meanwhile } = delivery;
  const form = useForm({
    schema: purchaseOrderChange,
    values: { lines: {} as TypedLines, delivery_note_number: '' },
    input: (values) => ({ lines: deliveredLines(lines, values.lines), delivery_note_number: values.delivery_note_number }),
    fieldOf: (name, values) => {
      const [, n] = /^lines\.(\d+)\./.exec(name) ?? [];
      const line = n === undefined ? undefined : deliveredLines(lines, values.lines)[Number(n)];
      return line ? fieldOfLine(line.id) : name;
    },
    check: ({ lines: typed }) =>
      Object.fromEntries(
        lines.map(({ id: line_id, source, qty_out }) => [
          fieldOfLine(line_id),
          source && countOf(typed[line_id]?.qty_new) > qty_out ? messages.not_sent_out(qty_out) : null,
        ]),
      ),
    write: delivery.write,
    errors: delivery.errors,
    onSaved: ({ receipt }) => receipt && onReceived(receipt),
  });
  const { control } = form;
  const latest = useRef(control);
  latest.current = control;
  const onQty = useCallback((line_id: number, text: string) => latest.current(fieldOfLine(line_id)).onChange(text), []);
  /** The quantity of a line as typed or scanned so far, even before the screen shows it. */
  const countNow = ({ id: line_id }: { id: number }): number => countOf(form.hook.getValues().lines[line_id]?.qty_new);
  const onEnter = useCallback((from: HTMLElement) => {
    if (!focusNextLine(from)) submit.current?.focus();
  }, []);

  useScan(({ text }) => {
    const scan = countScan(lines, text, countNow);
    if (!scan) return 'pass';
    const { line, count } = scan;
    onQty(line.id, String(count));
    setScanned({ line: line.id, count });
    document.getElementById(`receive-${line.id}`)?.closest('li')?.scrollIntoView({ block: 'nearest' });
    return count <= qtyMissing(line) ? 'right' : 'wrong';
  });

  const counts = lines.map((line) => ({ line, qty: countOf(form.values.lines[line.id]?.qty_new) }));
  // While nothing is counted on this screen, the delivery is based on the latest order, so that a receipt by somebody else needs no question.
  if (counts.every(({ qty }) => qty === 0)) delivery.begin();
  const qty_missing = lines.reduce((sum, line) => sum + qtyMissing(line), 0);
  const fillMissing = (): void => {
    for (const line of lines) if (qtyMissing(line) > 0) onQty(line.id, String(qtyMissing(line)));
    // The button gets the focus after the quantities are on the screen, so that nobody submits them unseen.
    afterPaint(() => submit.current?.focus());
  };
  const lastScanned = scanned && lines.find((line) => line.id === scanned.line);

  return (
    <Page
      title={`Receive ${our_reference}`}
      back={back}
      sub={
        <span className="line purchase-due">
          <Stage one={order} />
          <Late due_on={order.next_due_on} is_late={order.is_late} />
        </span>
      }
      foot={<DeliveryFoot form={form} submit={submit} counts={counts} />}
    >
      <Form form={form} className="purchase-order">
        <section className="card purchase-delivery" aria-label="Delivery">
          <TextField
            label="Delivery note number"
            autoComplete="off"
            hint="Printed on the supplier’s delivery note"
            {...form.field('delivery_note_number')}
            maxLength={limits.delivery_note_number}
            onKeyDown={(event) => {
              // A scanner ends the number with Enter; that Enter must not send the delivery.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              submit.current?.focus();
            }}
          />
          <p className="purchase-scanned" aria-live="polite">
            {lastScanned && scanned ? (
              <ScannedWords line={lastScanned} count={scanned.count} />
            ) : (
              <span className="note">A scan of a SKU, barcode or supplier SKU counts one item. A scan of a carton counts its contents.</span>
            )}
          </p>
        </section>
        <section className="card" aria-label="Lines">
          <header>
            <h2>Lines</h2>
            <span className="note">
              {countText(lines.length, 'line')} · {formatCount(qty_missing)} {order.work_order ? 'at the decorator' : 'missing'}
            </span>
            <span className="push line">
              <CameraButton />
              <Button disabled={qty_missing === 0} onClick={fillMissing}>
                {order.work_order ? 'All that is out' : 'All that is missing'}
              </Button>
            </span>
          </header>
          <div className="purchase-heads purchase-receive note" aria-hidden="true">
            <span>Product</span>
            <span>Supplier SKU</span>
            <span>Due</span>
            <span className="num">Ordered</span>
            <span className="num">Received</span>
            <span className="num">Now</span>
            <span className="num">Left</span>
            <span>Notes</span>
          </div>
          <ul className="rows purchase-lines purchase-receive">
            {lines.map((line) => {
              const { value, error } = form.control(fieldOfLine(line.id));
              return (
                <ReceivedLine
                  key={line.id}
                  line={line}
                  due_on={line.due_on ?? order.due_on}
                  value={value ?? ''}
                  error={error}
                  isScanned={scanned?.line === line.id}
                  onQty={onQty}
                  onEnter={onEnter}
                />
              );
            })}
          </ul>
        </section>
      </Form>
      {meanwhile && <ReceivedMeanwhileDialog {...meanwhile} onReceive={() => meanwhile.answer(true)} onClose={() => meanwhile.answer(false)} />}
      {over && (
        <OverReceiptDialog
          over={over.lines}
          seesCosts={seesCosts}
          onReceiveAll={() => over.answer(deliveredLines(lines, form.hook.getValues().lines))}
          onReceiveOrdered={() => {
            for (const { line, qty_new, qty_over } of over.lines) onQty(line.id, String(qty_new - qty_over));
            over.answer(deliveredLines(lines, form.hook.getValues().lines));
          }}
          onClose={() => over.answer(null)}
        />
      )}
    </Page>
  );
}

/** How many items of the scanned line have arrived, including the scan. */
const ScannedWords = ({ line, count }: { line: PurchaseOrderLine; count: number }) => (
  <>
    <strong>{formatCount(count)}</strong> of {productText(line.product)}
    {count > qtyMissing(line) && <span className="t-warn"> – more than ordered</span>}
  </>
);

interface DeliveryFootProps {
  form: FormState;
  submit: RefObject<HTMLButtonElement | null>;
  counts: readonly { line: PurchaseOrderLine; qty: number }[];
}

/** How many items have arrived, how many of them were not ordered, and the button that receives them. */
function DeliveryFoot({ form, submit, counts }: DeliveryFootProps) {
  const isPhone = useIsPhone();
  const qty_now = counts.reduce((sum, { qty }) => sum + qty, 0);
  const overs = counts.flatMap(({ line, qty }) => (!line.source && qty > qtyMissing(line) ? [qty - qtyMissing(line)] : []));
  const qty_over = overs.reduce((sum, qty) => sum + qty, 0);
  return (
    <>
      {!isPhone && (
        <span>
          <strong>{countText(qty_now, 'item')} now</strong>, {countText(counts.filter(({ qty }) => qty > 0).length, 'line')}
        </span>
      )}
      {qty_over > 0 && (
        <span className="t-warn strong line purchase-fixed">
          <Icon name="alert" /> {formatCount(qty_over)} more than ordered on {countText(overs.length, 'line')}
        </span>
      )}
      <span className={isPhone ? 'line grow' : 'push line'}>
        <Submit
          form={form}
          ref={submit}
          className={isPhone ? 'grow' : undefined}
          waits={qty_now > 0 ? null : 'Scan what has arrived, or say how many.'}
          busyText="Receiving"
        >
          {qty_now > 0 ? `Receive ${countText(qty_now, 'item')}` : 'Receive'}
        </Submit>
      </span>
    </>
  );
}
