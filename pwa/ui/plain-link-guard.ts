import { REPEAT_WINDOW } from './repeat-window.ts';

/** Links that leave this page as it is: each press opens another tab, or saves another file. */
const PLAIN_LINKS = 'a[target=_blank], a[download]';

/** Makes a double click on a plain link open it once, on every screen. */
export function guardPlainLinks(): void {
  let last: { link: Element; at: number } | null = null;
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest(PLAIN_LINKS) : null;
    const isRepeat = link !== null && (event.detail > 1 || (last?.link === link && event.timeStamp - last.at < REPEAT_WINDOW));
    last = link && { link, at: event.timeStamp };
    if (!isRepeat) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('click', follow, true);
}
