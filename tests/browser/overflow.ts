import type { Page } from '@playwright/test';

/**
 * What of a page is wider than its place: the page itself, and lists, cards and what they hold. A chart scrolls by itself, and what
 * is cut with an ellipsis is meant to be.
 */
export const overflowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isWider = (element: Element): boolean => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} in ${element.clientWidth} px`;
    const parts = 'main, .pagehead, .card, .list-scroll, .lines-scroll, .page-body, .review, .review-main, .order-line > .grow';
    return [document.documentElement, ...document.querySelectorAll(parts)]
      .filter((element) => isWider(element) && getComputedStyle(element).textOverflow !== 'ellipsis')
      .map(name);
  });
