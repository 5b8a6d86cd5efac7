import { useEffect, useRef, useState } from 'react';
import { dayRowNames } from '../../shared/day/day-rows.ts';
import type { Day } from './client.ts';
import { rowWords } from './day-words.ts';

/** The shortest time between two announcements, in milliseconds. */
const ANNOUNCE_EVERY = 60_000;

/**
 * The numbers that have changed since the last announcement, as a text for screen readers, once a minute at most. The row that has the focus is left
 * out, because its own text has changed.
 */
export function useAnnouncedChanges(day: Day | undefined): string {
  const [text, setText] = useState('');
  const spokenDay = useRef<Day>(undefined);
  const latest = useRef(day);
  latest.current = day;
  useEffect(() => {
    const timer = setInterval(() => {
      const [before, now] = [spokenDay.current, latest.current];
      spokenDay.current = now;
      if (!before || !now) return;
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;
      const changed = dayRowNames.filter((name) => before[name].total !== now[name].total && name !== focused);
      setText(changed.map((name) => `${rowWords[name]}: ${now[name].total}`).join('. '));
    }, ANNOUNCE_EVERY);
    return () => clearInterval(timer);
  }, []);
  return text;
}
