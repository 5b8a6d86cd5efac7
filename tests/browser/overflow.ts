import type { Page } from '@playwright/test';

/**
 * The elements whose content is too wide for them: the page itself, lists, cards and their contents, and tabs. Charts are left out because they
 * scroll by themselves, and text with an ellipsis because it is shortened on purpose.
 */
export const overflowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isWider = (element: Element): boolean => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className}: ${element.scrollWidth} in ${element.clientWidth} px`;
    const parts = 'main, .pagehead, .card, .list-scroll, .lines-scroll, .page-body, .review, .review-main, .order-line > .grow, .tabs > *';
    return [document.documentElement, ...document.querySelectorAll(parts)]
      .filter((element) => isWider(element) && getComputedStyle(element).textOverflow !== 'ellipsis')
      .map(name);
  });

/** The buttons of a page, and the links that look like buttons, if they are too small for a gloved finger: it needs 48 px each way. */
export const smallButtonsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.btn, .tabs a')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }) && !part.closest('.sr, .skip, .mast, .nav'))
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 47.5 || box.width < 47.5))
      .map(({ part, box }) => `${part.getAttribute('aria-label') ?? part.textContent}: ${Math.round(box.width)} x ${Math.round(box.height)} px`),
  );

/**
 * The texts of a page that are cut off by the edge of their container, or by an ellipsis without a title that has the full text. A screen's own
 * header may be cut off in favour of its buttons.
 */
export const cutTextsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cutTexts: string[] = [];
    while (words.nextNode()) {
      const parent = words.currentNode.parentElement;
      const text = words.currentNode.textContent?.trim();
      if (
        !parent ||
        !text ||
        !parent.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('.sr, .skip, .head, .when-words, .decide-words, script, style, option')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(words.currentNode);
      for (let around: HTMLElement | null = parent; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        const [x, y] = [style.overflowX, style.overflowY];
        if (x === 'visible' && y === 'visible') continue;
        const box = around.getBoundingClientRect();
        const isOut = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            (x !== 'auto' && x !== 'scroll' && (right > box.right + 1 || left < box.left - 1)) ||
            (y !== 'auto' && y !== 'scroll' && (bottom > box.bottom + 2 || top < box.top - 2)),
        );
        const isWhole = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' ? parent.closest('[title]') !== null : false;
        if (isOut && !isWhole) cutTexts.push(`${text} in ${around.tagName.toLowerCase()}.${around.className}`);
        break;
      }
    }
    return cutTexts;
  });
