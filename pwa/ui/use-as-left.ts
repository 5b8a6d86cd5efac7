import { type RefObject, useEffect, useRef } from 'react';
import { type ListPlace, scrollParent } from './list-memory.ts';

/** Once the rows are loaded, a list that somebody comes back to is shown as they left it, and its row has the keyboard focus again. */
export function useAsLeft(place: ListPlace | null, hasRows: boolean, list: RefObject<Element | null>, findRow: () => number): void {
  const find = useRef(findRow);
  find.current = findRow;
  useEffect(() => {
    if (!place || !hasRows) return;
    // After the screen's title, which gets the focus when the screen appears.
    const frame = requestAnimationFrame(() => {
      const scroller = scrollParent(list.current);
      if (scroller) scroller.scrollTop = place.scroll;
      list.current?.querySelector<HTMLElement>(`tr[data-row="${find.current()}"]`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [place, hasRows, list]);
}
