import { useEffect, useState } from 'react';
import type { Hit } from './hit.ts';
import { screenActions, withNewOrder } from './screen-actions.ts';

const readActions = (): Hit[] => withNewOrder(screenActions());

/** What a row of an action shows, so that two readings can be compared. */
const rowsOf = (actions: readonly Hit[]): string => JSON.stringify(actions.map(({ key, waits }) => [key, waits]));

/** The actions of the screen behind the palette. They are read again when the screen changes: it may still load when the palette opens. */
export function useScreenActions(): readonly Hit[] {
  const [actions, setActions] = useState(readActions);
  useEffect(() => {
    // A screen that has loaded replaces its `main`, so the whole app is observed. The palette is outside of it.
    const app = document.getElementById('root');
    if (!app) return;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setActions((earlier) => {
          const next = readActions();
          return rowsOf(next) === rowsOf(earlier) ? earlier : next;
        }),
      );
    });
    observer.observe(app, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return actions;
}
