import { useLayoutEffect } from 'react';
import { listenToKeyboard } from './keyboard.ts';
import { pauseScans } from './scan-handlers.ts';

/** Rendered while a screen is loading. Until the screen can handle scans, scans wait. */
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
