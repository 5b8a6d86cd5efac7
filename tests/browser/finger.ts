import type { Locator, Page } from '@playwright/test';

/** Where a finger touches the glass, in pixels of the page. */
export interface Place {
  x: number;
  y: number;
}

/** A finger stays on the glass for about this many milliseconds. */
const touching = 60;

/**
 * The middle of a button. A measured tap goes there: a tap by name searches the whole page for the name and for anything in front of it, in the
 * page's own thread, and that would be measured too.
 */
export async function middleOf(button: Locator): Promise<Place> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps and releases as a finger does: an immediate release would wait for the page to handle the touch, which is over before a finger is lifted. */
export const tapAt = (page: Page, { x, y }: Place): Promise<void> => page.mouse.click(x, y, { delay: touching });
