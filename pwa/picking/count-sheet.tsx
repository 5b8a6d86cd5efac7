import { useState } from 'react';
import type { LineView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { mayLeave } from '../ui/leave-guard.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { toast } from '../ui/toast.ts';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.ts';
import { LineSummary } from './line-summary.tsx';
import { requestCount } from './request-count.ts';

/**
 * Asks the office to have a shelf counted; a picker who has looked adds the quantity that it seems to hold. Stock changes only if the office agrees.
 */
export function CountSheet({ line, onClose }: { line: LineView; onClose: () => void }) {
  const [qty, setQty] = useState(0);
  useUnsavedGuard(qty > 0);
  const leave = (): void => void mayLeave().then((leaves) => leaves && onClose());
  const ask = async (countedQty: number | null): Promise<void> => {
    if (showRefusal(await requestCount(line.product_id, line.id, countedQty))) return;
    toast(countedQty === null ? 'The office was asked for a count of this shelf' : `The office was informed that the shelf holds ${countedQty}`);
    onClose();
  };
  return (
    <Sheet
      open
      onClose={leave}
      title="Ask for a count"
      description="The stock does not change until the office has approved the count."
      actions={
        <>
          <Button size="lg" className="flex-1" onClick={() => void ask(null)}>
            Not counted yet
          </Button>
          <Button size="lg" look="primary" className="flex-1" onClick={() => void ask(qty)}>
            The shelf holds {qty}
          </Button>
        </>
      }
    >
      <div className="flow">
        <div className="line wide">
          <LineSummary line={line} />
        </div>
        <p>How many are in the bin, not counting those on your trolley?</p>
        <QtyStepper value={qty} max={99_999} onChange={setQty} label="Items on the shelf" />
      </div>
    </Sheet>
  );
}
