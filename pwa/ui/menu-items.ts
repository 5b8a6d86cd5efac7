import { type RefCallback, useCallback, useRef } from 'react';
import type { MenuItem } from './menu.tsx';

type ReadItems = () => readonly MenuItem[];

const readersByTrigger = new WeakMap<Element, { current: ReadItems }>();

/** The items of the menu that a button opens; none for any other element. */
export const menuItemsOf = (trigger: Element): readonly MenuItem[] => readersByTrigger.get(trigger)?.current() ?? [];

/** The ref for the button that opens a menu with the items that `read` returns. */
export function useMenuItems(read: ReadItems): RefCallback<Element> {
  const latest = useRef(read);
  latest.current = read;
  return useCallback((trigger: Element | null) => {
    if (trigger) readersByTrigger.set(trigger, latest);
  }, []);
}
