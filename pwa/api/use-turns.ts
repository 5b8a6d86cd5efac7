import { useCallback, useRef } from 'react';

/** Returns a function that queues a write and returns its response. Each write runs after the previous one has succeeded or failed. */
export function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(<Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.current.then(run);
    last.current = turn.catch(() => undefined);
    return turn;
  }, []);
}
