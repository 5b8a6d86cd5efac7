import type { Locator, Page } from '@playwright/test';

/** Where a finger touches the glass, in pixels of the page. */
export interface Place {
  x: number;
  y: number;
}

/** A finger stays on the glass for about so many milliseconds. */
const touching = 60;

/**
 * The middle of a button. What is measured is tapped there: a tap by name looks for the name in the whole page and for what may lie in front,
 * in the page's own thread, and that would be measured too.
 */
export async function middleOf(button: Locator): Promise<Place> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps and lets go as a finger does: at once, letting go would wait for what the page makes of the touch, and that is over before a finger is lifted. */
export const tapAt = (page: Page, { x, y }: Place): Promise<void> => page.mouse.click(x, y, { delay: touching });
