import { lazy, Suspense } from 'react';

const FloorStatusBar = lazy(() => import('../offline/floor-status.tsx'));
const ScanAnywhere = lazy(() => import('./scan-anywhere.tsx'));

/** The place of the status bar: always there, filled as soon as this tablet's own store is open. Scans are heard from then on. */
export function FloorStatus() {
  return (
    <footer className="floor-status">
      <Suspense fallback={<span className="status" aria-hidden="true" />}>
        <FloorStatusBar />
      </Suspense>
      <Suspense fallback={null}>
        <ScanAnywhere />
      </Suspense>
    </footer>
  );
}
