import { lazy, Suspense } from 'react';

const FloorStatusBar = lazy(() => import('../offline/floor-status.tsx'));

/** The place of the status bar: always there, filled as soon as this tablet's own store is open. */
export function FloorStatus() {
  return (
    <footer className="floor-status">
      <Suspense fallback={<span className="status" aria-hidden="true" />}>
        <FloorStatusBar />
      </Suspense>
    </footer>
  );
}
