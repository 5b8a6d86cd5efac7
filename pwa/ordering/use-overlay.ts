import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What is open over a screen, kept after the `#` of its address: the Back key of a phone closes it. */
export function useOverlay(): { shown: string; show: (name: string) => void; close: () => void } {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const show = useCallback(
    (name: string) => void navigate({ pathname, search, hash: `#${name}` }, { state: { over: true } }),
    [navigate, pathname, search],
  );
  const close = useCallback(() => {
    // Opened from the screen itself, it is one step back; opened by a link, there is no such step.
    if ((state as { over?: boolean } | null)?.over) void navigate(-1);
    else void navigate({ pathname, search, hash: '' }, { replace: true });
  }, [navigate, pathname, search, state]);
  return { shown: hash.slice(1), show, close };
}
