import { type RefCallback, useCallback } from 'react';

/** Milliseconds for which something that has just come under the finger ignores taps. The second tap of a double tap is over by then. */
const IGNORES_FOR = 800;
/**
 * Whatever appears within this time after a tap, in milliseconds, counts as caused by the tap. The time is longer than the 600 ms for which a
 * complete line stays in view.
 */
const CAUSED_WITHIN = 1000;

/** The last tap. Null once a key was pressed, because a scanner types and does not tap. */
let lastTap: { at: number; x: number; y: number } | null = null;

const keepTap = ({ clientX, clientY }: PointerEvent): void => {
  lastTap = { at: performance.now(), x: clientX, y: clientY };
};
const forgetTap = (): void => {
  lastTap = null;
};

/** Can be called again: adding a listener twice adds it once. */
function listenToTaps(): void {
  document.addEventListener('pointerup', keepTap, true);
  document.addEventListener('keydown', forgetTap, true);
}
if (typeof document !== 'undefined') listenToTaps();

const listeners = new Set<() => void>();

/** Calls the listener whenever a tap is ignored, until the returned function is called. */
export function onIgnoredTap(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function isUnderFinger(element: HTMLElement): boolean {
  if (!lastTap || performance.now() - lastTap.at > CAUSED_WITHIN) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return lastTap.x >= left && lastTap.x <= right && lastTap.y >= top && lastTap.y <= bottom;
}

/** Lets an element ignore taps until the returned function is called. Keys, and so scans, are not ignored. */
function ignoreTaps(element: HTMLElement): () => void {
  const tell = ({ isPrimary }: PointerEvent): void => {
    if (isPrimary) for (const listener of listeners) listener();
  };
  const stop = (event: MouseEvent): void => {
    // A press by keyboard or by a screen reader has no count of clicks.
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.setAttribute('aria-disabled', 'true');
  element.addEventListener('pointerup', tell, true);
  element.addEventListener('click', stop, true);
  return () => {
    element.removeAttribute('aria-disabled');
    element.removeEventListener('pointerup', tell, true);
    element.removeEventListener('click', stop, true);
  };
}

/**
 * The ref of an element in which a tap may replace `thing` by another under the finger. The element then ignores taps for a moment: a double tap
 * would otherwise act on something that nobody has seen yet.
 */
export function useTapGuard<Place extends HTMLElement>(thing: string | number | boolean): RefCallback<Place> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: React attaches the ref again for another thing
  return useCallback(
    (place: Place | null) => {
      if (!place || !isUnderFinger(place)) return undefined;
      const end = ignoreTaps(place);
      const timer = setTimeout(end, IGNORES_FOR);
      return () => {
        clearTimeout(timer);
        end();
      };
    },
    [thing],
  );
}
