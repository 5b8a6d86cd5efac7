import { type RefObject, useEffect } from 'react';

const KEYS = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'];

/** Whether nothing on the page has the focus that would want the key itself: the page's title takes the focus with each screen, and does nothing with it. */
const isFree = (focused: Element | null): boolean => !focused || focused === document.body || focused.tagName === 'H1';

/** The keys of a list go to its rows while nothing else has the focus, and from its search field downwards. */
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
