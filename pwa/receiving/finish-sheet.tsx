import { type FormEvent, useId, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { useScan } from '../scan/use-scan.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { TextField } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { GoodsSummary, whoWaits } from './goods-group.tsx';
import type { ReceiptScreen } from './receipt-screen.ts';
import { setReceiptHeader } from './set-receipt-header.ts';

interface FinishSheetProps {
  screen: ReceiptScreen;
  onClose: () => void;
  onFinish: () => void;
}

/** Finishes a delivery, after showing what arrived and what is missing. Missing items stay open on their purchase order. */
export function FinishSheet({ screen, onClose, onFinish }: FinishSheetProps) {
  const { uuid, row, lines, orders, groups, qty } = screen;
  const [note, setNote] = useState(row?.delivery_note_number ?? '');
  const form = useId();
  // The barcode of the delivery note. A garment that is scanned by mistake is not its number.
  useScan(
    ({ text }) => {
      if (resolveScanHere(text).is !== 'unknown') return 'pass';
      setNote(text);
      return 'right';
    },
    { inDialog: true },
  );
  const over = lines.filter((line) => line.qty > line.expected);
  const missing = [...groups.remaining, ...groups.later];
  const items = missing.reduce((sum, line) => sum + line.expected - line.qty, 0);
  const asides = (row?.set_asides ?? []).filter((one) => one.qty > 0);
  const finish = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const number = note.trim() || null;
    if (number !== (row?.delivery_note_number ?? null) && showRefusal(await setReceiptHeader(uuid, number))) return;
    onFinish();
  };
  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title="Finish this delivery?"
      description={orders.map(({ our_reference }) => our_reference).join(', ')}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Keep counting
          </Button>
          <Button size="lg" look="primary" className="flex-1" type="submit" form={form}>
            Finish
          </Button>
        </>
      }
    >
      <form id={form} className="flow" onSubmit={(event) => void finish(event)}>
        <dl className="goods-sum">
          <div>
            <dt>Received</dt>
            <dd>{countText(qty, 'item')}</dd>
          </div>
          <div>
            <dt>Missing</dt>
            <dd>{items > 0 ? countText(items, 'item') : 'None'}</dd>
          </div>
          <div>
            <dt>More than ordered</dt>
            <dd>
              {over.length > 0
                ? countText(
                    over.reduce((sum, line) => sum + line.qty - line.expected, 0),
                    'item',
                  )
                : 'None'}
            </dd>
          </div>
          <div>
            <dt>Set aside</dt>
            <dd>
              {asides.length > 0
                ? countText(
                    asides.reduce((sum, one) => sum + one.qty, 0),
                    'item',
                  )
                : 'None'}
            </dd>
          </div>
        </dl>
        <TextField
          label="Delivery note number"
          name="delivery_note_number"
          value={note}
          maxLength={limits.delivery_note_number}
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
        {missing.length > 0 && (
          <section aria-label="Missing">
            <p className="sub">What is missing stays open on its purchase order.</p>
            <ul className="card rows goods-missing">
              {missing.slice(0, 20).map((line) => (
                <li key={line.key}>
                  <GoodsSummary line={line} about={whoWaits(line)} />
                  <span className="num goods-qty">
                    <strong>{line.expected - line.qty}</strong>
                  </span>
                </li>
              ))}
            </ul>
            {missing.length > 20 && <p className="note">And {countText(missing.length - 20, 'line')} more.</p>}
          </section>
        )}
        {asides.length > 0 && (
          <ul className="card rows goods-missing" aria-label="Set aside">
            {asides.map((one) => (
              <li key={`${one.code} ${one.reason}`}>
                <span className="grow">
                  <span className="code strong">{one.code}</span>
                  <span className="sub">{[one.reason, one.notes].filter(Boolean).join(': ')}</span>
                </span>
                <strong className="num">{one.qty}</strong>
              </li>
            ))}
          </ul>
        )}
      </form>
    </Sheet>
  );
}
