import { useState } from 'react';
import { allowanceChange, allowanceFaults } from '../../shared/allowances/allowance.ts';
import { overText } from '../../shared/allowances/allowance-words.ts';
import { ukDate } from '../../shared/uk-time.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import type { AllowanceForm } from './allowance-fields.tsx';
import { inputOf } from './allowance-values.ts';
import { type PreviewState, termsKey } from './use-preview.ts';

/** How many people the card names at first. */
const NAMED = 10;

/** For whom the typed terms would be, and who of them has had more already, with the calculations. Nothing is stored. */
export function PreviewCard({ form, preview }: { form: AllowanceForm; preview: PreviewState }) {
  const { result, unit, failure } = preview;
  const [isWhole, setIsWhole] = useState(false);
  const over = result?.over.slice(0, isWhole ? undefined : NAMED) ?? [];
  const input = allowanceChange.safeParse(inputOf(form.values));
  const isOld = result !== null && (!input.success || termsKey(input.data) !== preview.terms);
  const run = async (): Promise<void> => {
    const isValid = input.success && Object.keys(allowanceFaults(input.data, ukDate(new Date().toISOString()))).length === 0;
    if (isValid) await preview.run(input.data);
    // The fields that are not valid say so.
    else await form.hook.trigger();
  };
  return (
    <section className="card" aria-labelledby="allowance-preview" aria-busy={preview.busy || undefined}>
      <header>
        <h2 id="allowance-preview">On your people</h2>
        <Button size="sm" className="push" busy={preview.busy} busyText="Counting" onClick={() => void run()}>
          {result === null ? 'Preview' : 'Preview again'}
        </Button>
      </header>
      <div className="in-card flow" role="status">
        {failure && (
          <Banner tone="wrong" live={false}>
            {failure}
          </Banner>
        )}
        {result === null && !failure && <p className="sub">Counts for whom it is, and who has had more already, before anything is saved.</p>}
        {result !== null && (
          <>
            <p className="strong">
              {result.people === 0
                ? 'Nobody has this role yet.'
                : `${countText(result.people, 'person', 'people')}; ${result.over_total === 0 ? 'nobody has had more' : `${result.over_total} ${result.over_total === 1 ? 'is' : 'are'} over already`}.`}
            </p>
            {isOld && <p className="t-warn">The terms have changed since.</p>}
            {over.length > 0 && (
              <ul>
                {over.map((person) => (
                  <li key={person.id} className="line">
                    <span className="cut grow" title={person.name}>
                      {person.name}
                    </span>
                    <span className="sub nowrap">{overText(unit, person)}</span>
                  </li>
                ))}
              </ul>
            )}
            {over.length < result.over.length && (
              <div>
                <Button size="sm" onClick={() => setIsWhole(true)}>
                  Show {result.over.length - over.length} more
                </Button>
              </div>
            )}
            {isWhole && result.over_total > result.over.length && <p className="note">And {result.over_total - result.over.length} more.</p>}
          </>
        )}
      </div>
    </section>
  );
}
