import { useEffect, useRef } from 'react';

type Hearer = (ids: readonly number[]) => void;
const hearers = new Set<Hearer>();

/** Tells the open screens which orders have changed; no ids where it may be any. */
export function tellOrderNews(ids: readonly number[]): void {
  for (const hear of hearers) hear(ids);
}

/** Calls back when orders change that the person sees. */
export function useOrderNews(heard: Hearer): void {
  const latest = useRef(heard);
  latest.current = heard;
  useEffect(() => {
    const hear: Hearer = (ids) => latest.current(ids);
    hearers.add(hear);
    return () => void hearers.delete(hear);
  }, []);
}
