import { lazy, Suspense, useState } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { useStore } from './store.ts';
import { toasts } from './toast.ts';

const fetchToaster = () => import('./toaster.tsx');
const Toaster = lazy(fetchToaster);

/** The toaster, fetched with the first toast or a moment after the first screen, which does not wait for it. */
export function LazyToaster() {
  const [needed, setNeeded] = useState(false);
  useFetchedAhead(fetchToaster);
  const any = useStore(toasts).length > 0;
  if (any && !needed) setNeeded(true);
  return needed ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
