import { useEffect, useRef } from 'react';

type Hearer = (ids: readonly number[]) => void;
const hearers = new Set<Hearer>();

/** Notifies the open screens which orders have changed; an empty list means that any order may have changed. */
export function announceOrderNews(ids: readonly number[]): void {
  for (const listener of hearers) listener(ids);
}

/** Calls the listener when orders that the person may see change. */
export function useOrderNews(listener: Hearer): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const listener: Hearer = (ids) => latest.current(ids);
    hearers.add(listener);
    return () => void hearers.delete(listener);
  }, []);
}
