import type { ReactNode } from 'react';
import type { Person } from './client.ts';
import { BudgetsCard } from './facts-cards.tsx';
import { HeldCard } from './held-card.tsx';
import { OfferedCard } from './offered-card.tsx';
import { useWearerScreens } from './use-wearer-screens.ts';
import { WhyCard } from './why-card.tsx';
import './wearers.css';

/** Cards beside the form that changes a person: budgets, offered products, why a product is not offered, and held items. */
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
