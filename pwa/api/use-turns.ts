import { useCallback, useRef } from 'react';

/** Returns a function that runs each write after the one before it, whether or not that succeeded, and returns its response. */
export function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(<Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.current.then(run);
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
}
