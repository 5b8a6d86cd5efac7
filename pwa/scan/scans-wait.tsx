import { useLayoutEffect } from 'react';
import { listenToKeyboard } from './keyboard.ts';
import { pauseScans } from './scan-handlers.ts';

/** Part of a screen that loads: the scans that are made meanwhile wait for the screen that takes them. */
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
