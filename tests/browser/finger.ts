import type { Locator, Page } from '@playwright/test';

/** Where a finger touches the glass, in pixels of the page. */
export interface Place {
  x: number;
  y: number;
}

/** A finger stays on the glass for about this many milliseconds. */
const touching = 60;

/**
 * The middle of a button, for measured taps. For a tap by name, the page's own thread first searches the whole page for the name and for anything in
 * front of the button, and the time of that search would be measured too.
 */
export async function middleOf(button: Locator): Promise<Place> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Taps like a finger: it lifts only after the page has handled the touch. An immediate release would have to wait for the page. */
export const tapAt = (page: Page, { x, y }: Place): Promise<void> => page.mouse.click(x, y, { delay: touching });
