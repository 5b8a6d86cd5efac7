import { type RefCallback, useCallback, useRef } from 'react';
import type { MenuItem } from './menu.tsx';

const itemsByTrigger = new WeakMap<Element, { current: readonly MenuItem[] }>();

/** The items of the menu that a button opens; none for any other element. */
export const menuItemsOf = (trigger: Element): readonly MenuItem[] => itemsByTrigger.get(trigger)?.current ?? [];

/** The ref for the button that opens a menu with these items. */
export function useMenuItems(items: readonly MenuItem[]): RefCallback<Element> {
  const latest = useRef(items);
  latest.current = items;
  return useCallback((trigger: Element | null) => {
    if (trigger) itemsByTrigger.set(trigger, latest);
  }, []);
}
