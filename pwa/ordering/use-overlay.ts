import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterPaint } from '../ui/after-paint.ts';
import { createStore, useStore } from '../ui/store.ts';

/**
 * The overlay that a tap has just opened, with an empty name if a tap has just closed it. Null again once the address has changed and the screen is
 * painted.
 */
const requested = createStore<{ overlay: string; at: string } | null>(null);

/** Cancels the navigation to the address of the overlay that was just opened. Returns false if the navigation has already happened. */
let callOff = (): boolean => false;

export interface Overlay {
  overlay: string;
  show: (name: string) => void;
  /** Shows another overlay in place of the open one: one step back leads to where the first was opened. */
  swap: (name: string) => void;
  close: () => void;
}

/** The overlay over a screen. Its name is in the hash of the address, so that a phone's Back key closes it. `show`, `swap` and `close` do not change. */
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
    // If an overlay was just closed, its step back in the history has to happen first.
    if (isClosing(here.current.location.key)) window.addEventListener('popstate', () => setTimeout(open), { once: true });
    else open();
  }, []);
  const swap = useCallback(
    (name: string) => {
      if (callOff()) {
        show(name);
        return;
      }
      const { key, pathname, search, state } = here.current.location;
      requested.set({ overlay: name, at: key });
      void here.current.navigate({ pathname, search, hash: `#${name}` }, { replace: true, state });
    },
    [show],
  );
  const close = useCallback(() => {
    const { key, pathname, search, state } = here.current.location;
    if (isClosing(key)) return;
    if (callOff()) {
      requested.set(null);
      return;
    }
    requested.set({ overlay: '', at: key });
    // An overlay that the screen itself opened is closed by one step back in the history. An overlay that a link opened has no such step.
    if ((state as { over?: boolean } | null)?.over) void here.current.navigate(-1);
    else void here.current.navigate({ pathname, search, hash: '' }, { replace: true });
  }, []);
  return { overlay: current?.at === location.key ? current.overlay : location.hash.slice(1), show, swap, close };
}

const isClosing = (key: string): boolean => {
  const request = requested.get();
  return request?.at === key && request.overlay === '';
};
