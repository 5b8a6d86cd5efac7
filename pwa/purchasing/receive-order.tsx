import { useQueryClient } from '@tanstack/react-query';
import { memo, useCallback, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { messages } from '../../shared/messages.ts';
import { countScan, qtyMissing } from '../../shared/purchasing/line-of-code.ts';
import {
  type ChangedPurchaseOrder,
  type PurchaseOrder,
  type PurchaseOrderLine,
  purchaseOrderChange,
} from '../../shared/purchasing/purchase-order.ts';
import type { RecordedReceipt } from '../../shared/purchasing/receipt.ts';
import { qtyOver } from '../../shared/purchasing/receive-lines.ts';
import { useForm } from '../api/use-form.ts';
import { useWrite } from '../api/use-write.ts';
import { CameraButton } from '../scan/camera-button.tsx';
import { ScansWait } from '../scan/scans-wait.tsx';
import { useScan } from '../scan/use-scan.ts';
import { useSession } from '../session/use-session.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { countText, formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, Submit } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { changePurchaseOrder, type OrderChange, readPurchaseOrder } from './client.ts';
import { focusNextLine, ProductWords, productText, SupplierSku } from './order-lines.tsx';
import { type OverLine, OverReceiptDialog } from './over-receipt-dialog.tsx';
import { Late, Stage } from './purchase-order-words.tsx';
import { receiptRefresh } from './receipt-refresh.ts';
import { ReceivedItems } from './received-items.tsx';
import { changedLines, ReceivedMeanwhileDialog } from './received-meanwhile-dialog.tsx';
import { countOf } from './typed-count.ts';
import { orderKey } from './use-save-order.ts';
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

const fieldOfLine = (id: number) => `lines.${id}.qty_new` as const;

function Delivery({ order, back, onReceived }: DeliveryProps) {
  const { id, our_reference } = order;
  const queries = useQueryClient();
  const isPhone = useIsPhone();
  const seesCosts = useSession().can('see_costs');
  const lines = order.lines.filter(({ product }) => product !== null);
  const [scanned, setScanned] = useState<{ line: number; count: number } | null>(null);
  const [question, setQuestion] = useState<{ over: OverLine[]; answer: (lines: OrderChange['lines'] | null) => void } | null>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const isOver = useRef(false);
  /** The order as it was when this delivery was begun, or when somebody last looked at what others have received. */
  const base = useRef(order);
  const [meanwhile, setMeanwhile] = useState<{ before: PurchaseOrder; now: PurchaseOrder; answer: (isMore: boolean) => void } | null>(null);
  /** The present order, where it has changed since; null otherwise. */
  const current = useRef<PurchaseOrder | null>(null);

  const receive = useWrite({
    send: (json: OrderChange, options) => changePurchaseOrder(id, json, options),
    success: (answer) => answer.receipt && `${answer.receipt.reference} recorded`,
    refresh: receiptRefresh,
    onRefused: (error) => {
      isOver.current = 'confirm_over_receipt' in error.first_messages;
      current.current = error.code === 'stale_version' ? (error.current as PurchaseOrder) : null;
      return isOver.current || current.current !== null;
    },
  });
  /** Sends a delivery on the order as it was read. Where others have received or cancelled items meanwhile, a person decides. */
  const sendOnBase = async (json: OrderChange): Promise<ChangedPurchaseOrder | undefined> => {
    for (;;) {
      current.current = null;
      const saved = await receive.write({ ...json, version: base.current.version });
      const changedOrder = current.current as PurchaseOrder | null;
      if (saved || !changedOrder) return saved;
      queries.setQueryData(orderKey(id), changedOrder);
      const before = base.current;
      base.current = changedOrder;
      if (!changedLines(before, changedOrder).length) continue;
      const isMore = await new Promise<boolean>((answer) => setMeanwhile({ before, now: changedOrder, answer }));
      setMeanwhile(null);
      if (!isMore) return undefined;
    }
  };
  /** Sends a delivery; where more has arrived than was ordered, the question decides what is sent again. */
  const write = async (json: OrderChange) => {
    isOver.current = false;
    const saved = await sendOnBase(json);
    if (saved || !isOver.current) return saved;
    const latest = base.current;
    const over = (json.lines ?? []).flatMap(({ id: line_id, qty_new }) => {
      const line = latest.lines.find((one) => one.id === line_id);
      const more = line ? qtyOver({ ...line, qty_received: line.qty_received + qty_new }) : 0;
      return line && more > 0 && qty_new > 0 ? [{ line, qty_new, qty_over: Math.min(more, qty_new) }] : [];
    });
    const counted = await new Promise<OrderChange['lines'] | null>((answer) => setQuestion({ over, answer }));
    setQuestion(null);
    return counted ? sendOnBase({ ...json, lines: counted, confirm_over_receipt: true }) : undefined;
  };
  const form = useForm({
    schema: purchaseOrderChange,
    values: { lines: {} as Record<number, { qty_new: string }>, delivery_note_number: '' },
    input: (values) => ({ lines: counted(values.lines), delivery_note_number: values.delivery_note_number }),
    fieldOf: (name, values) => {
      const [, n] = /^lines\.(\d+)\./.exec(name) ?? [];
      const line = n === undefined ? undefined : counted(values.lines)[Number(n)];
      return line ? fieldOfLine(line.id) : name;
    },
    check: ({ lines: typed }) =>
      Object.fromEntries(
        lines.map(({ id: line_id, source, qty_out }) => [
          fieldOfLine(line_id),
          source && countOf(typed[line_id]?.qty_new) > qty_out ? messages.not_sent_out(qty_out) : null,
        ]),
      ),
    write,
    errors: isOver.current ? {} : receive.errors,
    onSaved: ({ receipt }) => receipt && onReceived(receipt),
  });
  const counted = (typed: Record<number, { qty_new: string }>) =>
    lines.flatMap(({ id: line_id }) => {
      const text = typed[line_id]?.qty_new?.trim();
      return text ? [{ id: line_id, qty_new: /^\d+$/.test(text) ? Number(text) : Number.NaN }] : [];
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
  const qty_now = counts.reduce((sum, { qty }) => sum + qty, 0);
  // While nothing is counted here, what others receive only changes the base.
  if (qty_now === 0) base.current = order;
  const qty_missing = lines.reduce((sum, line) => sum + qtyMissing(line), 0);
  const overs = counts.flatMap(({ line, qty }) => (!line.source && qty > qtyMissing(line) ? [qty - qtyMissing(line)] : []));
  const qty_over = overs.reduce((sum, qty) => sum + qty, 0);
  const fillMissing = (): void => {
    for (const line of lines) if (qtyMissing(line) > 0) onQty(line.id, String(qtyMissing(line)));
    // It can be pressed once the quantities are on the screen.
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
      foot={
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
      }
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
              // A scanner ends the number with Enter; the delivery is not sent by it.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              submit.current?.focus();
            }}
          />
          <p className="purchase-scanned" aria-live="polite">
            {lastScanned && scanned ? (
              <>
                <strong>{formatCount(scanned.count)}</strong> of {productText(lastScanned.product)}
                {scanned.count > qtyMissing(lastScanned) && <span className="t-warn"> – more than ordered</span>}
              </>
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
      {question && (
        <OverReceiptDialog
          over={question.over}
          seesCosts={seesCosts}
          onReceiveAll={() => question.answer(counted(form.hook.getValues().lines))}
          onReceiveOrdered={() => {
            for (const { line, qty_new, qty_over: more } of question.over) onQty(line.id, String(qty_new - more));
            question.answer(counted(form.hook.getValues().lines));
          }}
          onClose={() => question.answer(null)}
        />
      )}
    </Page>
  );
}

interface ReceivedLineProps {
  line: PurchaseOrderLine;
  due_on: string | null;
  value: string;
  error: string | undefined;
  /** It was scanned last. */
  isScanned: boolean;
  onQty: (line_id: number, text: string) => void;
  /** Moves on from its field. */
  onEnter: (from: HTMLElement) => void;
}

/** A line and how many items of it have arrived now. */
const ReceivedLine = memo(function ReceivedLine({ line, due_on, value, error, isScanned, onQty, onEnter }: ReceivedLineProps) {
  /** The text of the field when it got the focus. A scanner that typed into it removes its keys by Escape. */
  const before = useRef('');
  const missing = qtyMissing(line);
  const qtyRemaining = missing - countOf(value);
  const name = productText(line.product);
  const note = [line.clothing_set?.name, line.decoration, line.notes].filter(Boolean).join(' · ');
  return (
    <li className={`purchase-line ${qtyRemaining < 0 ? 'warn' : ''} ${isScanned ? 'purchase-now' : ''}`}>
      <div className="purchase-product">
        <ProductWords product={line.product} />
      </div>
      <SupplierSku line={line} />
      <span className="sub purchase-date">
        <span className="purchase-label purchase-label-text">Due </span>
        <DateText value={due_on} form="list" none="No date" />
      </span>
      <span className="num purchase-figure">
        <span className="purchase-label purchase-label-text">Ordered </span>
        {formatCount(line.qty_requested - line.qty_cancelled)}
      </span>
      <span className="num purchase-figure sub">
        <span className="purchase-label purchase-label-text">Received </span>
        {formatCount(line.qty_received)}
      </span>
      <TextField
        id={`receive-${line.id}`}
        name={fieldOfLine(line.id)}
        label={
          <>
            <span className="purchase-label">Now</span>
            <span className="sr"> of {name}</span>
          </>
        }
        className="purchase-now-field"
        data-scan-through=""
        autoComplete="off"
        inputMode="numeric"
        placeholder="0"
        maxLength={6}
        value={value}
        error={error}
        onFocus={(event) => {
          before.current = value;
          event.currentTarget.select();
        }}
        onChange={({ target }) => onQty(line.id, target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQty(line.id, before.current);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter(event.currentTarget);
        }}
      />
      <span className={`num purchase-figure ${qtyRemaining < 0 ? 't-warn strong' : qtyRemaining === 0 ? 't-done' : ''}`}>
        <span className="purchase-label purchase-label-text">Left </span>
        {qtyRemaining < 0 ? `${formatCount(-qtyRemaining)} over` : formatCount(qtyRemaining)}
      </span>
      <span className="sub cut purchase-note" title={note}>
        {note}
      </span>
    </li>
  );
});
