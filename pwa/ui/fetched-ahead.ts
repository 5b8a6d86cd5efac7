import { useEffect } from 'react';

const AFTER = 3000;

/** Fetches a part of the product once the first screen stands, so that it is there when the network is not. */
export function useFetchedAhead(fetchPart: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchPart().catch(() => undefined), AFTER);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}
