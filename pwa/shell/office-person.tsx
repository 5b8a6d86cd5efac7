import { lazy, Suspense } from 'react';
import PersonForm from '../people/person-form.tsx';
import { useMedia } from '../ui/use-media.ts';

// If the cards cannot be loaded, the form still works.
const Cards = lazy(() => import('../wearers/beside-form.tsx').catch(() => ({ default: () => null })));

/** A client’s person, as the office sees them: their form and, beside it on a wide screen, what they have and may order. */
export default function OfficePerson() {
  const hasRoom = useMedia('(width >= 1280px)');
  return (
    <PersonForm
      beside={
        hasRoom
          ? (person) => (
              <Suspense fallback={<div />}>
                <Cards person={person} />
              </Suspense>
            )
          : undefined
      }
    />
  );
}
