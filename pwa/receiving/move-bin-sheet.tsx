import { useState } from 'react';
import { isTote } from '../../shared/purchasing/tote.ts';
import type { SyncRows } from '../../shared/sync/floor.ts';
import { currentRows } from '../offline/current-floor.ts';
import { binQuestionHere, skusInBin } from '../offline/skus-here.ts';
import { useScan } from '../scan/use-scan.ts';
import { BinPlate } from '../ui/bin-plate.tsx';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { WholeCodes } from '../ui/whole-codes.tsx';
import { putAway } from './put-away.ts';

/** Moves items from one bin to another: a person scans the bin that holds them, then the bin that they go to, and enters how many. */
export function MoveBinSheet({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const [sku, setSku] = useState<number | null>(null);
  const [qty, setQty] = useState<number | null>(null);
  const rows: SyncRows = currentRows();
  const skus = from === null ? [] : skusInBin(rows, from);
  const one = skus.find(({ id }) => id === sku) ?? (skus.length === 1 ? skus[0] : undefined);
  useScan(
    ({ text }) => {
      if (isTote(text)) return 'wrong';
      const bin = text.toUpperCase().slice(0, 40);
      if (from === null || skus.length === 0) {
        setFrom(bin);
        return skusInBin(currentRows(), bin).length > 0 ? 'right' : 'unknown';
      }
      if (bin === from) return 'wrong';
      const isAsked = bin === to;
      setTo(bin);
      return isAsked || !one || !binQuestionHere(currentRows(), one, bin) ? 'right' : 'wrong';
    },
    { inDialog: true },
  );
  const question = one && to !== null ? binQuestionHere(rows, one, to) : null;
  const move = async (): Promise<void> => {
    if (!one || from === null || to === null || !qty) return;
    // In a move, null stands for the pick bin.
    const source = one.bin?.toUpperCase() === from ? null : from;
    if (showRefusal(await putAway({ product_id: one.id, from: source, bin: to, qty }))) return;
    toast(`${qty} of ${one.sku} from ${from} to ${to}`, { title: 'Moved' });
    onClose();
  };
  const advice =
    from === null
      ? 'Scan the bin that the items are in.'
      : skus.length === 0
        ? 'Nothing on this tablet is in this bin. Scan another one.'
        : to === null
          ? 'Now scan the bin that they go to.'
          : 'How many did you move?';
  return (
    <Sheet
      open
      onClose={onClose}
      title="Move what is in a bin"
      description={advice}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" look="primary" className="flex-1" disabled={!one || to === null || !qty} onClick={() => void move()}>
            {qty ? `Move ${qty}` : 'Move'}
          </Button>
        </>
      }
    >
      <div className="flow">
        <p className="line wide move-bins">
          <span className="mark">
            <small>From</small>
            {from ? <BinPlate bin={from} xl /> : <span className="note">Not scanned</span>}
          </span>
          <span className="mark">
            <small>To</small>
            {to ? <BinPlate bin={to} xl /> : <span className="note">Not scanned</span>}
          </span>
        </p>
        {skus.length > 0 && (
          <fieldset className="card rows" aria-label="SKU">
            {skus.map(({ id, sku: code, name }) => (
              <label key={id} className={`row tick goods-reason${one?.id === id ? ' chosen' : ''}`}>
                <input type="radio" name="sku" checked={one?.id === id} onChange={() => setSku(id)} />
                <span className="code strong">{code}</span>
                <span className="grow">{name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {question && (
          <p className="t-warn strong" role="status">
            <WholeCodes>{question}</WholeCodes>
          </p>
        )}
        {one && to !== null && <QtyStepper size="xl" value={qty} max={99_999} onChange={setQty} label={`Moved, ${one.sku}`} scanThrough />}
      </div>
    </Sheet>
  );
}
