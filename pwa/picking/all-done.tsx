import type { LineView, PickView } from '../offline/views.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { useTapGuard } from '../ui/tap-guard.ts';
import { whereNext } from './where-next.ts';

/** Shown in place of the current line once no line is left to pick: what was picked, where it goes next, and the button that completes the pick. */
export function AllDone({
  pick,
  lines,
  elsewhere,
  toReturn,
  isActive,
  onComplete,
}: {
  pick: PickView;
  lines: readonly LineView[];
  /** How many items lie on other trolleys, in words. */
  elsewhere: string | null;
  /** How many items go back to the shelf, because no line counts them. */
  toReturn: number;
  isActive: boolean;
  onComplete: () => void;
}) {
  const short = lines.filter((line) => !line.is_fully_picked).length;
  const place = useTapGuard<HTMLElement>('done');
  return (
    <section className="current" aria-label="All lines done" ref={place}>
      <div className="pick-done">
        <Badge tone={short || toReturn ? 'warn' : 'done'} icon={short || toReturn ? 'alert' : 'check'}>
          {[short && `${countText(short, 'line')} short`, toReturn && `${toReturn} to put back`].filter(Boolean).join(', ') || 'Every line is picked'}
        </Badge>
        <h2>
          {pick.qty_picked} of {countText(pick.qty_allocated, 'item')} picked
        </h2>
        {elsewhere && <p className="pick-elsewhere">{elsewhere}</p>}
        <p className="sub">{whereNext(pick, lines).text}</p>
      </div>
      <Button size="lg" look="primary" block disabled={!isActive} onClick={onComplete}>
        Complete pick
      </Button>
    </section>
  );
}
