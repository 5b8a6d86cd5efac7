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
    const main = document.getElementById('main');
    if (!main) return;
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
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
  return actions;
}
