import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { wouldLose } from '../ui/leave-guard.ts';

/** Screens on which a task is in progress. */
const midTask = /^\/(admin\/(picking|prep)\/(orders|clusters)|orders)\/[^/]+/;
const open = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';
const LOOKED_EVERY = 1_000;
/** How long, in milliseconds, nobody must have scanned, typed or tapped. */
const STILL = 3_000;

/** Whether a question would not disturb the person: no task, dialog or unsaved text is on the screen, and nobody is scanning, typing or tapping. */
export function useCalm(): boolean {
  const { pathname } = useLocation();
  const [calm, setCalm] = useState(false);
  const isMidTask = midTask.test(pathname);
  useEffect(() => {
    let lastTouch = Date.now();
    const touch = (event: Event): void => {
      // Answering the question itself does not count as work.
      if (!(event.target instanceof Element && event.target.closest('.update-notice'))) lastTouch = Date.now();
    };
    const look = (): void =>
      setCalm((was) => !isMidTask && (was || Date.now() - lastTouch >= STILL) && !wouldLose() && !document.querySelector(open));
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, touch, true);
    const timer = setInterval(look, LOOKED_EVERY);
    return () => {
      clearInterval(timer);
      for (const event of events) document.removeEventListener(event, touch, true);
      setCalm(false);
    };
  }, [isMidTask]);
  return calm && !isMidTask;
}
