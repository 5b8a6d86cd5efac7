import { useRef } from 'react';

/** The element that had the focus last. For an element of a menu, which disappears as soon as an action is chosen, the menu's button is stored. */
let lastFocused: Element | null = null;
/** The last focused element that is outside all dialogs. It is used if `lastFocused` is gone, as when a dialog that loads is replaced by another. */
let lastOnPage: Element | null = null;
const menuOf = (element: Element): Element | null => element.closest('[role=menu]');
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    const menu = menuOf(target);
    lastFocused = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : target;
    if (lastFocused && !lastFocused.closest('[role=dialog], [role=alertdialog]')) lastOnPage = lastFocused;
  });

const lastHere = (): Element | null => (lastFocused?.isConnected ? lastFocused : lastOnPage);

/**
 * When a panel in front of the page closes, the focus returns to the element that opened the panel. If that element is gone and nothing else has the
 * focus, the focus goes to the page's title. Spread the result into the panel's content.
 */
export function useFocusBack(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement;
      opener.current = !focused || focused === document.body || menuOf(focused) ? lastHere() : focused;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      // A key may have moved the focus since the panel closed. If a dialog behind the panel has the focus itself, the focus goes to the opener.
      const focused = document.activeElement;
      if (focused && focused !== document.body && !focused.matches('[role=dialog], [role=alertdialog]')) return;
      const back = opener.current;
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
      if (!document.activeElement || document.activeElement === document.body)
        document.querySelector<HTMLElement>('#main h1, .head h1')?.focus({ preventScroll: true });
    },
  };
}
