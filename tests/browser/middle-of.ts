import type { Locator } from '@playwright/test';

/**
 * Where a finger would tap. What is measured is tapped there: a tap by name looks for the name in the whole page and for what may lie in front,
 * in the page's own thread, and that would be measured too.
 */
export async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox();
  if (!box) throw new Error('The button is not in sight.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
