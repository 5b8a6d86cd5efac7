import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { useStore } from './store.ts';
import { toasts } from './toast.ts';

/** How long a message stays if the toaster could not be loaded, in milliseconds. */
const BARE_FOR = 5000;

/**
 * The toaster. It is loaded with the first toast or shortly after the first screen, which does not wait for the toaster. A browser that has failed to
 * load a part does not request that part again, so messages are then shown without the toaster until the next start.
 */
export function LazyToaster() {
  /** False if the toaster could not be loaded. */
  const [Toaster, setToaster] = useState<ComponentType | false | null>(null);
  const load = useCallback(
    () =>
      import('./toaster.tsx').then(
        (fetched) => setToaster(() => fetched.default),
        () => setToaster(false),
      ),
    [],
  );
  useFetchedAhead(load);
  const messages = useStore(toasts);
  useEffect(() => {
    if (messages.length === 0 || Toaster) return;
    if (Toaster === null) return void load();
    const timer = setTimeout(() => toasts.set([]), BARE_FOR);
    return () => clearTimeout(timer);
  }, [messages, Toaster, load]);
  if (Toaster) return <Toaster />;
  return (
    Toaster === false &&
    messages.map(({ id, text, action }) => (
      <p key={id} className="toasts toast" role="alert">
        {text}
        {action && (
          <button type="button" className="toast-action" onClick={action.run}>
            {action.label}
          </button>
        )}
      </p>
    ))
  );
}
