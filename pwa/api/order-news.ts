import { useEffect, useRef } from 'react';

type Hearer = (ids: readonly number[]) => void;
const hearers = new Set<Hearer>();

/** Notifies the open screens which orders have changed; no ids where it may be any. */
export function announceOrderNews(ids: readonly number[]): void {
  for (const listener of hearers) listener(ids);
}

/** Calls back when orders change that the person may see. */
export function useOrderNews(listener: Hearer): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => {
    const listener: Hearer = (ids) => latest.current(ids);
    hearers.add(listener);
    return () => void hearers.delete(listener);
  }, []);
}
