import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterPaint } from '../ui/after-paint.ts';
import { createStore, useStore } from '../ui/store.ts';

/** What was asked for where, until the address says it too: what is tapped opens and closes before the screen has heard of its new address. */
const requested = createStore<{ overlay: string; at: string } | null>(null);

/** Calls off the step to the address of what was opened just now; false where it was taken already. */
let callOff = (): boolean => false;

export interface Overlay {
  overlay: string;
  show: (name: string) => void;
  close: () => void;
}

/** What is open over a screen, kept after the `#` of its address: the Back key of a phone closes it. `show` and `close` stay the same. */
export function useOverlay(): Overlay {
  const location = useLocation();
  const navigate = useNavigate();
  const current = useStore(requested);
  const here = useRef({ location, navigate });
  here.current = { location, navigate };
  useEffect(() => {
    if (requested.get()?.at !== location.key) requested.set(null);
  }, [location.key]);
  const show = useCallback((name: string) => {
    const open = (): void => {
      const { key, pathname, search } = here.current.location;
      requested.set({ overlay: name, at: key });
      callOff = afterPaint(() => void here.current.navigate({ pathname, search, hash: `#${name}` }, { state: { over: true } }));
    };
    // The step back of what was closed just now comes first.
    if (isClosing(here.current.location.key)) window.addEventListener('popstate', () => setTimeout(open), { once: true });
    else open();
  }, []);
  const close = useCallback(() => {
    const { key, pathname, search, state } = here.current.location;
    if (isClosing(key)) return;
    if (callOff()) {
      requested.set(null);
      return;
    }
    requested.set({ overlay: '', at: key });
    // Opened from the screen itself, it is one step back; opened by a link, there is no such step.
    if ((state as { over?: boolean } | null)?.over) void here.current.navigate(-1);
    else void here.current.navigate({ pathname, search, hash: '' }, { replace: true });
  }, []);
  return { overlay: current?.at === location.key ? current.overlay : location.hash.slice(1), show, close };
}

const isClosing = (key: string): boolean => {
  const now = requested.get();
  return now?.at === key && now.overlay === '';
};
