import { useRef } from 'react';

/** What had the focus last, menus aside: they are gone as soon as something of them is chosen, and what opened them is meant. */
let lastFocused: Element | null = null;
const isInMenu = (element: Element): boolean => element.closest('[role=menu]') !== null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !isInMenu(target)) lastFocused = target;
  });

/** For what stands in front of the page: the focus goes back to what opened it; where that is gone and nothing else has it, to the page's title. Spread it into the content. */
export function useFocusBack(): { onOpenAutoFocus: () => void; onCloseAutoFocus: (event: Event) => void } {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      const focused = document.activeElement;
      opener.current = !focused || focused === document.body || isInMenu(focused) ? lastFocused : focused;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const back = opener.current;
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
      if (!document.activeElement || document.activeElement === document.body)
        document.querySelector<HTMLElement>('#main h1, .head h1')?.focus({ preventScroll: true });
    },
  };
}
