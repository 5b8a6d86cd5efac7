import { handleScan } from './scan-handlers.ts';
import { scanSettings } from './settings.ts';
import { GAP, pauseAfter, press, rest, type TypedScan, type Typing, type WedgeKey } from './wedge.ts';

/** The longest gap between two keys of a scanner in a field marked `data-scan-through`, in milliseconds: a person types more slowly. */
const MACHINE_GAP = 50;

const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target !== document.body
    ? target.closest<HTMLElement>('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
    : null;

let typing: Typing | null = null;
/** `at` is the time at which a code without a terminator ends, and `field` the field into which the code was typed. */
let rests: { at: number; field: HTMLElement | null } = { at: 0, field: null };
let looking: ReturnType<typeof setTimeout> | undefined;
let swallowed = new Set<string>();

/** The functions with which a page handles keys and codes itself. */
export interface Watcher {
  onKey: (key: WedgeKey) => void;
  /** Called with each code, which then goes to no other handler. */
  onScan: (scan: TypedScan) => void;
}
let watcher: Watcher | null = null;

function take(scan: TypedScan, field: HTMLElement | null): void {
  if (field) {
    // Removes what the scanner typed into the field, as a person would with Escape.
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    field.blur();
  }
  if (watcher) watcher.onScan(scan);
  else void handleScan({ text: scan.text, from: 'wedge' });
}

function onKeyDown(event: KeyboardEvent): void {
  if (!event.isTrusted || event.isComposing) return;
  const field = fieldOf(event.target);
  if (field && field.dataset.scanThrough === undefined) {
    // This field is for a person to edit, so a scanner's keys are treated like typed ones.
    typing = null;
    return;
  }
  const usual = scanSettings.get().slow ? GAP.slow : GAP.usual;
  const gap = field ? MACHINE_GAP : usual;
  const { key, timeStamp: at, ctrlKey: ctrl, altKey: alt, metaKey: meta, repeat } = event;
  const wedgeKey: WedgeKey = { key, at, ctrl, alt, meta, repeat };
  watcher?.onKey(wedgeKey);
  const step = press(typing, wedgeKey, gap);
  typing = step.typing;
  // In a field, the keys of a scanner reach the field until they turn out to be a code.
  if (step.swallow && (!field || step.scan)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    swallowed.add(event.code);
  }
  if (step.scan) take(step.scan, field);
  else if (typing) {
    rests = { at: performance.now() + pauseAfter(gap), field };
    // One timer for all keys of a code: setting a new one for each key takes longer than judging the key.
    looking ??= setTimeout(look, pauseAfter(gap));
  }
}

/** Ends the code that is being typed if the last key came long enough ago; otherwise looks again later. */
function look(): void {
  looking = undefined;
  if (!typing) return;
  const remaining = rests.at - performance.now();
  if (remaining > 0) {
    looking = setTimeout(look, remaining);
    return;
  }
  const { scan } = rest(typing);
  typing = null;
  if (scan) take(scan, rests.field);
}

/** Swallows the keyup of a key whose keydown was swallowed: the keyup alone could press a button. */
function onKeyUp(event: KeyboardEvent): void {
  if (!swallowed.delete(event.code)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

let listeners = 0;

/** Watches the keyboard for a scanner until the returned function is called. It listens on the document, before every other handler of the page. */
export function listenToKeyboard(): () => void {
  listeners += 1;
  if (listeners === 1) {
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('keyup', onKeyUp, { capture: true });
  }
  return () => {
    listeners -= 1;
    // Stops only after the current render, because a screen that appears in this render continues with a code that is half typed.
    queueMicrotask(stopWithoutListeners);
  };
}

function stopWithoutListeners(): void {
  if (listeners > 0) return;
  document.removeEventListener('keydown', onKeyDown, { capture: true });
  document.removeEventListener('keyup', onKeyUp, { capture: true });
  clearTimeout(looking);
  looking = undefined;
  typing = null;
  swallowed = new Set();
}

/** Passes keys and typed codes to a watcher instead of handling them, until the returned function is called. */
export function watchScanner(watching: Watcher): () => void {
  const stop = listenToKeyboard();
  watcher = watching;
  return () => {
    stop();
    if (watcher === watching) watcher = null;
  };
}
