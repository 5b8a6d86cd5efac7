import { memo, useEffect, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { readTypedWeight } from '../../shared/prep/read-scale.ts';
import { GarmentLine } from '../offline/garment-line.tsx';
import type { BagView, LineView } from '../offline/views.ts';
import { WeightNote } from '../offline/weight-note.tsx';
import { judgeBag } from '../offline/weight-words.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { QtyStepper } from '../ui/qty-stepper.tsx';
import { showRefusal } from '../ui/show-refusal.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { BagState } from './bag-state.tsx';
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
  /** The weight that was typed or weighed and is not recorded yet, in grams. */
  weight_g: number | null;
  onTake: (bag: BagView | null) => void;
  onWeight: (bag: BagView, weight_g: number | null) => void;
  onPrint: (bag: BagView, count: number) => void;
}

/** What goes into one wearer's bag, ticked or scanned in, and the label that closes it. */
export const BagCard = memo(function BagCard({
  bag,
  isSelected,
  scannedLine,
  isHeld,
  isPrintWaiting,
  weight_g,
  onTake,
  onWeight,
  onPrint,
}: BagCardProps) {
  const [count, setCount] = useState(1);
  const isIn = bag.qty_packed === bag.qty;
  const isPrinted = bag.label_printed_at !== null;
  const packButton = useTapGuard<HTMLButtonElement>(isSelected);
  const foot = useTapGuard<HTMLElement>(`${isIn} ${isPrinted} ${isPrintWaiting}`);
  const { name, employee_number } = bag.wearer;
  const grams = weight_g ?? bag.weight_g;
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
        <WeightField bag={bag} weight_g={weight_g} isHeld={isHeld} onWeight={onWeight} onEnter={() => onPrint(bag, count)} />
        <span className="sub push">Labels</span>
        <QtyStepper value={count} min={1} max={limits.labels_per_bag} onChange={setCount} label={`Labels for ${name}`} disabled={isHeld} />
        <Button
          icon="print"
          className="bag-print"
          look={isIn && !isPrinted ? 'primary' : 'plain'}
          disabled={isHeld || bag.is_waiting_for_prep}
          onClick={() => onPrint(bag, count)}
        >
          {isPrinted ? 'Print again' : 'Print bag label'}
        </Button>
        {grams !== null && <WeightNote className="bag-weight-note" verdict={judgeBag(bag, grams)} weight_g={grams} lines={bag.lines} />}
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

/** What a person types, or a scale that types like a keyboard: grams, or a number with its unit. Null for anything else. */
const typedWeight = (text: string): number | null => {
  const grams = readTypedWeight(text) ?? (/^\d+$/.test(text.trim()) ? Number(text) : null);
  return grams !== null && grams > 0 && grams <= limits.weight_g ? grams : null;
};

interface WeightFieldProps extends Pick<BagCardProps, 'bag' | 'weight_g' | 'isHeld' | 'onWeight'> {
  onEnter: () => void;
}

/** The weight of a bag with its packaging. */
function WeightField({ bag, weight_g, isHeld, onWeight, onEnter }: WeightFieldProps) {
  const [text, setText] = useState('');
  useEffect(() => setText((now) => (typedWeight(now) === weight_g ? now : weight_g === null ? '' : String(weight_g))), [weight_g]);
  return (
    <span className="line bag-weight">
      <input
        className="in num"
        inputMode="numeric"
        placeholder="Weight"
        aria-label={`Weight of the bag of ${bag.wearer.name} in grams`}
        value={text}
        maxLength={12}
        disabled={isHeld || bag.is_waiting_for_prep}
        onChange={({ target }) => {
          setText(target.value);
          onWeight(bag, typedWeight(target.value));
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      g
    </span>
  );
}
