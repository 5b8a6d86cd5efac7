import type { WeightVerdict } from '../../shared/prep/judge-weight.ts';
import { PACKAGING_G } from '../../shared/prep/learn-weights.ts';
import type { BagView } from '../offline/views.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { differenceText, gramsText } from './bag-weight.ts';
import { GarmentLine } from './garment-line.tsx';

export interface WeighedBag {
  bag: BagView;
  weight_g: number;
  verdict: Extract<WeightVerdict, { is: 'differs' }>;
}

interface WeighDialogProps extends WeighedBag {
  /** The packer takes the bag from the scale and weighs it once more. */
  onWeighAgain: () => void;
  /** The packer counts what is in the bag. */
  onCount: () => void;
  /** The packer says that the weight is right, and the label is printed. */
  onAccept: () => void;
}

const numberWords = ['', 'one', 'two', 'three'];

/** What the difference probably is, as a question and its reason. */
function questionOf({ bag, verdict }: Pick<WeighedBag, 'bag' | 'verdict'>): { title: string; reason: string | null } {
  const { guess, difference_g } = verdict;
  const line = guess && bag.lines.find(({ product_id }) => product_id === guess.product_id);
  if (!guess || !line) return { title: differenceText(difference_g), reason: difference_g < 0 ? 'Something may be missing.' : null };
  const count = Math.abs(guess.items);
  const one = gramsText(line.product?.weight_g ?? 0);
  const reason = `${gramsText(Math.abs(difference_g))} is what ${count} × ${line.product_name} ${line.size} weighs (${one} each). Nothing else in the bag comes near it.`;
  const name = `${numberWords[count] ?? count} ${line.product_name}`;
  const isMore = guess.items > 0;
  return { title: isMore ? `Is there ${name} too many in the bag?` : `${count === 1 ? 'Is' : 'Are'} ${name} missing?`, reason };
}

/** Where the weight lies beside what is usual, as a picture. */
function WeightGauge({ weight_g, verdict: { expected_g, tolerance_g, difference_g } }: Pick<WeighedBag, 'weight_g' | 'verdict'>) {
  const reach = Math.max(Math.abs(difference_g) * 1.25, tolerance_g * 2);
  const place = (grams: number): string => `${(50 + (50 * (grams - expected_g)) / reach).toFixed(1)}%`;
  const from = place(expected_g - tolerance_g);
  return (
    <div
      className="weight-gauge"
      role="img"
      aria-label={`Expected ${gramsText(expected_g)}, ${gramsText(tolerance_g)} more or less are usual; measured ${gramsText(weight_g)}`}
    >
      <i className="usual" style={{ left: from, right: `calc(100% - ${place(expected_g + tolerance_g)})` }} />
      <i className="measured" style={{ left: place(weight_g) }} />
      <span style={{ left: '50%' }}>
        Usual, {(expected_g - tolerance_g).toLocaleString('en-GB')} to {(expected_g + tolerance_g).toLocaleString('en-GB')}
      </span>
    </div>
  );
}

/** Asks about a bag whose weight differs from what is usual. None of the answers blocks the packer. */
export function WeighDialog({ bag, weight_g, verdict, onWeighAgain, onCount, onAccept }: WeighDialogProps) {
  const { title, reason } = questionOf({ bag, verdict });
  const { difference_g, expected_g, guess } = verdict;
  // A bag with something too many is corrected in the hand; anything else is counted.
  const takesOut = guess !== null && guess.items > 0;
  const again = (
    <Button size="lg" look={takesOut ? 'primary' : 'plain'} onClick={onWeighAgain}>
      {takesOut ? 'Take it out and weigh again' : 'Weigh again'}
    </Button>
  );
  const count = (
    <Button size="lg" look={takesOut ? 'plain' : 'primary'} onClick={onCount}>
      Count the bag
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onWeighAgain}
      title={title}
      description={reason ?? undefined}
      width={680}
      actions={
        <div className="weigh-acts">
          {takesOut ? again : count}
          {takesOut ? count : again}
          <Button size="lg" onClick={onAccept}>
            It is right, {gramsText(weight_g)}
          </Button>
        </div>
      }
    >
      <div className="weigh">
        <dl className="weigh-figures">
          <div>
            <dt>Expected</dt>
            <dd className="sub">{gramsText(expected_g)}</dd>
          </div>
          <div>
            <dt>On the scale</dt>
            <dd>{gramsText(weight_g)}</dd>
          </div>
          <div>
            <dt>Difference</dt>
            <dd className="t-warn">
              {difference_g > 0 ? '+' : '−'}
              {gramsText(Math.abs(difference_g))}
            </dd>
          </div>
        </dl>
        <WeightGauge weight_g={weight_g} verdict={verdict} />
        <section className="card" aria-label={`Bag of ${bag.wearer.name}`}>
          <header>
            <h2 className="grow cut">{bag.wearer.name}</h2>
            <span className="note">{countText(bag.qty, 'item')}</span>
          </header>
          <ul className="rows prep-rows">
            {bag.lines.map((line) => (
              <li key={line.id} className={classNames(guess?.product_id === line.product_id && 'likely')}>
                <GarmentLine line={line} note={guess?.product_id === line.product_id && <span className="note">· likely the one</span>} />
                <span className="num sub">{`${line.qty_picked} × ${gramsText(line.product?.weight_g ?? 0)}`}</span>
              </li>
            ))}
            <li>
              <span className="grow sub">Bag and paper</span>
              <span className="num sub">{gramsText(PACKAGING_G)}</span>
            </li>
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
