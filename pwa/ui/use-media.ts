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

/**
 * A phone, or a window as narrow as one: lists become cards, controls grow to 44 px. A phone that is turned still counts as one, because a screen
 * that changes its layout loses what was typed. The size of the device decides, because a keyboard on the screen does not change it.
 */
export const useIsPhone = (): boolean => useMedia('(width < 700px) or ((pointer: coarse) and ((device-width < 500px) or (device-height < 500px)))');
