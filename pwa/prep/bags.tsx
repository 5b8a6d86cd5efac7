import type { Checked } from '../../shared/prep/check-bag.ts';
import type { BagView, PrepScreen } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { BagCard } from './bag-card.tsx';
import { setChecked } from './bag-checks.ts';

export interface BagsProps {
  screen: PrepScreen;
  checked: Checked;
  inHand: number | null;
  found: number | null;
  onTake: (bag: BagView | null) => void;
  onPrint: (bag: BagView, count: number) => void;
  onPrintAll: () => void;
}

/** The Bagging tab: one card for each wearer. */
export function Bags({ screen: { pick, bags, qty_decorated, qty_ticked }, checked, inHand, found, onTake, onPrint, onPrintAll }: BagsProps) {
  const left = qty_decorated - qty_ticked;
  const printed = bags.filter(({ label_printed_at }) => label_printed_at !== null).length;
  const onCheck = (bag: BagView, isIn: boolean): void =>
    setChecked(pick.id, Object.fromEntries(bag.lines.map((line) => [line.id, isIn ? line.qty_picked : 0])));
  return (
    <>
      <div className="line bag-tools">
        <p className="sub grow">
          {printed} of {countText(bags.length, 'bag')} labelled. Scan a garment to find its bag.
          {left > 0 && ` ${countText(left, 'item')} to prep first.`}
        </p>
        <Button icon="print" disabled={pick.is_frozen} onClick={onPrintAll}>
          Print all labels
        </Button>
      </div>
      <div className="bags">
        {bags.map((bag) => (
          <BagCard
            key={bag.id}
            bag={bag}
            checked={checked}
            isInHand={bag.wearer.id === inHand}
            found={found}
            isHeld={pick.is_frozen}
            onCheck={onCheck}
            onTake={onTake}
            onPrint={onPrint}
          />
        ))}
      </div>
    </>
  );
}
