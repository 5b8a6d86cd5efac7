import { type ComponentType, useEffect, useState } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { useStore } from './store.ts';
import { toasts } from './toast.ts';

const fetchToaster = () => import('./toaster.tsx');

/**
 * The toaster, loaded with the first toast or shortly after the first screen, which does not wait for it. If it cannot be loaded,
 * the screen works without it, and the next toast tries again.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useFetchedAhead(fetchToaster);
  const waiting = useStore(toasts).length;
  useEffect(() => {
    if (waiting === 0 || Toaster) return;
    fetchToaster().then(
      (fetched) => setToaster(() => fetched.default),
      () => undefined,
    );
  }, [waiting, Toaster]);
  return Toaster && <Toaster />;
}
