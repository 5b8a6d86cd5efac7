import { useEffect, useRef, useState } from 'react';
import { type Found, searchOffice } from './client.ts';

/** Milliseconds after the last letter before the server is asked. */
const WAIT = 60;

export interface OfficeSearchState {
  /** The latest answer, and the text that it is about; null before the first one. */
  found: { text: string; answer: Found } | null;
  /** `busy` until the answer is about the present text. */
  state: 'idle' | 'busy' | 'failed' | 'ready';
  retry: () => void;
}

/** Searches the office for a text while a person types it. The previous answer stays until the next one is there; an empty text has none. */
export function useOfficeSearch(text: string): OfficeSearchState {
  const [found, setFound] = useState<OfficeSearchState['found']>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const attempted = useRef(attempt);
  useEffect(() => {
    setFailed(null);
    if (text === '') {
      setFound(null);
      return;
    }
    const isRetry = attempted.current !== attempt;
    attempted.current = attempt;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        searchOffice(text, stop.signal).then(
          (answer) => !stop.signal.aborted && setFound({ text, answer }),
          () => !stop.signal.aborted && setFailed(text),
        );
      },
      isRetry ? 0 : WAIT,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, attempt]);
  const state = text === '' ? 'idle' : failed === text ? 'failed' : found?.text === text ? 'ready' : 'busy';
  return { found, state, retry: () => setAttempt((before) => before + 1) };
}
