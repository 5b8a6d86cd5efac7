import { lazy, Suspense } from 'react';
import { shownFailure } from './failure.ts';
import { useFetchedAhead } from './fetched-ahead.ts';
import { useStore } from './store.ts';

const fetchFailures = () => import('./failures.tsx');
const Failures = lazy(fetchFailures);

/** The error dialogs. They are loaded at the first failure or shortly after the first screen, so that the first screen does not wait for them. */
export function LazyFailures() {
  useFetchedAhead(fetchFailures);
  return useStore(shownFailure) ? (
    <Suspense fallback={null}>
      <Failures />
    </Suspense>
  ) : null;
}
