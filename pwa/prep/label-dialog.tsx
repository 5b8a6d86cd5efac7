import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { BagView, PickView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { QtyStepper } from '../ui/qty-stepper.tsx';

export interface LabelDialogProps {
  pick: Pick<PickView, 'id' | 'order_number'>;
  bags: readonly BagView[];
  online: boolean;
  onClose: () => void;
  /** The number of labels for each wearer's bag; wearers without a label are left out. */
  onPrint: (counts: ReadonlyMap<BagView, number>) => void;
}

/** Prints the labels of a whole order as one document. Each wearer gets one label, or as many as the wearer has bags. */
export function LabelDialog({ pick, bags, online, onClose, onPrint }: LabelDialogProps) {
  const ready = bags.filter((bag) => !bag.is_waiting_for_prep);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const countOf = (bag: BagView): number => counts.get(bag.id) ?? 1;
  const total = ready.reduce((sum, bag) => sum + countOf(bag), 0);
  const unchecked = ready.filter((bag) => countOf(bag) > 0 && bag.qty_packed < bag.qty).length;
  const waiting = bags.length - ready.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Print labels of order ${pick.order_number}`}
      description="One for each bag."
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            icon="print"
            disabled={total === 0}
            onClick={() => onPrint(new Map(ready.filter((bag) => countOf(bag) > 0).map((bag) => [bag, countOf(bag)])))}
          >
            {online ? `Print ${countText(total, 'label')}` : `Keep ${countText(total, 'label')} to print`}
          </Button>
        </>
      }
    >
      {unchecked > 0 && (
        <p className="sub">{`${countText(unchecked, 'bag')} ${unchecked === 1 ? 'is' : 'are'} not ticked or scanned in full yet.`}</p>
      )}
      {waiting > 0 && (
        <p className="sub">{`${countText(waiting, 'bag')} still ${waiting === 1 ? 'waits' : 'wait'} for prep and ${waiting === 1 ? 'is' : 'are'} left out.`}</p>
      )}
      <ul className="rows label-counts">
        {ready.map((bag) => (
          <li key={bag.id} className="label-count">
            <span className="grow">
              <span className="strong">{bag.wearer.name}</span>
              <span className="note">{countText(bag.qty, 'item')}</span>
            </span>
            <QtyStepper
              value={countOf(bag)}
              max={limits.labels_per_bag}
              onChange={(count) => setCounts((before) => new Map(before).set(bag.id, count))}
              label={`Labels for ${bag.wearer.name}`}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
