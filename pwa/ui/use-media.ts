import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches now: `useMedia('(width < 700px)')`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** A phone in portrait: lists become cards, controls grow to 44 px. */
export const useIsPhone = (): boolean => useMedia('(width < 700px)');
