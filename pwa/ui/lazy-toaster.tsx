import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useFetchedAhead } from './fetched-ahead.ts';
import { useStore } from './store.ts';
import { toasts } from './toast.ts';

/** How long a message without the toaster stays, in milliseconds. */
const BARE_FOR = 5000;

/**
 * The toaster, loaded with the first toast or shortly after the first screen, which does not wait for it. A browser does not load a part
 * again that it could not load, so messages are shown without it until the next start.
 */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  const [isBare, setBare] = useState(false);
  const load = useCallback(() => import('./toaster.tsx').then((fetched) => setToaster(() => fetched.default)), []);
  useFetchedAhead(load);
  const messages = useStore(toasts);
  useEffect(() => {
    if (messages.length === 0 || Toaster) return;
    let timer: ReturnType<typeof setTimeout>;
    load().catch(() => {
      setBare(true);
      timer = setTimeout(() => toasts.set([]), BARE_FOR);
    });
    return () => clearTimeout(timer);
  }, [messages, Toaster, load]);
  if (Toaster) return <Toaster />;
  return (
    isBare &&
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
