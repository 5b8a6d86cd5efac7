import { useState } from 'react';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import type { LineView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { LineSummary } from './line-summary.tsx';
import { type ChosenReason, missingOfReason, ReasonChoice, reasonToRecord } from './reason-choice.tsx';
import type { ShortReason } from './record-pick.ts';

export interface ShortSheetProps {
  line: LineView;
  reasons: readonly ErrorCodeRow[];
  onClose: () => void;
  onRecord: (qty: number, reason: ShortReason | null) => Promise<void>;
}

/** Asks how many items were picked and why fewer than allocated, with details where the reason requires them. */
export function ShortSheet({ line, reasons, onClose, onRecord }: ShortSheetProps) {
  const [qty, setQty] = useState(Math.min(line.qty_picked, line.qty_allocated));
  const [reason, setReason] = useState<ChosenReason>({ code: line.code, details: line.other_reason ?? '' });
  const short = line.qty_allocated - qty;
  const missing = short === 0 ? null : missingOfReason(reasons, reason);

  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title="Select reason for picking anomaly"
      description={`Picked ${qty} of ${line.qty_allocated}, ${short} short`}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Keep counting
          </Button>
          <Button
            size="lg"
            look="primary"
            className="flex-1"
            disabled={missing !== null}
            onClick={() => void onRecord(qty, short > 0 ? reasonToRecord(reasons, reason) : null)}
          >
            Record {qty} of {line.qty_allocated}
          </Button>
        </>
      }
    >
      <div className="flow">
        <div className="line wide short-line">
          <LineSummary line={line} />
          <QtyStepper value={qty} max={line.qty_allocated} of={line.qty_allocated} onChange={setQty} label={`Picked of ${line.qty_allocated}`} />
        </div>
        <ReasonChoice reasons={reasons} value={reason} onChange={setReason} />
        {missing && <p className="sub">{missing}</p>}
        {short > 0 && <p className="note">The {short} not picked go back to free stock, and a count of the bin is requested.</p>}
      </div>
    </Sheet>
  );
}
