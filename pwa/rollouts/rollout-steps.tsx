import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { countText } from '../ui/count-text.ts';
import { SetupSteps, type StepLook } from '../ui/setup-steps.tsx';
import type { Rollout } from './client.ts';
import { waiting } from './progress-bar.tsx';

interface RolloutStepsProps {
  rollout: Rollout;
  edit: string;
  /** The button that asks for sizes; false if nobody is to be asked. */
  ask: ReactNode;
}

/** The four steps of a draft: who, what, their sizes, and the rehearsal. */
export function RolloutSteps({ rollout: { counts, sites, kit, products, is_preparing }, edit, ask }: RolloutStepsProps) {
  const unsized = waiting(counts);
  const change = (
    <ButtonLink to={edit} look="quiet">
      Change
    </ButtonLink>
  );
  const sizes: { text: string; look: StepLook } = is_preparing
    ? { text: 'The sizes on file are being read.', look: 'part' }
    : unsized === 0
      ? { text: 'Everybody’s sizes are on file.', look: 'done' }
      : { text: `${countText(unsized, 'person has', 'people have')} a size that is not on file. They get a link by email.`, look: 'next' };
  return (
    <section className="card rollout-sites" aria-labelledby="steps">
      <header>
        <h2 id="steps">Four steps to the orders</h2>
      </header>
      <SetupSteps
        steps={[
          {
            key: 'people',
            place: 1,
            title: 'People',
            text: `${countText(counts.people, 'person', 'people')} at ${countText(sites.length, 'site', 'sites')}`,
            look: 'done',
            action: change,
          },
          {
            key: 'kit',
            place: 2,
            title: 'Kit',
            text: kit === 'role' ? 'The kit of each person’s employee role' : products.map(({ name }) => name).join(', '),
            look: 'done',
            action: change,
          },
          { key: 'ask', place: 3, title: 'Sizes', ...sizes, action: ask },
          {
            key: 'rehearse',
            place: 4,
            title: 'Rehearse and order',
            text: 'It says what would be ordered and what is short. Nothing is ordered before you say so.',
            look: sizes.look === 'done' ? 'next' : 'later',
          },
        ]}
      />
    </section>
  );
}
