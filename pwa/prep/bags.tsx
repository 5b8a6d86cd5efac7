import { papers } from '../offline/papers.ts';
import type { BagView, PrepScreen } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { BagCard } from './bag-card.tsx';

export interface BagsProps {
  screen: PrepScreen;
  /** The wearer whose bag is being filled. */
  inHand: number | null;
  /** The line whose garment was scanned last. */
  found: number | null;
  onTake: (bag: BagView | null) => void;
  onPrint: (bag: BagView, count: number) => void;
  onPrintAll: () => void;
}

/** The Bagging tab: one card for each wearer. */
export function Bags({ screen: { pick, bags, qty_decorated, qty_ticked }, inHand, found, onTake, onPrint, onPrintAll }: BagsProps) {
  const kept = useStore(papers).find((paper) => paper.what === 'bag_labels' && paper.order_id === pick.order_id);
  const asked = kept?.what === 'bag_labels' ? kept.counts : {};
  const left = qty_decorated - qty_ticked;
  const printed = bags.filter(({ label_printed_at }) => label_printed_at !== null).length;
  return (
    <>
      <div className="line bag-tools">
        <p className="sub grow">
          {printed} of {countText(bags.length, 'bag')} labelled.
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
            pick_id={pick.id}
            isInHand={bag.wearer.id === inHand}
            found={bag.lines.some(({ id }) => id === found) ? found : null}
            isHeld={pick.is_frozen}
            isPaperWaiting={asked[bag.wearer.id] !== undefined}
            onTake={onTake}
            onPrint={onPrint}
          />
        ))}
      </div>
    </>
  );
}
