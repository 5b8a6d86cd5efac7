import type { ReactNode } from 'react';
import type { ErrorCodeRow } from '../../shared/sync/rows.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { type ChosenReason, ReasonChoice } from './reason-choice.tsx';

interface ShortReasonSheetProps {
  /** Items that are there, and items that are wanted. */
  qty: number;
  of: number;
  /** Whether the items were picked for one order, or found for several. */
  verb: 'picked' | 'found';
  reasons: readonly ErrorCodeRow[];
  reason: ChosenReason;
  onReason: (reason: ChosenReason) => void;
  /** What is still missing; null if the shortfall can be recorded. */
  missing: string | null;
  onRecord: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The sheet that asks for the reason of a shortfall. `children` say how many items there are. */
export function ShortReasonSheet({ qty, of, verb, reasons, reason, onReason, missing, onRecord, onClose, children }: ShortReasonSheetProps) {
  const short = of - qty;
  return (
    <Sheet
      open
      asksFirst
      onClose={onClose}
      title="Select reason for picking anomaly"
      description={`${verb === 'picked' ? `Picked ${qty} of ${of}` : `${qty} found for ${of}`}, ${short} short`}
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={onClose}>
            Keep counting
          </Button>
          <Button size="lg" look="primary" className="flex-1" disabled={missing !== null} onClick={onRecord}>
            Record {qty} of {of}
          </Button>
        </>
      }
    >
      <div className="flow">
        {children}
        <ReasonChoice reasons={reasons} value={reason} onChange={onReason} />
        {missing && <p className="sub">{missing}</p>}
        {short > 0 && (
          <p className="note">
            The {short} not {verb} go back to free stock, and a count of the bin is requested.
          </p>
        )}
      </div>
    </Sheet>
  );
}
