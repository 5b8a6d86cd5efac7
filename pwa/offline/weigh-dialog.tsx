import type { ReactNode } from 'react';
import type { WeightVerdict } from '../../shared/prep/judge-weight.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { countText } from '../ui/count-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { GarmentLine } from './garment-line.tsx';
import type { LineView } from './views.ts';
import './weigh.css';
import { differenceText, gramsText } from './weight-words.ts';

/** A weight that differs from what is on the scale. */
export interface WeightQuestion {
  /** What is weighed, as the texts name it. */
  place: 'bag' | 'box' | 'boxes';
  /** Whose bag, or which order's boxes. */
  heading: ReactNode;
  qty: number;
  /** The items on the scale: a line of each, and how many. */
  lines: readonly { line: LineView; qty: number }[];
  /** What else is on the scale, each with its weight in grams. */
  others: readonly { key: string; label: string; grams: number }[];
  weight_g: number;
  verdict: Extract<WeightVerdict, { is: 'differs' }>;
}

interface WeighDialogProps extends WeightQuestion {
  /** The person takes everything from the scale and weighs once more. */
  onWeighAgain: () => void;
  /** The person counts what is in the bag; left out if it is not counted here. */
  onCount?: () => void;
  /** The person says that the weight is right. */
  onAccept: () => void;
}

const numberWords = ['', 'one', 'two', 'three'];

/** What the difference probably is, as a question and its reason. */
function questionOf({ place, lines, verdict }: Pick<WeightQuestion, 'place' | 'lines' | 'verdict'>): { title: string; reason: string | null } {
  const { guess, difference_g } = verdict;
  const line = guess && lines.find((each) => each.line.product_id === guess.product_id)?.line;
  if (!guess || !line) return { title: differenceText(difference_g), reason: difference_g < 0 ? 'Something may be missing.' : null };
  const count = Math.abs(guess.items);
  const one = gramsText(line.product?.weight_g ?? 0);
  const reason = `${gramsText(Math.abs(difference_g))} is what ${count} × ${line.product_name} ${line.size} weighs (${one} each). Nothing else in the ${place} comes near it.`;
  const name = `${numberWords[count] ?? count} ${line.product_name}`;
  const isMore = guess.items > 0;
  return { title: isMore ? `Is there ${name} too many in the ${place}?` : `${count === 1 ? 'Is' : 'Are'} ${name} missing?`, reason };
}

/** Where the weight lies beside what is usual, as a picture. */
function WeightGauge({ weight_g, verdict: { expected_g, tolerance_g, difference_g } }: Pick<WeightQuestion, 'weight_g' | 'verdict'>) {
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

/** Asks about a bag or boxes whose weight differs from what is usual. None of the answers blocks the person. */
export function WeighDialog({ place, heading, qty, lines, others, weight_g, verdict, onWeighAgain, onCount, onAccept }: WeighDialogProps) {
  const { title, reason } = questionOf({ place, lines, verdict });
  const { difference_g, expected_g, guess } = verdict;
  // A bag with something too many is corrected in the hand; anything else is counted.
  const takesOut = guess !== null && guess.items > 0;
  const isAgainFirst = takesOut || !onCount;
  const again = (
    <Button size="lg" look={isAgainFirst ? 'primary' : 'plain'} onClick={onWeighAgain}>
      {takesOut ? 'Take it out and weigh again' : 'Weigh again'}
    </Button>
  );
  const count = onCount && (
    <Button size="lg" look={isAgainFirst ? 'plain' : 'primary'} onClick={onCount}>
      Count the {place}
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
        <div className={classNames('weigh-acts', !onCount && 'two')}>
          {isAgainFirst ? again : count}
          {isAgainFirst ? count : again}
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
        <section className="card" aria-label={`What is in the ${place}`}>
          <header>
            <h2 className="grow cut">{heading}</h2>
            <span className="note">{countText(qty, 'item')}</span>
          </header>
          <ul className="rows weigh-rows">
            {lines.map((each) => (
              <li key={each.line.id} className={classNames(guess?.product_id === each.line.product_id && 'likely')}>
                <GarmentLine line={each.line} note={guess?.product_id === each.line.product_id && <span className="note">· likely the one</span>} />
                <span className="num sub">{`${each.qty} × ${gramsText(each.line.product?.weight_g ?? 0)}`}</span>
              </li>
            ))}
            {others.map(({ key, label, grams }) => (
              <li key={key}>
                <span className="grow sub">{label}</span>
                <span className="num sub">{gramsText(grams)}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
