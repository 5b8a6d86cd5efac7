import type { Page } from '@playwright/test';

/** Counts the taps on a page from now on; typing is not counted. Returns a function that returns the count. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.evaluate(() =>
    document.addEventListener('pointerup', () => void (window as unknown as { countTap: () => Promise<void> }).countTap(), true),
  );
  return () => taps;
}
