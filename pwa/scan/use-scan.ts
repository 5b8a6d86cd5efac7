import { useEffect, useRef } from 'react';
import { hear, type Scan, type ScanHandler } from './hearing.ts';
import { listenToKeyboard } from './keyboard.ts';

export type { Answer, Scan, ScanHandler } from './hearing.ts';

export interface ScanOptions {
  /** Scans are left to others while this is false. */
  enabled?: boolean;
  /** Asked only when every screen has passed: for what works anywhere on the floor. */
  anywhere?: boolean;
  /** Belongs to a dialog; while a dialog is open, only such handlers are asked. */
  inDialog?: boolean;
}

/**
 * Calls `handler` with each scan, from wedge or camera, while the screen is shown. Scans come one after another: return (or resolve
 * with) how it went once it is on the tablet, and sound, vibration and colour follow; `pass` leaves it to the next who listens.
 * `readScan` of pwa/offline says what a code means.
 */
export function useScan(handler: ScanHandler, { enabled = true, anywhere = false, inDialog = false }: ScanOptions = {}): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    if (!enabled) return;
    const silence = hear({ handler: (scan: Scan) => latest.current(scan), anywhere, in_dialog: inDialog });
    const stop = listenToKeyboard();
    return () => {
      stop();
      silence();
    };
  }, [enabled, anywhere, inDialog]);
}
