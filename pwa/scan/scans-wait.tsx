import { useLayoutEffect } from 'react';
import { listenToKeyboard } from './keyboard.ts';
import { pauseScans } from './scan-handlers.ts';

/** Rendered while a screen is loading: scans made meanwhile wait for the screen that handles them. */
export function ScansWait() {
  useLayoutEffect(() => {
    const resume = pauseScans();
    const stop = listenToKeyboard();
    return () => {
      stop();
      resume();
    };
  }, []);
  return null;
}
