import { useState } from 'react';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import type { LineView } from '../offline/views.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { LineSummary } from './line-summary.tsx';
import { type ChosenReason, missingOfReason, reasonToRecord } from './reason-choice.tsx';
import type { ShortReason } from './record-pick.ts';
import { ShortReasonSheet } from './short-reason-sheet.tsx';

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
    <ShortReasonSheet
      qty={qty}
      of={line.qty_allocated}
      verb="picked"
      reasons={reasons}
      reason={reason}
      onReason={setReason}
      missing={missing}
      onRecord={() => void onRecord(qty, short > 0 ? reasonToRecord(reasons, reason) : null)}
      onClose={onClose}
    >
      <div className="line wide short-line">
        <LineSummary line={line} />
        <QtyStepper value={qty} max={line.qty_allocated} of={line.qty_allocated} onChange={setQty} label={`Picked of ${line.qty_allocated}`} />
      </div>
    </ShortReasonSheet>
  );
}
