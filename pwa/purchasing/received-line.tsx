import { memo, useRef } from 'react';
import { qtyMissing } from '../../shared/purchasing/line-of-code.ts';
import type { PurchaseOrderLine } from '../../shared/purchasing/purchase-order.ts';
import { formatCount } from '../ui/count-text.ts';
import { DateText } from '../ui/date-text.tsx';
import { TextField } from '../ui/field.tsx';
import { ProductWords, productText, SupplierSku } from './order-lines.tsx';
import { countOf } from './typed-count.ts';

/** The name of the field that holds how many items of a line have arrived now. */
export const fieldOfLine = (id: number) => `lines.${id}.qty_new` as const;

interface ReceivedLineProps {
  line: PurchaseOrderLine;
  due_on: string | null;
  value: string;
  error: string | undefined;
  /** Whether the line was scanned last. */
  isScanned: boolean;
  onQty: (line_id: number, text: string) => void;
  /** Moves the focus from the line's field to the next line, or to the button that sends the delivery. */
  onEnter: (from: HTMLElement) => void;
}

/** A line and how many items of it have arrived now. */
export const ReceivedLine = memo(function ReceivedLine({ line, due_on, value, error, isScanned, onQty, onEnter }: ReceivedLineProps) {
  /** The text of the field when it got the focus. Escape restores it, which removes the keys that a scanner has typed. */
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
