import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type ListPlace, scrollParent } from './list-memory.ts';

/** Once the rows are loaded, restores the list's scroll position, and gives the keyboard focus to the row that had it when the person left. */
export function useAsLeft(place: ListPlace | null, hasRows: boolean, list: RefObject<Element | null>, findRow: () => number): void {
  const find = useRef(findRow);
  find.current = findRow;
  // Before the first paint: otherwise the start of the list is painted first, and then the rows at which the person left it.
  useLayoutEffect(() => {
    const scroller = place && hasRows ? scrollParent(list.current) : null;
    if (scroller && place && place.scroll !== null) scroller.scrollTop = place.scroll;
  }, [place, hasRows, list]);
  useEffect(() => {
    if (!place || !hasRows) return;
    // The screen's title gets the focus when the screen appears, so the row gets the focus in the next frame.
    const frame = requestAnimationFrame(() => {
      const row = list.current?.querySelector<HTMLElement>(`tr[data-row="${find.current()}"]`);
      if (place.scroll === null) row?.scrollIntoView({ block: 'center' });
      row?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [place, hasRows, list]);
}
