import { REPEAT_WINDOW } from './repeat-window.ts';

/** The second press of a double click comes within this distance, in pixels. */
const DISTANCE = 4;

/** What a press can be meant for; outside a dialog it closes the dialog. */
const CONTROLS = 'button, a, label, input, select, textarea, .scrim';

interface Press {
  at: number;
  x: number;
  y: number;
  /** The address of the screen on which they pressed. */
  href: string;
  /** What the person saw when they pressed. */
  controls: ReadonlySet<Element>;
}

/**
 * From now until the returned function is called, the second press of a double click does nothing where the first has put something new under the pointer: a button of the next
 * screen, or the edge of a dialog, which would close it.
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
  // A key or a script that presses a button counts no clicks. A mouse button that goes down would move the focus.
  const ignore = (event: MouseEvent): void => {
    if (!isIgnored || event.detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Whoever has used a key since then has seen what is there.
  const forget = (): void => {
    last = null;
  };
  // So has whoever went back to the screen on which they pressed: its controls are drawn anew. A press that leads back itself ends on another screen.
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
