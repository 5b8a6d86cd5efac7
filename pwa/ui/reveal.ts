import { afterPaint } from './after-paint.ts';

/** Scrolls to an element and puts the focus on it, even if it is no control. */
export function reveal(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

/** After the next paint, reveals the first message in a form or panel: about the form as a whole, or about a field without a control. */
export const revealMessage = (form: Element | null | undefined): void =>
  void afterPaint(() => {
    const message = form?.querySelector<HTMLElement>('.banner, .err');
    if (message) reveal(message);
  });
