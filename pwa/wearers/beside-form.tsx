import type { ReactNode } from 'react';
import type { Person } from './client.ts';
import { BudgetsCard } from './facts-cards.tsx';
import { HeldCard } from './held-card.tsx';
import { OfferedCard } from './offered-card.tsx';
import { useWearerScreens } from './use-wearer-screens.ts';
import { WhyCard } from './why-card.tsx';
import './wearers.css';

/** What somebody has spent, may order and holds, beside the form in which they are changed. */
export default function BesideForm({ person }: { person: Person }): ReactNode {
  const screens = useWearerScreens(person);
  return (
    <div className="stack">
      <BudgetsCard person={person} />
      <OfferedCard person={person} />
      <WhyCard person={person} />
      <HeldCard person={person} screens={screens} />
    </div>
  );
}
