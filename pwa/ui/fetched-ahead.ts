import { useEffect } from 'react';

const AFTER = 3000;

/** Loads a part of the app after the first screen is rendered, so that the part is available when the network is not. */
export function useFetchedAhead(fetchPart: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchPart().catch(() => undefined), AFTER);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}
