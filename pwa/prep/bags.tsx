import { printJobs } from '../offline/print-jobs.ts';
import { ScaleLine } from '../offline/scale-line.tsx';
import type { BagView, PrepScreen } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { useStore } from '../ui/store.ts';
import { BagCard } from './bag-card.tsx';

export interface BagsProps {
  screen: PrepScreen;
  /** The wearer whose bag is being filled. */
  selected: number | null;
  /** The line whose garment was scanned last. */
  scannedLine: number | null;
  /** The weights in grams that are not recorded yet, by the id of the bag. */
  weights: ReadonlyMap<string, number>;
  onTake: (bag: BagView | null) => void;
  onWeight: (bag: BagView, weight_g: number | null) => void;
  onPrint: (bag: BagView, count: number) => void;
  onPrintAll: () => void;
}

/** The Bagging tab: one card for each wearer. */
export function Bags({
  screen: { pick, bags, qty_decorated, qty_ticked },
  selected,
  scannedLine,
  weights,
  onTake,
  onWeight,
  onPrint,
  onPrintAll,
}: BagsProps) {
  const waitingJob = useStore(printJobs).find((printJob) => printJob.what === 'bag_labels' && printJob.order_id === pick.order_id);
  const counts = waitingJob?.what === 'bag_labels' ? waitingJob.counts : {};
  const remaining = qty_decorated - qty_ticked;
  const printedCount = bags.filter(({ label_printed_at }) => label_printed_at !== null).length;
  return (
    <>
      <div className="line bag-tools">
        <p className="sub grow">
          {printedCount} of {countText(bags.length, 'bag')} labelled.
          {remaining > 0 && ` ${countText(remaining, 'item')} to prep first.`}
        </p>
        <ScaleLine />
        <Button icon="print" disabled={pick.is_frozen} onClick={onPrintAll}>
          Print all labels
        </Button>
      </div>
      <div className="bags">
        {bags.map((bag) => (
          <BagCard
            key={bag.id}
            bag={bag}
            isSelected={bag.wearer.id === selected}
            scannedLine={bag.lines.some(({ id }) => id === scannedLine) ? scannedLine : null}
            isHeld={pick.is_frozen}
            isPrintWaiting={counts[bag.wearer.id] !== undefined}
            weight_g={weights.get(bag.id) ?? null}
            onTake={onTake}
            onWeight={onWeight}
            onPrint={onPrint}
          />
        ))}
      </div>
    </>
  );
}
