import { useLayoutEffect, useState } from 'react';

/** Milliseconds after which a press counts as over if no end event arrives: for example, the open list of a select may receive the event instead. */
const LONGEST_PRESS = 2000;

let isPressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

function endPress(): void {
  isPressed = false;
  for (const act of waiting) act();
  waiting.clear();
}

function beginPress(): void {
  clearTimeout(timer);
  isPressed = true;
  timer = setTimeout(endPress, LONGEST_PRESS);
}

/** Ends the press in the next task, after the click: the browser dispatches release and click in one task. */
function releasePress(): void {
  clearTimeout(timer);
  timer = setTimeout(endPress);
}

/** Can be called again: adding a listener twice adds it once. */
function listenToPresses(): void {
  for (const type of ['pointerdown', 'mousedown']) document.addEventListener(type, beginPress, true);
  for (const type of ['pointerup', 'pointercancel', 'mouseup']) document.addEventListener(type, releasePress, true);
}

/**
 * A value that changes only while no pointer is pressed. Pressing a button takes the focus out of a field; if the field's message
 * were rendered then, it would push the button away before the release, and the click would be lost.
 */
export function useHeldDuringPress<Value extends string | null | undefined>(value: Value): Value {
  const [heldValue, setHeldValue] = useState(value);
  useLayoutEffect(() => {
    listenToPresses();
    const show = (): void => setHeldValue(value);
    if (isPressed) waiting.add(show);
    else show();
    return () => {
      waiting.delete(show);
    };
  }, [value]);
  return heldValue;
}
