import { REPEAT_WINDOW } from './repeat-window.ts';

/** The second press of a double click comes within this distance, in pixels. */
const DISTANCE = 4;

/** The elements that react to a press. A press on the scrim closes its dialog. */
const CONTROLS = 'button, a, label, input, select, textarea, .scrim';

interface Press {
  at: number;
  x: number;
  y: number;
  /** The address of the screen at the press. */
  href: string;
  /** The controls on the screen at the press. */
  controls: ReadonlySet<Element>;
}

/**
 * Makes the second press of a double click do nothing if the first press has put something new under the pointer. Otherwise the second press could
 * hit a button of the next screen, or close a dialog by the scrim at its edge. Calling the returned function ends the guard.
 */
export function guardDoubleClicks(): () => void {
  let last: Press | null = null;
  let isIgnored = false;
  const press = (event: PointerEvent): void => {
    const { timeStamp: at, clientX: x, clientY: y, target } = event;
    const control = target instanceof Element ? target.closest(CONTROLS) : null;
    const isSecond = last !== null && at - last.at < REPEAT_WINDOW && Math.abs(x - last.x) <= DISTANCE && Math.abs(y - last.y) <= DISTANCE;
    isIgnored = isSecond && control !== null && !last?.controls.has(control);
    if (isIgnored) event.stopImmediatePropagation();
    else last = { at, x, y, href: location.href, controls: new Set(document.querySelectorAll(CONTROLS)) };
  };
  // Ignores the click, and `mousedown`, which would move the focus. The click of a key or a script has a `detail` of 0, and is not ignored.
  const ignore = (event: MouseEvent): void => {
    if (!isIgnored || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Somebody who has used a key since the press has seen the new controls.
  const forget = (): void => {
    last = null;
  };
  // Somebody who goes back to the screen of their last press has seen its controls before, although they are rendered anew. A press that itself leads
  // back stays guarded, because it ends at the address of another screen.
  const forgetWhenBack = (): void => {
    if (last?.href === location.href) last = null;
  };
  window.addEventListener('popstate', forgetWhenBack, true);
  window.addEventListener('keydown', forget, true);
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('mousedown', ignore, true);
  window.addEventListener('click', ignore, true);
  return () => {
    window.removeEventListener('popstate', forgetWhenBack, true);
    window.removeEventListener('keydown', forget, true);
    window.removeEventListener('pointerdown', press, true);
    window.removeEventListener('mousedown', ignore, true);
    window.removeEventListener('click', ignore, true);
  };
}
