import { useEffect, useState } from 'react';
import type { ScanTarget } from '../../shared/scan/resolve-scan.ts';
import { resolveScanHere } from '../offline/current-floor.ts';
import { watchScanner } from '../scan/keyboard.ts';
import { type ScanSignal, signal } from '../scan/signal.ts';
import { useScan } from '../scan/use-scan.ts';
import type { TypedScan } from '../scan/wedge.ts';

export interface ShownKey {
  name: string;
  /** Milliseconds since the key before it; null for the first. */
  gap: number | null;
}

export interface ScannerTest {
  keys: readonly ShownKey[];
  /** The last code, typed or read by the camera. */
  last: { target: ScanTarget; typed: TypedScan | null } | null;
}

/** The maximum number of milliseconds between two keys that are shown as one code. */
const APART = 1000;
const MAX_KEYS = 60;
const ends = new Set(['Enter', 'Tab']);
const silent = new Set(['Shift', 'CapsLock', 'NumLock', 'AltGraph', 'Control', 'Alt', 'Meta']);

/** A visible form of a key: control characters by their symbols. */
function nameOf(key: string, ctrl: boolean | undefined): string {
  if (key === ' ') return '␠';
  return ctrl ? `Ctrl+${key}` : key;
}

const signalFor = (target: ScanTarget): ScanSignal => (target.is === 'unknown' ? 'unknown' : 'right');

/** Collects every key and every code while the test page is open; nothing else handles them. */
export function useScannerTest(): ScannerTest {
  const [test, setTest] = useState<ScannerTest>({ keys: [], last: null });
  useEffect(() => {
    let before: number | null = null;
    return watchScanner({
      onKey: ({ key, at, ctrl }) => {
        if (silent.has(key)) return;
        const gap = before === null || at - before > APART ? null : Math.round(at - before);
        before = at;
        setTest((now) => {
          // A new code begins a new row, once the previous code has ended.
          const begins = gap === null || ends.has(now.keys.at(-1)?.name ?? '');
          const entry = { name: nameOf(key, ctrl), gap: begins ? null : gap };
          return begins ? { keys: [entry], last: null } : { ...now, keys: [...now.keys, entry].slice(-MAX_KEYS) };
        });
      },
      onScan: (scan) => {
        const target = resolveScanHere(scan.text);
        signal(signalFor(target));
        setTest((now) => ({ ...now, last: { target, typed: scan } }));
      },
    });
  }, []);
  useScan(({ text }) => {
    const target = resolveScanHere(text);
    setTest({ keys: [], last: { target, typed: null } });
    return signalFor(target);
  });
  return test;
}
