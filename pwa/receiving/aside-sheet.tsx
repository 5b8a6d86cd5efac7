import { useState } from 'react';
import type { ReceiptRow } from '../../shared/sync/rows.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/field.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import type { GoodsLine } from './receipt-screen.ts';
import { setAside } from './set-aside.ts';
import { setReceiptLine } from './set-receipt-line.ts';
import { goodsName, type Stray } from './use-receive-scan.ts';

const reasons = ['Damaged', 'Wrong item', 'Not ordered', 'Not known', 'Other'] as const;
type Reason = (typeof reasons)[number];

interface AsideSheetProps {
  receipt: string;
  row: ReceiptRow | null;
  /** An item of a line of the delivery's purchase orders, or a stray item that is on none of these orders. */
  goods: { line: GoodsLine } | { stray: Stray };
  onClose: () => void;
}

/** Sets aside items that are not taken into stock: how many, why, and a note for the office. */
export function AsideSheet({ receipt, row, goods, onClose }: AsideSheetProps) {
  const line = 'line' in goods ? goods.line : null;
  const stray = 'stray' in goods ? goods.stray : null;
  const code = line?.sku ?? stray?.code ?? '';
  const name = line ? goodsName(line) : (stray?.name ?? `${code} is not known here`);
  const [reason, setReason] = useState<Reason | null>(stray ? (stray.name ? 'Not ordered' : 'Not known') : null);
  const [qty, setQty] = useState(1);
  const [notes, setNotes] = useState('');
  const words = notes.trim();
  const needsWords = (reason === 'Other' || reason === 'Not known') && !words;
  const missing = reason === null ? 'Choose a reason.' : needsWords ? 'Say what it is.' : null;
  const fewer = line ? Math.min(line.qty, qty) : 0;

  const record = async (): Promise<void> => {
    if (reason === null) return;
    const before = row?.set_asides.find((one) => one.code === code && one.reason === reason);
    const aside = { receipt, code, product_id: line?.product_id ?? stray?.product_id ?? null, reason };
    if (showRefusal(await setAside({ ...aside, qty: (before?.qty ?? 0) + qty, notes: words || (before?.notes ?? null) }))) return;
    if (line && fewer > 0 && showRefusal(await setReceiptLine(receipt, line, line.qty - fewer))) return;
    toast(`${qty} of ${line ? goodsName(line) : code}. The office is informed.`, { title: 'Set aside' });
    onClose();
  };
  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title="Set aside"
      description={name}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" look="primary" className="flex-1" disabled={missing !== null} onClick={() => void record()}>
            Set {qty} aside
          </Button>
        </>
      }
    >
      <div className="flow">
        {stray && (
          <p className="sub">
            {stray.name ? 'No purchase order on this tablet has it.' : 'It is no SKU, barcode or purchase order on this tablet.'} Lay it apart from
            the rest of the delivery.
          </p>
        )}
        <div className="line wide">
          <span className="grow code strong cut">{code}</span>
          <QtyStepper value={qty} min={1} max={9999} onChange={setQty} label="Set aside" />
        </div>
        <fieldset className="card rows" aria-label="Reason">
          {reasons.map((one) => (
            <label key={one} className={`row tick goods-reason${one === reason ? ' chosen' : ''}`}>
              <input type="radio" name="reason" checked={one === reason} onChange={() => setReason(one)} />
              <span className="grow">{one === reason ? <strong>{one}</strong> : one}</span>
            </label>
          ))}
        </fieldset>
        <TextArea
          label="What the office has to know"
          name="notes"
          rows={2}
          maxLength={500}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
        {missing && <p className="sub">{missing}</p>}
        {fewer > 0 && line && (
          <p className="note">
            Items set aside do not count as received: {line.qty} counted become {line.qty - fewer}.
          </p>
        )}
      </div>
    </Sheet>
  );
}
