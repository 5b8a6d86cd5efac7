import { type RefObject, useEffect } from 'react';

const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'];

/**
 * Whether no element has the focus that would use the key itself: the page's title has the focus after each change of screen, and
 * does not use it.
 */
const isFree = (focused: Element | null): boolean => !focused || focused === document.body || focused.tagName === 'H1';

/** Keys go to the rows of a list while nothing else has the focus, and from its search field with the down arrow. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const enter = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const focused = document.activeElement;
      const isSearch = event.key === 'ArrowDown' && focused instanceof HTMLInputElement && focused.closest('.list-tools .search') !== null;
      if (!isSearch && !(KEYS.includes(event.key) && isFree(focused))) return;
      const row = list.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
      if (!row) return;
      event.preventDefault();
      row.focus();
    };
    window.addEventListener('keydown', enter);
    return () => window.removeEventListener('keydown', enter);
  }, [list]);
}
