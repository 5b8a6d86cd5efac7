import { afterPaint } from './after-paint.ts';

/** Scrolls to an element and puts the focus on it, even if it is no control. */
export function reveal(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

/** Reveals the first message in a form or a panel once it is rendered: of the form as a whole, or of a field that has no control. */
export const revealMessage = (form: Element | null | undefined): void =>
  void afterPaint(() => {
    const message = form?.querySelector<HTMLElement>('.banner, .err');
    if (message) reveal(message);
  });
