import { useLayoutEffect, useRef } from 'react';
import { listenToKeyboard } from './keyboard.ts';
import { addScanListener, type Scan, type ScanHandler } from './scan-handlers.ts';

export type { Answer, Scan, ScanHandler } from './scan-handlers.ts';

export interface ScanOptions {
  /** While this is false, scans are left to other handlers. */
  enabled?: boolean;
  /** True for a handler that works anywhere on the floor. It is called only after the handlers of all screens have returned `pass`. */
  anywhere?: boolean;
  /** Belongs to a dialog; while a dialog is open, only such handlers are called. */
  inDialog?: boolean;
}

/**
 * Calls `handler` with each scan, from scanner or camera, while the screen is shown. Scans are handled one after another. The handler
 * returns (or resolves with) the result once the result is stored on the tablet; then sound, vibration and colour follow. `pass` leaves
 * the scan to the next handler. `resolveScanHere` of pwa/offline resolves what a code stands for.
 */
export function useScan(handler: ScanHandler, { enabled = true, anywhere = false, inDialog = false }: ScanOptions = {}): void {
  const latest = useRef(handler);
  latest.current = handler;
  // Listens before the screen is painted, because the first key of a scan may arrive as soon as the screen is visible.
  useLayoutEffect(() => {
    if (!enabled) return;
    const silence = addScanListener({ handler: (scan: Scan) => latest.current(scan), anywhere, in_dialog: inDialog });
    const stop = listenToKeyboard();
    return () => {
      stop();
      silence();
    };
  }, [enabled, anywhere, inDialog]);
}
