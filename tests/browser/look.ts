import type { Page } from '@playwright/test';
import { faultsOf } from './axe.ts';
import { layoutFaultsOf } from './layout.ts';

const heights: Readonly<Record<number, number>> = { 390: 844, 820: 1180 };

/** Waits until the browser has drawn the page at its present size. */
const isPainted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * The faults that a person sees in the present state of a page: in its layout at each of these widths, and at the last one in its contrast, in the
 * light and the dark theme, and in what screen readers get. Afterwards the page has its former size and the light theme.
 */
export async function lookFaultsOf(page: Page, widths: readonly number[] = [1440, 820, 390]): Promise<string[]> {
  const size = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] ?? 900 });
    await isPainted(page);
    for (const fault of await layoutFaultsOf(page)) faults.push(`${width} px: ${fault}`);
  }
  for (const fault of await faultsOf(page)) faults.push(`light: ${fault}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const fault of await faultsOf(page, { only: 'color-contrast' })) faults.push(`dark: ${fault}`);
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
  return faults;
}
