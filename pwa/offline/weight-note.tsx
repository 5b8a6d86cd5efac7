import type { WeightVerdict } from '../../shared/prep/judge-weight.ts';
import { classNames } from '../ui/class-names.ts';
import type { LineView } from './views.ts';
import { weightText } from './weight-words.ts';

interface WeightNoteProps {
  verdict: WeightVerdict;
  weight_g: number;
  /** The lines of the items on the scale. */
  lines: readonly Pick<LineView, 'product_id' | 'product_name'>[];
  className?: string;
}

/** What the weight of a bag or of boxes says, in one line. */
export function WeightNote({ verdict, weight_g, lines, className }: WeightNoteProps) {
  const { tone, text } = weightText(verdict, weight_g, lines);
  return (
    <p className={classNames(className, tone === 'done' ? 't-done strong' : tone === 'warn' ? 't-warn strong' : 'note')} role="status">
      {text}
    </p>
  );
}
