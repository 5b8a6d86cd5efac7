import { useEffect, useState } from 'react';
import type { Hit } from './hit.ts';

export interface HitActions {
  /** The record whose actions are shown; null while the palette searches. */
  subject: Hit | null;
  /** The record's actions; empty until they are read. */
  actions: readonly Hit[];
  state: 'busy' | 'failed' | 'ready';
  show: (hit: Hit) => void;
  /** Goes back to the search. */
  leave: () => void;
  retry: () => void;
}

/** The actions of a found record, which the palette shows instead of its matches. */
export function useHitActions(): HitActions {
  const [subject, setSubject] = useState<Hit | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [read, setRead] = useState<{ state: HitActions['state']; actions: readonly Hit[] }>({ state: 'busy', actions: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads the same record again
  useEffect(() => {
    const actionsOf = subject?.actions;
    if (!actionsOf) return;
    setRead({ state: 'busy', actions: [] });
    const stop = new AbortController();
    actionsOf(stop.signal).then(
      (actions) => !stop.signal.aborted && setRead({ state: 'ready', actions }),
      () => !stop.signal.aborted && setRead({ state: 'failed', actions: [] }),
    );
    return () => stop.abort();
  }, [subject, attempt]);
  return { subject, ...read, show: setSubject, leave: () => setSubject(null), retry: () => setAttempt((before) => before + 1) };
}
