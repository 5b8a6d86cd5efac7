import type { Page } from '@playwright/test';

const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta'];

/** Counts the keys that are pressed on a page from now on: a key with modifiers, such as Ctrl+K, counts once. */
export async function countKeys(page: Page): Promise<() => Promise<number>> {
  await page.evaluate((modifiers) => {
    const here = window as unknown as { pressedKeys: number };
    here.pressedKeys = 0;
    window.addEventListener('keydown', ({ key, isTrusted }) => isTrusted && !modifiers.includes(key) && here.pressedKeys++, true);
  }, MODIFIERS);
  return () => page.evaluate(() => (window as unknown as { pressedKeys: number }).pressedKeys);
}
