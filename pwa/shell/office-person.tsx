import { lazy, Suspense } from 'react';
import PersonForm from '../people/person-form.tsx';
import { useMedia } from '../ui/use-media.ts';

// Without the cards the form still works.
const Cards = lazy(() => import('../wearers/beside-form.tsx').catch(() => ({ default: () => null })));

/** Somebody of a client in the office: their form, and at a desk’s width what they have and may order beside it. */
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
