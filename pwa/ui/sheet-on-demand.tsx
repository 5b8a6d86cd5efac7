import { lazy, Suspense, useState } from 'react';
import type { SheetProps } from './sheet.tsx';

const Opened = lazy(() => import('./sheet.tsx').then(({ Sheet }) => ({ default: Sheet })));

/** A sheet that is loaded only when it first opens, for frames that every first screen has to load. */
export function SheetOnDemand(props: SheetProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (props.open && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Suspense fallback={null}>
      <Opened {...props} />
    </Suspense>
  ) : null;
}
