import { memo, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { BagView, LineView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { BagState } from './bag-state.tsx';
import { GarmentLine } from './garment-line.tsx';
import { packLines } from './pack-line.ts';

export interface BagCardProps {
  bag: BagView;
  /** True if scanned garments go only into this bag. */
  isSelected: boolean;
  /** The line whose garment was scanned last. */
  scannedLine: number | null;
  /** True if the order is on hold. */
  isHeld: boolean;
  /** True if the bag's label was requested while the printer could not be reached. */
  isPrintWaiting: boolean;
  onTake: (bag: BagView | null) => void;
  onPrint: (bag: BagView, count: number) => void;
}

/** What goes into one wearer's bag, ticked or scanned in, and the label that closes it. */
export const BagCard = memo(function BagCard({ bag, isSelected, scannedLine, isHeld, isPrintWaiting, onTake, onPrint }: BagCardProps) {
  const [count, setCount] = useState(1);
  const isIn = bag.qty_packed === bag.qty;
  const isPrinted = bag.label_printed_at !== null;
  const packButton = useTapGuard<HTMLButtonElement>(isSelected);
  const foot = useTapGuard<HTMLElement>(`${isIn} ${isPrinted} ${isPrintWaiting}`);
  const { name, employee_number } = bag.wearer;
  const pack = (all: boolean): void => {
    const lines = bag.lines.map((line) => ({ ...line, qty_packed: all ? line.qty_picked : 0 }));
    const changed = lines.filter(({ qty_packed }, i) => qty_packed !== (bag.lines[i]?.qty_packed ?? 0));
    void packLines(changed).then(showRefusal);
  };
  return (
    <article className={classNames('card', 'bag', isSelected && 'in-hand')} aria-label={`Bag of ${name}`} data-bag={bag.id}>
      <header className="prep-head">
        <div className="grow">
          <h2 className="bag-name">{name}</h2>
          <p className="note bag-about">
            {employee_number && `Employee ${employee_number} · `}
            {countText(bag.qty, 'item')}
          </p>
        </div>
        <BagState bag={bag} isPrintWaiting={isPrintWaiting} />
        <Button
          ref={packButton}
          look={isSelected ? 'primary' : 'plain'}
          aria-pressed={isSelected}
          aria-label={`Scan into the bag of ${name}`}
          disabled={isHeld}
          onClick={() => onTake(isSelected ? null : bag)}
        >
          {isSelected ? 'Packing' : 'Pack'}
        </Button>
      </header>
      <ul className="rows prep-rows">
        {bag.lines.map((line) => (
          <BagRow key={line.id} line={line} isFound={line.id === scannedLine} />
        ))}
      </ul>
      <footer className="bag-foot" ref={foot}>
        <label className="tick done">
          <input
            type="checkbox"
            checked={isIn}
            disabled={isHeld || bag.is_waiting_for_prep}
            aria-label={`Everything is in the bag of ${name}`}
            onChange={(event) => pack(event.target.checked)}
          />
          <span>All in</span>
        </label>
        <span className="sub push">Labels</span>
        <QtyStepper value={count} min={1} max={limits.labels_per_bag} onChange={setCount} label={`Labels for ${name}`} disabled={isHeld} />
        <Button
          icon="print"
          look={isIn && !isPrinted ? 'primary' : 'plain'}
          disabled={isHeld || bag.is_waiting_for_prep}
          onClick={() => onPrint(bag, count)}
        >
          {isPrinted ? 'Print again' : 'Print bag label'}
        </Button>
      </footer>
    </article>
  );
});

const BagRow = memo(function BagRow({ line, isFound }: { line: LineView; isFound: boolean }) {
  const inBag = line.qty_packed ?? 0;
  return (
    <li className={isFound ? 'found' : undefined}>
      <GarmentLine line={line} note={line.decoration && !line.prep_ticked_at && <Badge icon="clock">Waits for prep</Badge>} />
      {inBag === line.qty_picked ? (
        <Badge tone="done" icon="check">
          In
        </Badge>
      ) : (
        inBag > 0 && <span className="sub num">{inBag} of</span>
      )}
      <strong className="prep-qty num">{line.qty_picked}</strong>
    </li>
  );
});
