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
 * True on a phone, or in a window as narrow as a phone: lists become cards, controls grow to 44 px. A phone that is turned still counts as a phone,
 * because a change of layout would lose typed text. The device's size decides, because an on-screen keyboard does not change this size.
 */
export const useIsPhone = (): boolean => useMedia('(width < 700px) or ((pointer: coarse) and ((device-width < 500px) or (device-height < 500px)))');
