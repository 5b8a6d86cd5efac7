import { type RefObject, useEffect, useRef } from 'react';
import { type ListPlace, scrollParent } from './list-memory.ts';

/** Once the rows are there, a list that somebody comes back to stands where they left it, and its row has the keyboard again. */
export function useAsLeft(place: ListPlace | null, hasRows: boolean, list: RefObject<Element | null>, findRow: () => number): void {
  const find = useRef(findRow);
  find.current = findRow;
  useEffect(() => {
    if (!place || !hasRows) return;
    // After the screen's title, which takes the focus as the screen comes.
    const frame = requestAnimationFrame(() => {
      const scroller = scrollParent(list.current);
      if (scroller) scroller.scrollTop = place.scroll;
      list.current?.querySelector<HTMLElement>(`tr[data-row="${find.current()}"]`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [place, hasRows, list]);
}
