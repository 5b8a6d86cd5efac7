import { toast } from '../ui/toast.ts';
import { type ScanSignal, signal, type ToteSignal } from './signal.ts';

/** A code that was read. */
export interface Scan {
  /** The code without the characters that the scanner added. */
  text: string;
  from: 'wedge' | 'camera';
}

/** `pass` leaves the scan to the next handler. */
export type Answer = ScanSignal | ToteSignal | 'pass';
export type ScanHandler = (scan: Scan) => Answer | Promise<Answer>;

export interface ScanListener {
  handler: ScanHandler;
  /** True for a handler that gets a scan only after the handlers of all screens have returned `pass`. */
  anywhere: boolean;
  /** True for the handler of a dialog. While a dialog is open, only handlers of dialogs are called. */
  in_dialog: boolean;
}

/** The registered listeners, the newest last. */
const listeners: ScanListener[] = [];

/** Handles scans until the returned function is called. */
export function addScanListener(listener: ScanListener): () => void {
  listeners.push(listener);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
  };
}

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null;

/**
 * The listeners in the order in which they are called: the newest screen first, then those that work anywhere. While a dialog is open, only listeners
 * of dialogs are called.
 */
function listenersInTurn(): ScanListener[] {
  const newest = [...listeners].reverse();
  if (isDialogOpen()) return newest.filter(({ in_dialog }) => in_dialog);
  return [...newest.filter(({ anywhere }) => !anywhere), ...newest.filter(({ anywhere }) => anywhere)];
}

async function answer(scan: Scan): Promise<void> {
  const inTurn = listenersInTurn();
  for (const { handler } of inTurn) {
    const isHandled = await handler(scan);
    if (isHandled === 'pass') continue;
    signal(isHandled);
    return;
  }
  signal('unknown');
  if (!inTurn.length && isDialogOpen()) toast('First answer the question on the screen.', { title: `Not taken: ${scan.text}`, tone: 'wrong' });
  else toast('This screen cannot use this code.', { title: `Not known here: ${scan.text}`, tone: 'wrong' });
}

/** How many screens are loading, and the function that resumes the scans that wait for them. */
let pauses = 0;
let ready: Promise<void> = Promise.resolve();
let resumeAll: () => void = () => undefined;

/** Makes scans wait until the returned function is called: the screen that handles them is still loading. */
export function pauseScans(): () => void {
  if (pauses === 0)
    ready = new Promise((resolve) => {
      resumeAll = resolve;
    });
  pauses += 1;
  return () => {
    pauses -= 1;
    if (pauses === 0) resumeAll();
  };
}

/** Resolves once no screen is loading: a screen that has loaded may show another that still has to load. */
async function whenReady(): Promise<void> {
  while (pauses > 0) await ready;
}

let last: Promise<void> = Promise.resolve();

/**
 * Passes a scan to the handlers. Scans are handled one after another, however fast they arrive: each waits until the one before it is stored on the
 * tablet.
 */
export function handleScan(scan: Scan): Promise<void> {
  last = last
    .then(whenReady)
    .then(() => answer(scan))
    .catch((error: unknown) => {
      signal('unknown');
      console.error(error);
    });
  return last;
}
