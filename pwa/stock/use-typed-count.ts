import { useEffect, useState } from 'react';

/** The highest count that can be entered: more than a shelf can hold. */
export const MAX_COUNT = 99_999;
/** The pause in milliseconds after which a number counts as typed by a person, not by a scanner. */
const TYPED = 400;

/** The number that is being typed. It is stored after a pause: a scanner makes no pause, and what it typed is removed. */
export function useTypedCount(onCount: (count: number) => void): [number | null, (typing: number | null) => void] {
  const [typing, setTyping] = useState<number | null>(null);
  useEffect(() => {
    if (typing === null) return;
    const timer = setTimeout(() => onCount(Math.min(typing, MAX_COUNT)), TYPED);
    return () => clearTimeout(timer);
  }, [typing, onCount]);
  return [typing, setTyping];
}
